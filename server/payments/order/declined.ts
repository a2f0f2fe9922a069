import type { Attempt } from './attempt.ts';
import { hasFailed } from './transaction.ts';

/** Codes of pages that were left or cancelled. */
const PAGE_ENDS: readonly (string | null)[] = ['4148', '4149', '6007'];

/** Failures that say nothing about a card: faults of the gateway or of the order, and unpaid pages. */
const NO_DECLINES: readonly (string | null)[] = [
  '4005',
  '4119',
  '4124',
  '4128',
  '4139',
  '4150',
  '4151',
  '4152',
  '4160',
  ...PAGE_ENDS,
];

/**
 * Whether the gateway tried the card and declined it, according to its answer, a webhook or a status query. An attempt
 * that was refused (P-409, busy, invalid), was not sent, was not found or was resolved manually is no decline
 * (contract, section 4).
 */
export function isDeclined(attempt: Attempt): boolean {
  return hasFailed(attempt) && attempt.endedBy === 'gateway' && !NO_DECLINES.includes(attempt.statusCode);
}

/** Whether it was a hosted page that was left or cancelled, according to the gateway. */
export function isUnpaidPage(attempt: Attempt): boolean {
  const { mode, endedBy, statusCode } = attempt;
  return hasFailed(attempt) && mode === 'hosted' && endedBy === 'gateway' && PAGE_ENDS.includes(statusCode);
}
