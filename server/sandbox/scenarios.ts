import { expiryFault, passesLuhn } from '../contract/card.ts';
import type { StatusCode } from './status-codes.ts';

/** A card in memory. Only its mask and token ever leave the sandbox. */
export interface SandboxCard {
  /** digits */
  number: string;
  /** 1 to 12, or null if a lookup named none */
  expMonth: number | null;
  /** four digits, or null if a lookup named none */
  expYear: number | null;
}

/** What the imitated bank does with a payment, and how the request for it is answered. */
export interface Scenario {
  /** the payment's next state: `success`, or a code of a failure, 2122 (challenge) or 2119 (pending); null: not charged */
  becomes: 'success' | StatusCode | null;
  /** instead of the usual answer */
  answer?: 'error-500' | 'reset';
  /** default: at once */
  webhook?: 'late' | 'none';
}

interface TestCard extends Scenario {
  number: string;
  says: string;
  /** Whether `order_3ds_bypass` `always` adds a challenge. */
  challengedAlways?: true;
}

/** The sandbox's own convention; the gateway publishes no table of cards and outcomes. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', says: 'Success', becomes: 'success', challengedAlways: true },
  { number: '5454545454545454', says: '3-D Secure challenge', becomes: '2122' },
  { number: '378282246310005', says: 'Success, American Express', becomes: 'success' },
  { number: '4000000000000002', says: 'Rejected', becomes: '4153' },
  { number: '4000000000009995', says: 'Insufficient funds', becomes: '4009' },
  { number: '4000000000000069', says: 'Card expired', becomes: '4001' },
  { number: '4000000000000127', says: 'Invalid card data', becomes: '4144' },
  { number: '4000000000000119', says: 'Pending, then success', becomes: '2119' },
  {
    number: '4000000000000341',
    says: 'Charged, then error 500',
    becomes: 'success',
    answer: 'error-500',
    webhook: 'late',
  },
  {
    number: '4000000000000259',
    says: 'Charged, then cut off',
    becomes: 'success',
    answer: 'reset',
    webhook: 'none',
  },
  { number: '4000000000000101', says: 'Cut off, not charged', becomes: null, answer: 'reset' },
];

export const SUCCESS: Scenario = { becomes: 'success' };
export const INVALID_CARD: Scenario = { becomes: '4144' };

/** Any other valid card behaves like 4242…. */
const ANY_OTHER: TestCard = { number: '', says: '', becomes: 'success', challengedAlways: true };

/**
 * The scenario of a card.
 * @param bypass order_3ds_bypass: `always` adds a challenge for some cards, `never` removes it for all
 * @param now the sandbox's time: an invalid card fails with 4144, an expired one with 4001
 */
export function scenarioOf(card: SandboxCard, bypass: string, now: number): Scenario {
  if (!passesLuhn(card.number)) return INVALID_CARD;
  if (card.expMonth !== null && card.expYear !== null) {
    const fault = dateFault(card.expMonth, card.expYear, now);
    if (fault) return { becomes: fault === 'expired' ? '4001' : '4144' };
  }
  const known = TEST_CARDS.find((test) => test.number === card.number) ?? ANY_OTHER;
  if (known.becomes === '2122' && bypass === 'never') return SUCCESS;
  return known.challengedAlways && bypass === 'always' ? { becomes: '2122' } : known;
}

/** What is wrong with an expiry date, or null. Any future date is valid. */
export function dateFault(month: number, year: number, now: number): 'month' | 'expired' | null {
  const fault = expiryFault(month, year, new Date(now));
  return fault === 'month' || fault === 'expired' ? fault : null;
}
