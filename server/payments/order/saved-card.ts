import type { Attempt } from './attempt.ts';
import { hasFailed, hasSucceeded } from './transaction.ts';

/**
 * Card expired, and invalid card data: what a token that is good no more can be told by in a payment that was made. Every
 * other failure (funds, limits, a bank that says no) may be different tomorrow, so the card stays.
 */
const DEAD_CARD: readonly (string | null)[] = ['4001', '4144'];

/** Whether the gateway has said that the saved card which this attempt charges is good no more. */
export function isSavedCardRefused(attempt: Attempt): boolean {
  if (attempt.savedCard === undefined || !hasFailed(attempt)) return false;
  const { endedBy, statusCode, tokenRefused } = attempt;
  return (endedBy === 'refused' && tokenRefused) || (endedBy === 'gateway' && DEAD_CARD.includes(statusCode));
}

/** Whether the card that was typed for this attempt is to be kept: certainly paid with, as the gateway says. */
export function earnsItsCard(attempt: Attempt): boolean {
  return attempt.savesCard === true && attempt.endedBy === 'gateway' && hasSucceeded(attempt);
}
