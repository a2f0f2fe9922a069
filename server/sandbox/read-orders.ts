import type { Context } from 'hono';
import type { WireOperation, WirePayment } from '../contract/gateway-api.ts';
import { requireOwnPos } from './authentication.ts';
import { reportPayment } from './charge.ts';
import type { SandboxOperation, SandboxPayment } from './ledger.ts';
import { reportOperation } from './operations.ts';
import { invalid, notFound } from './refusal.ts';
import { operationAnswer, paymentAnswer } from './wire.ts';
import type { World } from './world.ts';

/** `GET …/orders/<order_id>`: every transaction of the order, the payment first. */
export function readOrder(world: World, context: Context): Response {
  const payment = requirePayment(world, context);
  const operations = payment.operations.map((operation) =>
    operationAnswer(payment, operation, world.baseUrl),
  );
  return context.json([paymentAnswer(payment, world.baseUrl), ...operations]);
}

/**
 * Endpoint 12: one operation of an order, its latest where there are several. With `callback=true` its webhook
 * is sent again; without, it is only read.
 * @throws Refusal 404 for an order or operation that is not there
 */
export function readOperation(world: World, context: Context): Response {
  const payment = requirePayment(world, context);
  const callback = context.req.query('callback');
  if (callback !== undefined && callback !== 'true' && callback !== 'false') {
    throw invalid([{ field_name: 'callback', violation: 'must be true' }]);
  }
  const found = transactionOf(
    payment,
    context.req.param('operation') ?? '',
    context.req.query('transactionId'),
  );
  if (callback === 'true') resend(world, payment, found);
  return context.json(answerOf(world, payment, found));
}

/** Sends the webhook of an order's operation again; of the payment itself where none is named. */
export function resendWebhook(world: World, payment: SandboxPayment, operation?: string): void {
  resend(world, payment, operation === undefined ? payment : transactionOf(payment, operation));
}

type Transaction = SandboxPayment | SandboxOperation;

function requirePayment(world: World, context: Context): SandboxPayment {
  requireOwnPos(world, context.req.param('posId') ?? '');
  const payment = world.ledger.byOrder(context.req.param('orderId') ?? '');
  if (!payment) throw notFound();
  return payment;
}

function transactionOf(payment: SandboxPayment, operation: string, transactionId?: string): Transaction {
  const candidates: Transaction[] =
    payment.stated.method === operation
      ? [payment]
      : payment.operations.filter(({ method }) => method === operation);
  const found = candidates.findLast((one) => (transactionId ?? one.transactionId) === one.transactionId);
  if (!found) throw notFound();
  return found;
}

function resend(world: World, payment: SandboxPayment, transaction: Transaction): void {
  if ('operationId' in transaction) reportOperation(world, payment, transaction);
  else reportPayment(world, payment);
}

function answerOf(
  world: World,
  payment: SandboxPayment,
  transaction: Transaction,
): WirePayment | WireOperation {
  return 'operationId' in transaction
    ? operationAnswer(payment, transaction, world.baseUrl)
    : paymentAnswer(payment, world.baseUrl);
}
