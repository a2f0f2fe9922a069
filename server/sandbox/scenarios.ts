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

/** What the imitated bank does with a card. */
export type Scenario =
  | { kind: 'success' }
  | { kind: 'challenge' }
  | { kind: 'failure'; code: StatusCode }
  | { kind: 'processing' }
  | { kind: 'charged-but-error' }
  | { kind: 'charged-but-reset' }
  | { kind: 'reset' };

interface TestCard {
  number: string;
  says: string;
  scenario: Scenario;
  /** Whether `order_3ds_bypass` `always` adds a challenge. */
  challengedAlways?: true;
}

/** The sandbox's own convention; the gateway publishes no table of cards and outcomes. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', says: 'Success', scenario: { kind: 'success' }, challengedAlways: true },
  { number: '5454545454545454', says: '3-D Secure challenge', scenario: { kind: 'challenge' } },
  { number: '378282246310005', says: 'Success, American Express', scenario: { kind: 'success' } },
  { number: '4000000000000002', says: 'Rejected', scenario: { kind: 'failure', code: '4153' } },
  { number: '4000000000009995', says: 'Insufficient funds', scenario: { kind: 'failure', code: '4009' } },
  { number: '4000000000000069', says: 'Card expired', scenario: { kind: 'failure', code: '4001' } },
  { number: '4000000000000127', says: 'Invalid card data', scenario: { kind: 'failure', code: '4144' } },
  { number: '4000000000000119', says: 'Pending, then success', scenario: { kind: 'processing' } },
  { number: '4000000000000341', says: 'Charged, then error 500', scenario: { kind: 'charged-but-error' } },
  { number: '4000000000000259', says: 'Charged, then cut off', scenario: { kind: 'charged-but-reset' } },
  { number: '4000000000000101', says: 'Cut off, not charged', scenario: { kind: 'reset' } },
];

/** Any other valid card behaves like 4242…. */
const ANY_OTHER: TestCard = { number: '', says: '', scenario: { kind: 'success' }, challengedAlways: true };

/**
 * The scenario of a card.
 * @param bypass order_3ds_bypass: `always` adds a challenge for some cards, `never` removes it for all
 * @param now the sandbox's time: an invalid card fails with 4144, an expired one with 4001
 */
export function scenarioOf(card: SandboxCard, bypass: string, now: number): Scenario {
  if (!passesLuhn(card.number)) return { kind: 'failure', code: '4144' };
  if (card.expMonth !== null && card.expYear !== null) {
    const fault = dateFault(card.expMonth, card.expYear, now);
    if (fault) return { kind: 'failure', code: fault === 'expired' ? '4001' : '4144' };
  }
  const known = TEST_CARDS.find((test) => test.number === card.number) ?? ANY_OTHER;
  if (known.scenario.kind === 'challenge' && bypass === 'never') return { kind: 'success' };
  if (known.challengedAlways && bypass === 'always') return { kind: 'challenge' };
  return known.scenario;
}

/** The scenario of a card token: that of its card, without a challenge. */
export function tokenScenarioOf(card: SandboxCard, now: number): Scenario {
  return scenarioOf(card, 'never', now);
}

/** What is wrong with an expiry date, or null. Any future date is valid. */
export function dateFault(month: number, year: number, now: number): 'month' | 'expired' | null {
  const fault = expiryFault(month, year, new Date(now));
  return fault === 'month' || fault === 'expired' ? fault : null;
}
