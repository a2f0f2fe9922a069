import type { Context } from 'hono';
import { z } from 'zod';
import type { WireOperation, WirePayment } from '../contract/gateway-api.ts';
import { requireOwnPos } from './authentication.ts';
import { reportPayment } from './charge.ts';
import { oneForTrue } from './fields.ts';
import {
  type PrimaryTransaction,
  type SandboxOperation,
  type SandboxPayment,
  currentTransaction,
  primaryTransactions,
} from './ledger.ts';
import { operationAnswer, operationElement } from './operation-wire.ts';
import { reportOperation } from './operations.ts';
import { paymentAnswer, recurringAnswer } from './payment-wire.ts';
import { readQuery, tolerate } from './read-request.ts';
import { invalid, notFound } from './refusal.ts';
import type { SandboxState } from './state.ts';

/** `GET …/orders/<order_id>`: every transaction of the order, its operations last. */
export function readOrder(state: SandboxState, context: Context): Response {
  const payment = requirePayment(state, context);
  const primary = primaryTransactions(payment).map((one) => paymentAnswer(payment, state, one));
  const operations = payment.operations.map((one) => operationElement(payment, one, state));
  return context.json([...primary, ...operations]);
}

/**
 * Endpoint 12: sends the webhook of one operation of an order again (the latest, if there are several) and answers
 * the operation. For a recurring payment, `purchase` is the latest transaction of the subscription or the one named
 * by `transactionId` (interface 12.2); `auth` and `lookup` are the payment itself, whatever followed it. The payment
 * of an auth order is found as `purchase` too (the document's sample answers method `auth` there). Without
 * `callback`, which the document requires, the live gateway answers and sends nothing.
 * @throws Refusal 404 for an unknown order or operation
 */
export function readOperation(state: SandboxState, context: Context): Response {
  const payment = requirePayment(state, context);
  const query = readQuery(state, context, QUERY, { callback: { tolerance: oneForTrue } });
  if (query.callback === undefined)
    tolerate(state, context, { field_name: 'callback', violation: 'is required' });
  const operation = context.req.param('operation') ?? '';
  if (query.transactionId !== undefined && operation !== 'purchase') {
    throw invalid([{ field_name: 'transactionId', violation: 'must be sent with purchase only' }]);
  }
  const found = find(payment, operation, query.transactionId);
  if (query.callback !== undefined) resend(state, payment, found);
  return context.json(answerOf(state, payment, found));
}

const QUERY = {
  callback: z.literal('true', 'must be true'),
  transactionId: z.string().min(1, 'must not be empty').max(256, 'must have at most 256 characters'),
};

/** The result of endpoint 12; `recurring` for a transaction of a subscription. */
type Found = { operation: SandboxOperation } | { transaction: PrimaryTransaction; recurring: boolean };

/** Sends the webhook of an order's operation again, or of the payment itself if none is named. */
export function resendWebhook(
  state: SandboxState,
  payment: SandboxPayment,
  method: string = payment.stated.method,
  more: Readonly<Record<string, unknown>> = {},
): void {
  resend(state, payment, find(payment, method), more);
}

function requirePayment(state: SandboxState, context: Context): SandboxPayment {
  requireOwnPos(state, context.req.param('posId') ?? '');
  const payment = state.ledger.byOrder(context.req.param('orderId') ?? '');
  const [oldest] = payment ? primaryTransactions(payment) : [];
  if (!payment || !oldest || !isListed(state, oldest)) throw notFound();
  return { ...payment, operations: payment.operations.filter((one) => isListed(state, one)) };
}

/** What was created just now may not have reached the gateway's lists (setting `readLagSeconds`). */
function isListed({ clock, settings }: SandboxState, { createdAt }: { createdAt: number }): boolean {
  return clock.now() - createdAt >= settings.readLagSeconds * 1000;
}

function find(payment: SandboxPayment, method: string, transactionId?: string): Found {
  const operation = payment.operations.findLast((one) => one.method === method);
  if (operation) return { operation };
  if (method !== 'purchase' && method === payment.stated.method) {
    return { transaction: currentTransaction(payment), recurring: false };
  }
  const recurring = method === 'purchase' && payment.recurring !== null;
  const wanted = method === 'purchase' && payment.stated.method === 'auth' ? 'auth' : method;
  const transaction = primaryTransactions(payment)
    .filter((one) => (recurring ? one.method !== 'credit' && one.method !== 'p2p' : one.method === wanted))
    .findLast((one) => (transactionId ?? one.transactionId) === one.transactionId);
  if (!transaction) throw notFound();
  return { transaction, recurring };
}

function resend(
  state: SandboxState,
  payment: SandboxPayment,
  found: Found,
  more: Readonly<Record<string, unknown>> = {},
): void {
  if ('operation' in found) {
    reportOperation(state, payment, found.operation, more);
    return;
  }
  const repeated = found.recurring ? { recurring: payment.recurring } : {};
  reportPayment(state, payment, { transaction: found.transaction, fields: { ...repeated, ...more } });
}

function answerOf(state: SandboxState, payment: SandboxPayment, found: Found): WirePayment | WireOperation {
  if ('operation' in found) return operationAnswer(payment, found.operation, state);
  const answer = found.recurring ? recurringAnswer : paymentAnswer;
  return answer(payment, state, found.transaction);
}
