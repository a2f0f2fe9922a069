import type { Attempt } from './attempt.ts';
import type { Operation, Request } from './operation.ts';
import type { OrderState } from './state.ts';
import { canRetry, operationView, paymentView } from './views.ts';

type Stamped = Pick<OrderState, 'attempts' | 'requests' | 'operations'>;

/**
 * Gives the time of an entry to what is shown differently since: `updatedAt` of a view is the time of the last entry that
 * changed the view.
 */
export function stamp(
  before: OrderState,
  after: OrderState,
  at: number,
): { [Key in keyof Stamped]: Stamped[Key][number][] } {
  const [could, can] = [canRetry(before), canRetry(after)];
  const attempts = after.attempts.map((one, index) => {
    const was = before.attempts[index];
    if (!was) return one;
    const isSame = sameAttempt(was, could, one, can);
    return isSame ? one : { ...one, updatedAt: at };
  });
  const operations = after.operations.map((one, index) => {
    const was = before.operations[index];
    return !was || was === one || sameOperation(was, one) ? one : { ...one, updatedAt: at };
  });
  const requests = after.requests.map((one, index) => {
    const was = before.requests[index];
    return !was || sameRequest(before, was, after, one) ? one : { ...one, updatedAt: at };
  });
  return { attempts, operations, requests };
}

function sameAttempt(was: Attempt, could: boolean, one: Attempt, can: boolean): boolean {
  if (was === one && could === can) return true;
  const shown = (attempt: Attempt, retry: boolean) =>
    JSON.stringify(paymentView('', { ...attempt, updatedAt: 0 }, retry));
  return shown(was, could) === shown(one, can);
}

function sameOperation(was: Operation, one: Operation): boolean {
  const { updatedAt } = was;
  return JSON.stringify(was) === JSON.stringify({ ...one, updatedAt });
}

function sameRequest(before: OrderState, was: Request, after: OrderState, one: Request): boolean {
  const attempt = after.attempts.find(({ id }) => id === one.attemptId);
  if (!attempt || (was === one && before.operations === after.operations)) return was === one;
  const shown = (state: OrderState, request: Request) =>
    JSON.stringify(operationView(state, '', { kind: 'request', attempt, request }));
  return shown(before, was) === shown(after, { ...one, updatedAt: was.updatedAt });
}
