import type { Attempt } from './attempt.ts';
import { hasFailed, hasSucceeded } from './transaction.ts';

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
