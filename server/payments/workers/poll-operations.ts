import { isNotFound, isOfProject, query } from '../call.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { isOperationMethod, type Operation } from '../order/operations.ts';
import type { OrderState, Snapshot } from '../order/order.ts';
import { isFinal, type Payment } from '../order/payment.ts';
import { change, readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { handleReport } from '../reports.ts';
import { hasNoList, isPastGrace, isUnknown } from './poll-payment.ts';

/**
 * Polls the open operations of a payment: endpoint 12, which returns one of each method, and, where an outcome stays
 * unknown after the grace time, the list of all transactions (interface 17.1). Only then is concluded what became of
 * ours (order/operations.ts). Payments of another project are not polled.
 */
export async function pollOperations(deps: PaymentDeps, orderId: string, paymentId: string): Promise<void> {
  const asked = await readOrder(deps, orderId);
  const payment = asked.state.payments.find((one) => one.id === paymentId);
  const open = openOperations(asked.state, paymentId).filter(({ id }) => !deps.ownCalls.has(id));
  if (!payment || open.length === 0 || !isOfProject(deps, payment)) return;
  const late = open.filter((one) => isPastGrace(deps, one));
  const missing = new Set<string>();
  for (const method of new Set(open.map((one) => one.method))) {
    if (await isMissing(deps, asked, payment, method)) missing.add(method);
  }
  if (!late.some((one) => isStillUnknown(asked.state, one.id))) return;
  const listed = await readList(deps, orderId, payment);
  for (const one of late) {
    const isConclusive = listed === 'none' ? missing.has(one.method) : listed === 'complete';
    if (isConclusive) await conclude(deps, orderId, one, listed === 'none');
  }
}

export const openOperations = ({ operations }: OrderState, paymentId: string): Operation[] =>
  operations.filter((one) => one.paymentId === paymentId && !isFinal(one));

const isStillUnknown = ({ operations }: OrderState, id: string): boolean =>
  operations.some((one) => one.id === id && isUnknown(one));

/** Processes the gateway's answer about the operation of one method. @returns whether it has none */
async function isMissing(
  deps: PaymentDeps,
  { orderId }: Snapshot,
  { gatewayOrderId }: Payment,
  method: string,
): Promise<boolean> {
  const outcome = await query(deps, () => deps.gateway.readOperation(gatewayOrderId, method), orderId);
  if (outcome.kind === 'answered') {
    const { value } = outcome;
    if (value.gatewayOrderId === gatewayOrderId && value.method === method)
      await handleReport(deps, await readOrder(deps, orderId), value, 'query');
    else deps.log('gateway.mismatched', { orderId, call: 'status' });
  }
  return isNotFound(outcome);
}

/** Processes the list of all transactions. @returns whether it can be trusted to be complete, or that there is none */
async function readList(
  deps: PaymentDeps,
  orderId: string,
  payment: Payment,
): Promise<'complete' | 'none' | 'unclear'> {
  const { entries } = await readOrder(deps, orderId);
  const outcome = await query(deps, () => deps.gateway.readOrder(payment.gatewayOrderId), orderId);
  if (hasNoList(outcome)) return 'none';
  if (outcome.kind !== 'answered') return 'unclear';
  const order = await readOrder(deps, orderId);
  // What was written since the query may be about what it does not list.
  const isComplete =
    order.entries.length === entries.length && isCompleteList(outcome.value, order.state, payment);
  const own = outcome.value.filter((one) => one.gatewayOrderId === payment.gatewayOrderId);
  for (const one of own.filter(({ method }) => isOperationMethod(method)))
    await handleReport(deps, order, one, 'query');
  return isComplete ? 'complete' : 'unclear';
}

/** A list without the payment itself, or without an operation that was reported before, is incomplete. */
function isCompleteList(
  list: readonly GatewayPayment[],
  { operations }: OrderState,
  { id, gatewayOrderId, terms }: Payment,
): boolean {
  const ids = new Set(list.map((one) => one.operationId));
  const known = operations.filter((one) => one.paymentId === id && one.operationId !== null);
  return (
    list.every((one) => one.gatewayOrderId === gatewayOrderId) &&
    list.every((one) => !isOperationMethod(one.method) || one.operationId !== null) &&
    list.some((one) => one.method === terms.method && one.status === 'success') &&
    known.every((one) => ids.has(one.operationId))
  );
}

/** @param isAlone whether the gateway has no list: then no other operation of the method may be known */
async function conclude(
  deps: PaymentDeps,
  orderId: string,
  { id: about, paymentId, method }: Operation,
  isAlone: boolean,
): Promise<void> {
  await change(deps, orderId, ({ state }) => {
    const isDoubted = state.payments.some((one) => one.id === paymentId && one.review !== null);
    const others = state.operations.filter(
      (one) => one.paymentId === paymentId && one.method === method && one.id !== about,
    );
    const isOpen = isStillUnknown(state, about) && !isDoubted && !deps.ownCalls.has(about);
    const isClear = !isAlone || others.every((one) => one.operationId === null);
    return { facts: isOpen && isClear ? [{ kind: 'not-found', about }] : [], result: null };
  });
}
