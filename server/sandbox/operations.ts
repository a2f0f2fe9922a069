import type { Context } from 'hono';
import { fromGatewayAmount } from '../contract/money.ts';
import { requireOwnPos } from './authentication.ts';
import { moveTo } from './charge.ts';
import type { SandboxOperation, SandboxPayment } from './ledger.ts';
import { operationViolations } from './operation-rules.ts';
import { readJson } from './read-json.ts';
import { Refusal, invalid, notFound } from './refusal.ts';
import { type StatusCode, statusOf } from './status-codes.ts';
import { cancelledAnswer, operationAnswer, operationEvent } from './wire.ts';
import type { World } from './world.ts';

/** A capture, void or refund as it was asked for. */
export interface OperationRequest {
  method: SandboxOperation['method'];
  /** null for all of it */
  amountMinor: number | null;
  comment: string | null;
  serverUrl: string | null;
  /** whether the bank refuses it */
  declined: boolean;
}

/** Endpoints 3, 5 and 6: checks the body and answers the operation. */
export async function operate(
  world: World,
  context: Context,
  method: SandboxOperation['method'],
  declined: boolean,
): Promise<Response> {
  const body = await readJson(context);
  const violations = operationViolations(body, method);
  if (violations.length > 0) throw invalid(violations);
  requireOwnPos(world, String(body['pos_id']));
  const payment = world.ledger.byOrder(String(body['order_id']));
  if (!payment) throw notFound();
  const { currency } = payment.stated;
  if (body['order_currency'] !== currency) {
    throw invalid([{ field_name: 'order_currency', violation: 'must be the currency of the order' }]);
  }
  const operation = perform(world, payment, {
    method,
    amountMinor: fromGatewayAmount(body['charge_amount'] ?? body['refund_amount'], currency),
    comment: textOrNull(body['comment']),
    serverUrl: textOrNull(body['server_url']),
    declined,
  });
  return context.json(operationAnswer(payment, operation, world.baseUrl));
}

/**
 * Performs an operation that the states allow, and sends its webhook. One that asks for too much, or that the
 * bank refuses, is an operation with `failure`.
 * @throws Refusal 400 where the states do not allow it (States, rules 2 and 3)
 */
export function perform(world: World, payment: SandboxPayment, request: OperationRequest): SandboxOperation {
  const limit = limitOf(world, payment, request.method);
  const full = request.method === 'capture' ? payment.amountMinor : limit;
  const amountMinor = request.amountMinor ?? full;
  const operation: SandboxOperation = {
    operationId: crypto.randomUUID(),
    transactionId: crypto.randomUUID(),
    method: request.method,
    amountMinor,
    partial: request.amountMinor !== null,
    split: null,
    comment: request.comment,
    serverUrl: request.serverUrl,
    createdAt: world.clock.now(),
    ...outcome(request, amountMinor > limit),
  };
  payment.operations.push(operation);
  reportOperation(world, payment, operation);
  return operation;
}

/** Sends the webhook of an operation: to its own `server_url`, otherwise to the payment's. */
export function reportOperation(world: World, payment: SandboxPayment, operation: SandboxOperation): void {
  const target = operation.serverUrl ?? payment.stated.server_url ?? null;
  const event = operationEvent(payment, operation, world.baseUrl);
  world.courier.send(payment.stated.order_id, target, event);
}

/**
 * Endpoint 8, cancel: only a hosted purchase or auth that is still `init` (States, rule 1).
 * @throws Refusal 400 for any other, 404 for an order that is not there
 */
export function cancel(world: World, context: Context): Response {
  requireOwnPos(world, context.req.param('posId') ?? '');
  const payment = world.ledger.byOrder(context.req.param('orderId') ?? '');
  if (!payment) throw notFound();
  const { method, mode } = payment.stated;
  if (payment.status !== 'init' || mode !== 'hosted' || method === 'lookup') {
    throw notAllowed('Only a created, unpaid hosted purchase or auth can be cancelled');
  }
  moveTo(world, payment, '6007');
  return context.json([cancelledAnswer(payment, world.baseUrl)]);
}

/** The most that such an operation may move, in minor units. */
function limitOf(world: World, payment: SandboxPayment, method: SandboxOperation['method']): number {
  if (payment.status !== 'success') throw notAllowed('The payment has not succeeded');
  const isAuth = payment.stated.method === 'auth';
  if (method === 'refund') return refundable(payment, isAuth);
  if (!isAuth) throw notAllowed(`Only an auth allows a ${method}`);
  if (sumOf(payment, 'void') > 0) throw notAllowed('The reserve was voided');
  if (sumOf(payment, 'capture') > 0) throw notAllowed('The reserve was captured');
  if (method === 'void') return payment.amountMinor;
  return Math.floor((payment.amountMinor * (100 + world.settings.overCapturePercent)) / 100);
}

function refundable(payment: SandboxPayment, isAuth: boolean): number {
  if (payment.stated.method === 'lookup') throw notAllowed('A lookup cannot be refunded');
  const paid = isAuth ? sumOf(payment, 'capture') : payment.amountMinor;
  const rest = paid - sumOf(payment, 'refund');
  if (rest <= 0) throw notAllowed('There is nothing to refund');
  return rest;
}

function sumOf(payment: SandboxPayment, method: SandboxOperation['method']): number {
  return payment.operations
    .filter((operation) => operation.method === method && operation.status === 'success')
    .reduce((sum, operation) => sum + operation.amountMinor, 0);
}

function outcome(
  request: OperationRequest,
  tooMuch: boolean,
): Pick<SandboxOperation, 'status' | 'statusCode'> {
  const succeeded: StatusCode = ({ capture: '1000', void: '1009', refund: '1004' } as const)[request.method];
  const code: StatusCode = request.declined ? '4150' : tooMuch ? '4139' : succeeded;
  return { status: statusOf(code), statusCode: code };
}

function notAllowed(reason: string): Refusal {
  return new Refusal(400, reason, [{ field_name: 'order_id', violation: reason }]);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
