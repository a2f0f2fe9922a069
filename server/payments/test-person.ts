import { ProblemError } from '../contract/problem.ts';
import { readOrder } from './orders.ts';
import { resolveOperation, resolvePayment } from './resolve.ts';
import { requestState } from './order/operations.ts';
import type { Request } from './order/operations.ts';
import type { Snapshot } from './order/order.ts';
import { reviewItemsAt } from './order/views.ts';
import type { BankOperation } from './test-bank-books.ts';
import type { TestBank } from './test-bank.ts';
import type { World } from './test-world.ts';

/** For tests: an operator who sees the gateway's books, and resolves truthfully. */

interface Seen {
  orderId: string;
  bank: TestBank;
}

/** Resolves one open payment or operation of an order. @returns whether there was one */
export async function resolveOne(world: World, { orderId, bank }: Seen, pick: number): Promise<boolean> {
  const order = await readOrder(world, orderId);
  const items = reviewItemsAt(order.state, world.clock.time);
  const operations = order.state.requests.filter(
    (one) => requestState(order.state, one).status === 'unknown',
  );
  const payments = order.state.attempts.filter((one) => one.status === 'unknown');
  const all = [
    ...items.map((one) => ({ payment: one.operationId === null, id: one.operationId ?? one.paymentId })),
    ...operations.map((one) => ({ payment: false, id: one.id })),
    ...payments.map((one) => ({ payment: true, id: one.id })),
  ];
  const one = all[pick % Math.max(1, all.length)];
  if (!one) return false;
  return one.payment
    ? resolvePaymentTruly(world, order, bank, one.id)
    : resolveOperationTruly(world, order, bank, one.id);
}

async function resolvePaymentTruly(
  world: World,
  order: Snapshot,
  bank: TestBank,
  id: string,
): Promise<boolean> {
  const attempt = order.state.attempts.find((one) => one.id === id);
  const payment = bank.payments.find((one) => one.gatewayOrderId === attempt?.gatewayOrderId);
  // The outcome of an unfinished payment is unknown.
  if (!attempt || payment?.state === 'init' || payment?.state === 'pending') return false;
  const status = payment?.own && payment.state === 'success' ? 'success' : 'failure';
  const resolve = () => resolvePayment(world, id, { status, comment: 'seen in the portal' });
  return attemptTo(resolve, async () => {
    if (await isResolved(world, order, id)) bank.forget(attempt.gatewayOrderId);
  });
}

async function resolveOperationTruly(
  world: World,
  order: Snapshot,
  bank: TestBank,
  id: string,
): Promise<boolean> {
  const request = order.state.requests.find((one) => one.id === id);
  const reported = order.state.operations.find((one) => one.id === id);
  const operation = request
    ? begunBy(bank, order, request)
    : bank.operations.find((one) => one.id === reported?.operationId);
  if (operation?.state === 'pending') return false;
  const status = operation?.state === 'done' ? 'success' : 'failure';
  const resolve = () => resolveOperation(world, id, { status, comment: 'seen in the portal' });
  return attemptTo(resolve, async () => {
    if (operation && (await isResolved(world, order, id))) bank.forgetOperation(operation.id);
  });
}

/** The operation that a request began: linked, or with its comment and time. */
export function begunBy(bank: TestBank, { state }: Snapshot, request: Request): BankOperation | undefined {
  const { gatewayOrderId } = state.attempts.find((one) => one.id === request.attemptId) ?? {};
  const { requestedAt, callMs, comment, method } = request;
  const own = bank.operations.filter(
    (one) => !one.portal && one.payment.gatewayOrderId === gatewayOrderId && one.method === method,
  );
  return (
    bank.operations.find((one) => one.id === request.operationId) ??
    own.find(
      (one) =>
        one.comment === comment && one.sentAt >= requestedAt - 1_000 && one.sentAt <= requestedAt + callMs,
    )
  );
}

/** A companion that dies after the commit has still resolved it. */
async function isResolved(world: World, { orderId }: Snapshot, id: string): Promise<boolean> {
  const { entries } = await readOrder(world, orderId);
  return entries.some((one) => one.kind === 'resolved' && one.about === id);
}

/** The operator may be too early. @param note called at the end in any case */
async function attemptTo(resolve: () => Promise<unknown>, note: () => Promise<void>): Promise<boolean> {
  try {
    await resolve();
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'operation-not-allowed') return false;
    throw error;
  } finally {
    await note();
  }
}
