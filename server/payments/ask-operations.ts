import { takeNews } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { isNotFound } from './not-found.ts';
import { isEarlier, isPastGrace, mayBeAbout } from './match-operation.ts';
import { isAcknowledged, isOpen, nextAskOf } from './operation.ts';
import { SECONDARY } from './operation-news.ts';
import type { Operation, Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { changeOperation } from './save-operation.ts';
import { fail } from './settle-operation.ts';

/** Asks the gateway about every operation whose time to be asked has come. */
export async function reconcileOperations(deps: PaymentDeps): Promise<void> {
  const due = await deps.store.operationsToAsk(deps.clock.now().toISOString(), 20);
  await Promise.all(due.map((operation) => askOperation(deps, operation)));
}

/** Asks about one operation, unless somebody else has asked since it was read; never rejects. */
async function askOperation(deps: PaymentDeps, operation: Operation): Promise<void> {
  try {
    const payment = await deps.store.findPayment(operation.paymentId);
    if (payment && (await claim(deps, operation))) await askNow(deps, payment, operation);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    deps.log.error({ operationId: operation.id, error: name }, 'asking the gateway failed');
  }
}

/** Sets the next question before this one is put. @returns whether it is ours to ask */
async function claim(deps: PaymentDeps, { id, askAt }: Operation): Promise<boolean> {
  return deps.store.transaction(async (tx) => {
    const current = await tx.findOperation(id);
    if (!current || !isOpen(current) || current.askAt !== askAt) return false;
    await tx.updateOperation({ ...current, askAt: nextAskOf(current, deps.clock.now()) });
    return true;
  });
}

/**
 * Re-sending (endpoint 12) tells of one operation of a kind, perhaps of another one than ours: then the list of all
 * is looked through (known from beyond the interface document). That ours is nowhere counts only for one that the
 * gateway never told of and that is older than the grace time; whatever else is unclear stays so.
 */
async function askNow(deps: PaymentDeps, payment: Payment, operation: Operation): Promise<void> {
  // Counted from the question on: the answer may be long in coming.
  const oldEnough = isPastGrace(deps, operation);
  const outcome = await deps.gateway.readOperation(payment.gatewayOrderId, operation.method);
  if (outcome.kind === 'answered') {
    const told = outcome.value;
    if (told.gatewayOrderId !== payment.gatewayOrderId || told.method !== operation.method) {
      deps.log.error({ operationId: operation.id }, 'the gateway told of something else than asked for');
      return;
    }
    if (await isFound(deps, payment, operation, [told])) return;
    if (!(await isInNoList(deps, payment, operation))) return;
  } else if (!isNotFound(outcome)) return;
  else if ((await contradicts(deps, operation)) && !(await isInNoList(deps, payment, operation))) return;
  if (oldEnough) await giveUp(deps, operation);
}

/** "No such operation" is not believed where the gateway has told of one of the kind. */
async function contradicts(deps: PaymentDeps, { paymentId, method }: Operation): Promise<boolean> {
  const all = await deps.store.operationsOfPayment(paymentId);
  return all.some(
    (one) => one.method === method && (one.gatewayOperationId !== null || one.settledBy === 'gateway'),
  );
}

/** Whether a list of all transactions can be had and believed, and the operation is not in it. */
async function isInNoList(deps: PaymentDeps, payment: Payment, operation: Operation): Promise<boolean> {
  const outcome = await deps.gateway.readOrder(payment.gatewayOrderId);
  const known = await deps.store.operationsOfPayment(payment.id);
  if (outcome.kind !== 'answered' || !isWhole(outcome.value, payment, known)) return false;
  return (await isFound(deps, payment, operation, outcome.value)) === false;
}

/** A list that lacks the payment itself or an operation that was told before, or tells of another order, is not the list of all. */
function isWhole(
  list: readonly GatewayPayment[],
  { gatewayOrderId, method }: Payment,
  operations: readonly Operation[],
): boolean {
  const told = new Set(list.map((one) => one.operationId));
  return (
    list.some((one) => one.method === method && one.status === 'success') &&
    list.every((one) => one.gatewayOrderId === gatewayOrderId) &&
    operations.every((one) => one.gatewayOperationId === null || told.has(one.gatewayOperationId))
  );
}

/**
 * Takes in what was told of the payment's operations.
 * @returns whether ours is among them; null where that cannot be said
 */
async function isFound(
  deps: PaymentDeps,
  payment: Payment,
  operation: Operation,
  told: readonly GatewayPayment[],
): Promise<boolean | null> {
  const ours = search(payment, operation, await deps.store.operationsOfPayment(payment.id), told);
  if (ours && ours !== 'unclear')
    await takeNews(deps, { source: 'read', payment: ours, operationId: operation.id });
  for (const one of told) {
    const named = SECONDARY.has(one.method) && one.operationId !== null;
    if (one !== ours && named) await takeNews(deps, { source: 'read', payment: one });
  }
  return ours === 'unclear' ? null : ours !== null;
}

/**
 * Which of the operations told is ours: the one with its id; otherwise one that fits and is no other known one. One
 * without an id could be any of its kind, unless there is no other.
 */
export function search(
  payment: Payment,
  operation: Operation,
  operations: readonly Operation[],
  told: readonly GatewayPayment[],
): GatewayPayment | 'unclear' | null {
  const ofKind = told.filter((one) => one.method === operation.method);
  const own = operation.gatewayOperationId;
  const named = ofKind.find((one) => own !== null && one.operationId === own);
  if (named) return named;
  const others = operations.filter((one) => one.id !== operation.id && one.method === operation.method);
  if (ofKind.some((one) => one.operationId === null)) {
    const [only] = ofKind;
    const alone = only && ofKind.length === 1 && others.length === 0;
    return alone && mayBeAbout(operation, payment, only) ? only : 'unclear';
  }
  if (own !== null) return null;
  const free = ofKind.filter((one) => !isKnownAsAnother(one, operation, operations));
  const fitting = free.find((one) => mayBeAbout(operation, payment, one));
  if (fitting) return fitting;
  // Done over another amount than was asked for, perhaps.
  return free.some((one) => one.status !== 'failure' && !isEarlier(operation, one)) ? 'unclear' : null;
}

/** As one of ours, or as one that began elsewhere and was heard of before ours was written down. */
function isKnownAsAnother(
  { operationId }: GatewayPayment,
  operation: Operation,
  operations: readonly Operation[],
): boolean {
  const index = operations.findIndex((one) => one.gatewayOperationId === operationId);
  const isOurs = (one: Operation) => one.id === operation.id;
  const owner = operations[index];
  return owner !== undefined && (owner.origin !== 'gateway' || index < operations.findIndex(isOurs));
}

/** A merchant's operation did not arrive, and he decides anew; a second payment that was not given back is given back. */
async function giveUp(deps: PaymentDeps, operation: Operation): Promise<void> {
  if (operation.origin === 'merchant') {
    return fail(deps, operation, 'not-found', null, 'The operation did not reach the payment service.');
  }
  if (operation.origin === 'gateway') return;
  await changeOperation(deps, operation, (one) => (isAcknowledged(one) ? null : { ...one, sentAt: null }));
}
