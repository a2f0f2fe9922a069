import { takeNews } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { isNotFound } from './not-found.ts';
import { isPastGrace, mayBeAbout, timeOf } from './match-operation.ts';
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
 * Re-sending (endpoint 12) tells of one operation of a kind, perhaps of another one than ours: then, and before a
 * failure that only fits is believed, the list of all is looked through (known from beyond the interface document).
 * That ours is nowhere counts only for one that the
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
    if (isSure(operation, told) && (await isFound(deps, payment, operation, [told]))) return;
    if (!(await isInNoList(deps, payment, operation))) return;
  } else if (!isNotFound(outcome)) return;
  else if ((await contradicts(deps, operation)) && !(await isInNoList(deps, payment, operation))) return;
  if (oldEnough) await giveUp(deps, operation);
}

/** A failure may be that of another try, after ours was done. */
function isSure(
  { gatewayOperationId, guessed }: Operation,
  { status, operationId }: GatewayPayment,
): boolean {
  const isNamed = operationId !== null && operationId === gatewayOperationId;
  return status !== 'failure' || (isNamed && guessed === null);
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
  if (outcome.kind !== 'answered' || !isWhole(deps, outcome.value, payment, known)) return false;
  return (await isFound(deps, payment, operation, outcome.value)) === false;
}

/** A list that lacks the payment itself or an operation that was told before, or tells of another order, is not the list of all. */
function isWhole(
  deps: Pick<PaymentDeps, 'config'>,
  list: readonly GatewayPayment[],
  payment: Payment,
  operations: readonly Operation[],
): boolean {
  const { gatewayOrderId, method } = payment;
  const told = new Set(list.map((one) => one.operationId));
  const isThere = (known: Operation) =>
    list.some((one) => one.status === known.status && mayBeAbout(deps, known, payment, one));
  const isDone = ({ status, settledBy }: Operation) => status === 'success' && settledBy === 'gateway';
  return (
    list.some((one) => one.method === method && one.status === 'success') &&
    list.every((one) => one.gatewayOrderId === gatewayOrderId) &&
    operations.every(({ gatewayOperationId: id }) => id === null || told.has(id)) &&
    operations.every((one) => one.gatewayOperationId !== null || !isDone(one) || isThere(one))
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
  const ours = search(deps, payment, operation, await deps.store.operationsOfPayment(payment.id), told);
  if (ours && ours !== 'unclear')
    await takeNews(deps, { source: 'read', payment: ours, operationId: operation.id });
  for (const one of told) {
    const named = SECONDARY.has(one.method) && one.operationId !== null;
    if (one !== ours && named) await takeNews(deps, { source: 'read', payment: one });
  }
  return ours === 'unclear' ? null : ours !== null;
}

/**
 * Which of the operations told is ours: the one with its id; otherwise one that fits and is no other known one, rather
 * one that has not failed. One without an id could be any of its kind, unless there is no other.
 */
export function search(
  deps: Pick<PaymentDeps, 'config'>,
  payment: Payment,
  operation: Operation,
  operations: readonly Operation[],
  told: readonly GatewayPayment[],
): GatewayPayment | 'unclear' | null {
  const ofKind = told.filter((one) => one.method === operation.method);
  const isOurs = (one: GatewayPayment) => mayBeAbout(deps, operation, payment, one);
  const own = operation.gatewayOperationId;
  const named = ofKind.find((one) => own !== null && one.operationId === own);
  if (named && isSure(operation, named)) return named;
  const others = operations.filter((one) => one.id !== operation.id && one.method === operation.method);
  if (ofKind.some((one) => one.operationId === null)) {
    const [only] = ofKind;
    const alone = only && ofKind.length === 1 && others.length === 0;
    return alone && isOurs(only) ? only : 'unclear';
  }
  const free = ofKind.filter((one) => !isKnownAsAnother(one, operation, operations));
  const fitting = free.filter(isOurs);
  const left = withoutThoseOf(deps, payment, others, fitting);
  const done = left.find((one) => one.status !== 'failure');
  if (own !== null) return named && done ? 'unclear' : (named ?? null);
  if (left.length > 0) return done ?? left[0] ?? null;
  // Done over another amount than was asked for, perhaps.
  const isOther = (one: GatewayPayment) =>
    one.status !== 'failure' && !fitting.includes(one) && timeOf(deps, operation, one) !== 'another';
  return free.some(isOther) ? 'unclear' : null;
}

/** Of several alike, one belongs to each of the others that has come to this without its id being told. */
function withoutThoseOf(
  deps: Pick<PaymentDeps, 'config'>,
  payment: Payment,
  others: readonly Operation[],
  fitting: readonly GatewayPayment[],
): GatewayPayment[] {
  const left = [...fitting];
  for (const other of others.filter((one) => one.gatewayOperationId === null)) {
    const theirs = (one: GatewayPayment) =>
      one.status === other.status && mayBeAbout(deps, other, payment, one);
    const index = left.findIndex(theirs);
    if (index !== -1) left.splice(index, 1);
  }
  return left;
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
  // The answer may have been long in coming, and it was sent anew since.
  await changeOperation(deps, operation, (one) =>
    isAcknowledged(one) || one.sentAt !== operation.sentAt ? null : { ...one, sentAt: null },
  );
}
