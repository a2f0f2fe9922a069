import { reviewItems } from './review.ts';
import { nextDueAt, reviewAt } from './schedule.ts';
import type { OrderState } from './state.ts';

/**
 * Whether an order is over: everything of it is final, nothing is due, no person is waited for, and its last entry is
 * older.
 * @param before milliseconds since 1970
 */
export function isClosed(state: OrderState, before: number): boolean {
  const isDone = nextDueAt(state, before) === null && reviewAt(state, reviewItems(state), before) === null;
  return isDone && state.updatedAt < before;
}
