import type { OperationMethod } from '../../server/contract/words.ts';

/** An order of a day. Only what differs from a purchase that is paid at once is named. */
export interface Story {
  /** quantities by product */
  items: Record<string, string>;
  /** of `demo/shop/kinds.ts` */
  kind?: string;
  card?: string;
  /** declined before `card` pays */
  declined?: string;
  /** what the gateway reports later: a status in place of another */
  report?: { was: string; status: string };
  /** what the merchant does later */
  operation?: { method: OperationMethod; amount?: string };
  /** of `demo/shop/sandbox.ts`, before the payment */
  fault?: string;
  /** the hosted page is opened and left */
  isLeft?: true;
}

const AMEX = '378282246310005';
const ASKED_FOR = '5454545454545454';
const REJECTED = '4000000000000002';
const SHORT_OF_MONEY = '4000000000009995';
const EXPIRED = '4000000000000069';
const APPROVED = { card: ASKED_FOR, report: { was: 'pending', status: 'success' } };

/** The orders that are no plain purchase. Of all payments about nine in ten are approved. */
const SPECIAL: readonly Story[] = [
  { items: { blanket: '1' }, ...APPROVED },
  { items: { mug: '4' }, declined: SHORT_OF_MONEY },
  { items: { candle: '2' }, operation: { method: 'refund' } },
  { items: { socks: '3' }, card: AMEX },
  { items: { blanket: '1', tea: '2' }, isLeft: true },
  { items: { kettle: '1', tea: '1' }, kind: 'auth', operation: { method: 'capture' } },
  { items: { blanket: '1' }, operation: { method: 'refund', amount: '20.00' } },
  { items: { mug: '6' }, kind: 'split' },
  { items: { blanket: '2' }, kind: 'auth', operation: { method: 'capture', amount: '89.00' } },
  { items: { mug: '3' }, ...APPROVED },
  { items: { kettle: '1' }, kind: 'auth', operation: { method: 'void' } },
  { items: { mug: '2', candle: '1' }, card: ASKED_FOR, report: { was: 'pending', status: 'failure' } },
  { items: { kettle: '2' }, kind: 'auth' },
  { items: { kettle: '1', candle: '2' }, ...APPROVED },
  { items: { socks: '2' }, card: EXPIRED },
  // Charged twice: the gateway reports a charge that it had declined, after another card has paid.
  { items: { candle: '6' }, declined: REJECTED, report: { was: 'failure', status: 'success' } },
  { items: { blanket: '1', mug: '2' }, kind: 'split' },
  { items: { blanket: '1', socks: '2' }, fault: 'wrong-amount' },
  { items: { kettle: '1', mug: '1' }, card: ASKED_FOR },
];

/** Between them. */
const PLAIN: readonly Story[] = [
  { items: { tea: '1', mug: '2' } },
  { items: { candle: '3' } },
  { items: { kettle: '1' } },
  { items: { socks: '1', tea: '2' } },
];

/** A shop's day, the first order first. */
export const DAY: readonly Story[] = SPECIAL.flatMap((story, index) => {
  const plain = PLAIN[index % PLAIN.length];
  return plain ? [plain, story] : [story];
});
