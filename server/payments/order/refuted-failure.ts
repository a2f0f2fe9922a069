import type { Attempt } from './attempt.ts';
import { MONEY_EFFECTS, type Operation } from './operation.ts';
import type { OrderState } from './state.ts';
import { type Dispute, disputed } from './transaction.ts';

/**
 * Only a successful payment can be captured, voided or refunded (interface document, States, rules 2 and 3). A failed
 * payment on which the gateway has performed an operation is therefore disputed, whichever of the two was reported
 * first. A manual resolution stands until the gateway reports a further operation.
 */

type State = Pick<OrderState, 'attempts' | 'operations'>;

/** @returns the attempts of `after`, in the same array if the last entry refutes no failure */
export function withRefutedFailures(before: State, { attempts, operations }: State): readonly Attempt[] {
  const done = operations.filter(isDone);
  if (done.length === 0) return attempts;
  const isRefuted = (attempt: Attempt) => {
    const was = before.attempts.find((one) => one.id === attempt.id);
    const isNewFailure = was?.status !== 'failure' && attempt.endedBy !== 'person';
    const isNew = ({ id }: Operation) => !before.operations.some((one) => one.id === id && isDone(one));
    return done.some((one) => refutes(one, attempt) && (isNewFailure || isNew(one)));
  };
  if (!attempts.some(isRefuted)) return attempts;
  return attempts.map((one) => (isRefuted(one) ? disputed(one, reasonFor(one)) : one));
}

/** Only a further manual resolution may overturn a manual one; any report may overturn our own conclusion. */
const reasonFor = ({ endedBy }: Attempt): Dispute =>
  endedBy === 'person' ? 'contradicting-ends' : 'operation-on-failure';

const isDone = ({ status, endedBy }: Operation): boolean => status === 'success' && endedBy === 'gateway';

/** A gateway may void what has failed, and verify a card by a charge that it returns: neither leaves money taken. */
function refutes({ attemptId, method }: Operation, { id, ...attempt }: Attempt): boolean {
  if (attemptId !== id || attempt.method === 'lookup') return false;
  if (attempt.status !== 'failure' || attempt.dispute !== null) return false;
  const isReported = attempt.endedBy === 'gateway' || attempt.endedBy === 'person';
  return !isReported || MONEY_EFFECTS[method] !== 'releases';
}
