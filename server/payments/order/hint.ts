import { alike } from './alike.ts';
import type { Attempt } from './attempt.ts';
import { unlinked } from './ledger.ts';
import type { Report } from './report.ts';
import type { OrderState } from './state.ts';
import { isFinal } from './transaction.ts';

/**
 * Reasons to read the operations of a payment at the gateway: one of them may be unknown here. A hint stands until the
 * gateway has answered.
 */

/** A report names no operation. The gateway repeats it whenever it is polled: that is no new reason. */
export function hintedByReport(before: Attempt, report: Report, at: number): Attempt {
  if (before.unnamed.some((one) => alike(one, report))) return before;
  return { ...before, hintedAt: at, unnamed: [...before.unnamed, report] };
}

/** A request was linked by inference: there may be another operation like the linked one. */
export const hintedByLink = (before: Attempt, at: number): Attempt => ({ ...before, hintedAt: at });

/** The methods of which an operation of the payment may be unknown, or is external and not final. */
export function awaitedMethods(state: OrderState, { id, hintedAt, unnamed }: Attempt): Set<string> {
  const open = unlinked(state).filter((one) => one.attemptId === id && !isFinal(one.status));
  const inferred = state.requests.filter(
    (one) => one.attemptId === id && one.operationId !== null && !one.certain,
  );
  const hinted = hintedAt === null ? [] : [...unnamed, ...inferred];
  return new Set([...open, ...hinted].map((one) => one.method));
}
