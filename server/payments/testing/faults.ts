import type { Report } from '../order/journal.ts';

/** For tests: what can go wrong at the gateway and on the way to it. */

export type Random = () => number;

/** Marsaglia's xorshift: numbers from 0 to 1. */
export function randomOf(seed: number): Random {
  let state = seed | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 8; round += 1) next();
  return next;
}

/** What happens to the request for a payment. */
export const PAYMENT_FAULTS = [
  'none',
  'lost-before',
  'lost-after',
  /** arrives within the grace time, or after it */
  'late',
  'too-late',
  'not-sent',
  'busy',
  /** "order id exists": our payment is there, or another merchant system's, said by a refusal or by 4119 */
  'exists-own',
  'exists-stranger',
  'exists-4119',
  /** the same, but the refusal is lost */
  'stranger-lost',
  'odd-answer',
] as const;
export type PaymentFault = (typeof PAYMENT_FAULTS)[number];

/** What happens to the request for a capture, void or refund. */
export const OPERATION_FAULTS = [
  'none',
  'declined',
  'lost-before',
  'lost-after',
  'late',
  'not-sent',
  'busy',
  /** the answer has no operation id */
  'nameless',
  'pending',
] as const;
export type OperationFault = (typeof OPERATION_FAULTS)[number];

/** How a report of a payment can contradict the request. */
export const ODD_VALUES: ((report: Report) => Partial<Report>)[] = [
  ({ amountMinor }) => ({ amountMinor: Math.floor((amountMinor ?? 0) / 2) }),
  ({ amountMinor }) => ({ processed: { amountMinor: Math.floor((amountMinor ?? 0) / 3), currency: 'UAH' } }),
  () => ({ processed: { amountMinor: 1, currency: 'USD' } }),
  () => ({ cardMask: '400000******0002' }),
  ({ mode }) => ({ mode: mode === 'direct' ? 'hosted' : 'direct' }),
  ({ method }) => ({ method: method === 'purchase' ? 'auth' : 'purchase' }),
  ({ gatewayOrderId }) => ({ gatewayOrderId: `${gatewayOrderId}-odd` }),
  () => ({ currency: 'XTS' }),
  () => ({ posId: 'odd' }),
  () => ({ gatewayPaymentId: 'odd' }),
];
/** The same for an operation: it may also be told with two amounts. */
export const ODD_OPERATION_VALUES: typeof ODD_VALUES = [
  ({ amountMinor }) => ({ amountMinor: (amountMinor ?? 0) + 20 }),
  ...ODD_VALUES.slice(-3),
];
