import type { Attempt } from './attempt.ts';
import { hasFailed, hasSucceeded } from './transaction.ts';

/** What the end of an attempt means for the card: a decline, a saved card that is no longer valid, a card to save. */

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

/**
 * Card expired, and invalid card data: the failures of a payment that show its card token is no longer valid. Any other
 * failure (funds, limits, a refusal by the bank) may be temporary, so the card stays.
 */
const DEAD_CARD: readonly (string | null)[] = ['4001', '4144'];

/** Whether the gateway has reported that the saved card of this attempt is no longer valid. */
export function isSavedCardRefused(attempt: Attempt): boolean {
  if (attempt.savedCard === undefined || !hasFailed(attempt)) return false;
  const { endedBy, statusCode, tokenRefused } = attempt;
  return (endedBy === 'refused' && tokenRefused) || (endedBy === 'gateway' && DEAD_CARD.includes(statusCode));
}

/** Whether the card that was typed for this attempt is to be saved: the gateway confirmed the payment. */
export function earnsItsCard(attempt: Attempt): boolean {
  return attempt.savesCard === true && attempt.endedBy === 'gateway' && hasSucceeded(attempt);
}
