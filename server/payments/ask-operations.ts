import { takeNews } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';
import { isNotFound } from './not-found.ts';
import { isPastGrace, mayBeAbout } from './match-operation.ts';
import { isAcknowledged, isOpen, nextAskOf } from './operation.ts';
import { SECONDARY } from './operation-news.ts';
import type { Operation, Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';
import { changeOperation } from './save-operation.ts';
import { isAlone, isSure, search } from './search-operation.ts';
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
 * failure that only fits is believed, the list of all is looked through (known from beyond the interface document;
 * where the gateway has none, a failure is believed that can be no other's).
 * That ours is nowhere counts only for one that the gateway never told of and that is older than the grace time;
 * whatever else is unclear stays so.
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
    const place = await placeInList(deps, payment, operation, told);
    if (place === 'no-list' && oldEnough) await believeAlone(deps, payment, operation, told);
    if (place !== 'nowhere') return;
  } else if (!isNotFound(outcome)) return;
  else if (
    (await contradicts(deps, operation)) &&
    (await placeInList(deps, payment, operation, null)) !== 'nowhere'
  )
    return;
  if (oldEnough) await giveUp(deps, operation);
}

/** "No such operation" is not believed where the gateway has told of one of the kind. */
async function contradicts(deps: PaymentDeps, { paymentId, method }: Operation): Promise<boolean> {
  const all = await deps.store.operationsOfPayment(paymentId);
  return all.some(
    (one) => one.method === method && (one.gatewayOperationId !== null || one.settledBy === 'gateway'),
  );
}

/** By these the gateway says that it has no such list; after others it may be had later. */
const NO_LIST: ReadonlySet<number> = new Set([400, 404, 405, 406]);

/** `nowhere` where a list of all transactions can be had and believed, and the operation is not in it. */
async function placeInList(
  deps: PaymentDeps,
  payment: Payment,
  operation: Operation,
  told: GatewayPayment | null,
): Promise<'nowhere' | 'unclear' | 'no-list'> {
  const outcome = await deps.gateway.readOrder(payment.gatewayOrderId);
  if (outcome.kind === 'refused' && NO_LIST.has(outcome.refusal.status)) return 'no-list';
  const known = await deps.store.operationsOfPayment(payment.id);
  if (outcome.kind !== 'answered' || !isWhole(deps, outcome.value, payment, known)) return 'unclear';
  const isTold = ({ method, operationId }: GatewayPayment) =>
    method === told?.method && (told.operationId ?? operationId) === operationId;
  if (told && !outcome.value.some(isTold)) return 'unclear';
  return (await isFound(deps, payment, operation, outcome.value)) === false ? 'nowhere' : 'unclear';
}

/** Takes a failure in that nothing but endpoint 12 tells of, where it can be no other's. */
async function believeAlone(
  deps: PaymentDeps,
  payment: Payment,
  operation: Operation,
  told: GatewayPayment,
): Promise<void> {
  const known = await deps.store.operationsOfPayment(payment.id);
  if (told.status === 'failure' && isAlone(deps, operation, known, told))
    await isFound(deps, payment, operation, [told]);
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
