import type { PaymentDeps } from './deps.ts';
import { mayBeAbout, timeOf } from './match-operation.ts';
import { isOpen } from './operation.ts';
import type { Operation, Payment } from './payment.ts';
import type { GatewayPayment } from './ports.ts';

/** Which of the operations that the gateway tells of is the one that it was asked for. */

/** A failure may be that of another try, after ours was done. */
export function isSure(
  { gatewayOperationId, guessed }: Operation,
  { status, operationId }: GatewayPayment,
): boolean {
  const isNamed = operationId !== null && operationId === gatewayOperationId;
  return status !== 'failure' || (isNamed && guessed === null);
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
  if (done) return done;
  // Done over another amount than was asked for, perhaps.
  const isOther = (one: GatewayPayment) =>
    one.status !== 'failure' && !fitting.includes(one) && timeOf(deps, operation, one) !== 'another';
  return free.some(isOther) ? 'unclear' : (left[0] ?? null);
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

/** Until then the webhook of another one may still come, by which the two are told apart. */
const LISTLESS_GRACE_MS = 3_600_000;

/**
 * Whether a failure is ours as far as can be told where no list of all can be had: told of the time at which ours was
 * sent, without another's comment, while no other of its kind may be meant. A failed try at the portal is heard of as
 * another one, or else ours is: then nobody but a person can say which of them has failed. What {@link search} does not
 * find is another's in any case.
 */
export function isAlone(
  deps: Pick<PaymentDeps, 'config' | 'clock'>,
  operation: Operation,
  operations: readonly Operation[],
  told: GatewayPayment,
): boolean {
  const own = operations.findIndex((one) => one.id === operation.id);
  const isAnother = (one: Operation, index: number) => {
    if (index === own || one.method !== operation.method || one.settledBy === 'merged') return false;
    if (told.operationId !== null && one.gatewayOperationId === told.operationId) return false;
    return index > own || isOpen(one) || one.held !== null;
  };
  const since = operation.sentAt ?? operation.createdAt;
  return (
    deps.clock.now().getTime() - Date.parse(since) > LISTLESS_GRACE_MS &&
    // A reversal may have been sent before: that one has not ended it.
    timeOf(deps, { ...operation, origin: 'merchant' }, told) === 'fitting' &&
    (!told.comment || told.comment === operation.comment) &&
    !operations.some(isAnother)
  );
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
