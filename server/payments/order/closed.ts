import { reviewItems } from './review.ts';
import { nextDueAt, reviewAt } from './schedule.ts';
import type { OrderState } from './state.ts';

/**
 * Whether an order is closed: everything in it is final, nothing is due, nothing needs review, and its last entry is
 * older than `before`.
 * @param before milliseconds since 1970
 */
export function isClosed(state: OrderState, before: number): boolean {
  const isDone = nextDueAt(state, before) === null && reviewAt(state, reviewItems(state), before) === null;
  return isDone && state.updatedAt < before;
}
