import * as fc from 'fast-check';
import type { FinalStatus, OperationMethod } from '../../contract/words.ts';
import { expect } from 'vitest';
import { dueRefunds, isCancellable } from '../order/paying.ts';
import { isFinal } from '../order/payment.ts';
import type { ReviewItem } from '../order/views.ts';
import type { Bank, BankPayment } from './bank.ts';
import type { Witness } from './invariants.ts';

/** For tests: what payers, the gateway and people do; `which` picks among the payments that there are. */

export type GatewayStep =
  | { do: 'progress'; which: number; to: 'success' | 'failure' | 'pending' }
  | { do: 'portal'; which: number; method: OperationMethod; amountMinor: number | null }
  | { do: 'odd' | 'flip'; which: number };

/** What the network, the merchant and people do. */
export type ShopStep =
  | { do: 'deliver'; which: number }
  | { do: 'wait'; ms: number }
  | { do: 'update-order'; amountMinor: number; method: 'purchase' | 'auth'; by: 'token' | 'api' }
  | { do: 'resolve'; which: number; as: FinalStatus | 'truth' };

export const which = fc.nat({ max: 7 });
export const method = fc.constantFrom('capture', 'void', 'refund');
/** Mostly equal, so that one may be taken for another; null for everything. */
export const amountMinor = fc.constantFrom(null, 30, 30, 70);

const ordered = fc.constantFrom('purchase' as const, 'purchase' as const, 'auth' as const);

/** With how often each happens. */
export const COMMON_STEPS: [number, fc.Arbitrary<GatewayStep | ShopStep>][] = [
  [
    3,
    fc.record({ do: fc.constant('progress'), which, to: fc.constantFrom('success', 'failure', 'pending') }),
  ],
  [2, fc.record({ do: fc.constant('portal'), which, method, amountMinor })],
  [1, fc.record({ do: fc.constantFrom('odd', 'flip'), which })],
  [4, fc.record({ do: fc.constant('deliver'), which })],
  [
    4,
    fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(500, 3_000, 12_000, 35_000, 70_000, 600_000) }),
  ],
  [
    1,
    fc.record({
      do: fc.constant('update-order'),
      amountMinor: fc.constantFrom(100, 100, 120),
      method: fc.constantFrom('purchase', 'auth'),
      by: fc.constantFrom('token', 'api'),
    }),
  ],
  [1, fc.record({ do: fc.constant('resolve'), which, as: fc.constantFrom('truth', 'success', 'failure') })],
];

/** All conditions of the gateway, and the seed of its faults. */
const conditions = fc.record({
  seed: fc.integer(),
  hostility: fc.constantFrom(0.05, 0.2, 0.6),
  // A clock that is wrong, and zones.
  skewMs: fc.constantFrom(
    ...Array<number>(8).fill(0),
    -4_000,
    -30_000,
    -90_000,
    5_000,
    -75_000,
    -10_800_000,
    10_800_000,
    50_400_000,
  ),
  commissionMinor: fc.constantFrom(0, 0, 0, 0, 0, 7),
  enforces: fc.boolean(),
  tellsAddress: fc.constantFrom('as sent', 'its own', 'none'),
});

export const weighted = <T>(steps: readonly [number, fc.Arbitrary<T>][]): fc.Arbitrary<T> =>
  fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** An order of this method, and what happens to it: so many steps. */
export const casesOf = <T>(step: fc.Arbitrary<T>, { minLength, maxLength }: fc.ArrayConstraints) =>
  fc.record({
    steps: fc.array(step, { minLength: minLength ?? 0, maxLength: maxLength ?? 0, size: 'max' }),
    method: ordered,
    gateway: conditions,
  });

/** How many cases are tried: by default `few`; which ones, is told by `SEED`. */
export const parameters = (few: number) => ({
  numRuns: Number(process.env['CASES'] ?? few),
  seed: Number(process.env['SEED'] ?? 20_260_615),
});

/** An order that is played. */
interface Played extends Pick<Witness, 'bank' | 'order'> {
  review: ReviewItem[];
  resolve(item: ReviewItem | undefined, as: FinalStatus): void | Promise<void>;
  work(): void | Promise<void>;
}

/** A person ends whatever is in review, rightly or wrongly, and nothing stays open. */
export async function expectAllResolved(played: Played): Promise<void> {
  for (let round = 0; played.review.length > 0; round += 1) {
    const [first] = played.review;
    await played.resolve(first, played.bank.chance(0.5) ? 'success' : 'failure');
    const same = played.review.filter(
      (one) => one.paymentId === first?.paymentId && one.operationId === first.operationId,
    );
    expect(same, 'what was resolved is no longer in review').toEqual([]);
    expect(round, 'review ends').toBeLessThan(40);
    await played.work();
  }
  const { state } = played.order;
  const open = [...state.payments.filter((one) => !isCancellable(one)), ...state.operations];
  expect(open.filter((one) => !isFinal(one))).toEqual([]);
  expect(dueRefunds(state)).toEqual([]);
}

export function playAtGateway(bank: Bank, step: GatewayStep): void {
  const payment = bank.payments[step.which % Math.max(1, bank.payments.length)];
  if (!payment) return;
  if (step.do === 'portal') bank.operateInPortal(payment, step.method, step.amountMinor);
  else if (step.do === 'progress') progress(bank, payment, step.to);
  else if (!bank.mishap()) return;
  else if (step.do === 'odd') bank.tellOdd(payment);
  else bank.flip(payment);
}

/** A payer, or the gateway, goes on with what is open of a payment. */
function progress(bank: Bank, payment: BankPayment, to: 'success' | 'failure' | 'pending'): void {
  const { gatewayOrderId, isOurs, mode, status } = payment;
  const isLost = isOurs && mode === 'hosted' && to !== 'failure' && !bank.isPageKnown(gatewayOrderId);
  if (isLost) return;
  if (status === 'init' || status === 'pending') bank.progress(payment, to);
  else if (to === 'success') bank.tryAnotherCard(payment);
  for (const one of payment.operations) {
    if (one.status === 'pending' && to !== 'pending') bank.endOperation(payment, one, to);
  }
}

/** The gateway ends most of what is open. */
export function endOpen(bank: Bank): void {
  for (const one of bank.payments) {
    if (bank.chance(0.8)) progress(bank, one, bank.chance(0.5) ? 'success' : 'failure');
  }
}

/** What a person says of something in review; null while nobody can know. */
export function wordOf(
  { bank, order }: Pick<Witness, 'bank' | 'order'>,
  { paymentId, operationId }: ReviewItem,
  as: FinalStatus | 'truth',
): { status: FinalStatus; amountMinor: number | null; isTrue: boolean } | null {
  const payment = order.state.payments.find((one) => one.id === paymentId);
  const row = order.state.operations.find((one) => one.id === operationId);
  const its = payment && bank.ours(payment.gatewayOrderId);
  const operation = its?.operations.find((one) => one.request === row?.id || one.id === row?.operationId);
  const truth = (row ? operation : its)?.status ?? 'failure';
  const status = as === 'truth' ? truth : as;
  if (status !== 'success' && status !== 'failure') return null;
  const isTrue = status === truth;
  return { status, amountMinor: (isTrue && operation?.amountMinor) || null, isTrue };
}
