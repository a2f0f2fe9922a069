import type { OperationMethod } from './order/journal.ts';
import type { Share } from '../contract/split.ts';
import type { GatewayPayment } from './gateway-port.ts';
import type { Fate, OperationState, PaymentState, ReadFate } from './test-fates.ts';
import type { TestClock } from './test-world.ts';

/** For tests: the books of a {@link TestBank}, and the faults that a call may have. */

export interface BankPayment {
  gatewayOrderId: string;
  gatewayPaymentId: string;
  mode: 'direct' | 'hosted';
  method: 'purchase' | 'auth';
  amountMinor: number;
  split: readonly Share[] | null;
  cardMask: string | null;
  state: PaymentState;
  code: string | null;
  /** of the challenge, or of the page */
  url: string | null;
  sentAt: number;
  /** before that it cannot be read */
  arrivesAt: number;
  /** reads answer that there is none */
  denied: boolean;
  /** false: another payment under the same id */
  own: boolean;
  /** the last status that the companion has certainly processed, and the step in which it did */
  known: { state: PaymentState; step: number } | null;
}

export interface BankOperation {
  id: string;
  payment: BankPayment;
  method: OperationMethod;
  amountMinor: number;
  split: readonly Share[] | null;
  comment: string | null;
  state: OperationState;
  /** made in the gateway's portal */
  portal: boolean;
  /** its webhook is lost for good: only a query reports it */
  missed: boolean;
  /** the step by which the companion certainly knew of it, or null */
  heard: number | null;
  told: boolean;
  sentAt: number;
}

export interface Books {
  payments: readonly BankPayment[];
  operations: readonly BankOperation[];
  /** the current step: its reports may have come too late for a call in the same step */
  step: number;
}

/** The state that the parts of a bank share. */
export interface Bank extends Books {
  readonly clock: TestClock;
  readonly reads: ReadFate;
  /** of the next operations */
  readonly fates: { operation: Fate[] };
  readonly calls: { operation: number; declined: number };
  readonly faults: string[];
  /** every webhook that was ever due, as it was at that time */
  readonly webhooks: GatewayPayment[];
  /** delivers a webhook while a call is in flight */
  readonly deliver: (webhook: GatewayPayment) => Promise<void>;
}

/** After this time a gateway that does not know a call will never perform it. */
export const GRACE_MS = 60_000;

/** Lets other tasks continue. */
export const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Some gateways report the time, some do not. */
export function timeOf({ sentAt }: { sentAt: number }): string | null {
  return sentAt % 2_000 < 1_000 ? new Date(sentAt).toISOString() : null;
}

const GONE: ReadonlySet<OperationState> = new Set(['failed', 'none', 'refused']);

/** Operations that happened, will happen, or may have happened according to the reports. */
export function operationsInForce(
  books: Books,
  payment: BankPayment,
  method: OperationMethod,
): BankOperation[] {
  return books.operations.filter(
    (one) => one.payment === payment && one.method === method && !GONE.has(one.state),
  );
}

/** A charge or capture. */
export interface Taking {
  amountMinor: number;
  split: readonly Share[] | null;
}

export function taken(books: Books, payment: BankPayment): Taking | null {
  if (payment.state !== 'success') return null;
  if (payment.method === 'purchase') return payment;
  return operationsInForce(books, payment, 'capture').find((one) => one.state === 'done') ?? null;
}

/** The rest of a success: the refundable rest, or the authorized amount. */
export function leftOf(books: Books, payment: BankPayment): number {
  if (payment.state !== 'success') return 0;
  const done = (method: OperationMethod) =>
    operationsInForce(books, payment, method).filter((one) => one.state === 'done');
  const source = taken(books, payment);
  if (source) return source.amountMinor - sum(done('refund'));
  return done('void').length > 0 ? 0 : payment.amountMinor;
}

/** Whether nothing is left of it, or will be left once open operations are done. */
function isReturning(books: Books, payment: BankPayment): boolean {
  const source = taken(books, payment);
  if (source) return sum(operationsInForce(books, payment, 'refund')) >= source.amountMinor;
  return operationsInForce(books, payment, 'void').length > 0;
}

/** Why a refund must not be sent: no more may be refunded than was charged, as far as it can be known. */
export function refundFaults(books: Books, payment: BankPayment, asked: Taking): string[] {
  const source = taken(books, payment);
  if (!source) return ['a refund of what was not taken in'];
  const before = operationsInForce(books, payment, 'refund').filter((one) => isKnown(books, one));
  const over = sum(before) + asked.amountMinor > source.amountMinor ? ['more refunded than taken in'] : [];
  return [...over, ...shareFaults(source, asked)];
}

/** An operation in the portal counts as soon as it was reported, like one that was mistaken for it. */
const isKnown = ({ step }: Books, { portal, missed, heard }: BankOperation): boolean =>
  (!portal && !missed) || (heard !== null && heard < step);

function shareFaults(source: Taking, { amountMinor, split }: Taking): string[] {
  if (!split) return source.split ? ['a divided payment refunded without split'] : [];
  return sum(split) === amountMinor ? [] : ['shares that do not add up'];
}

/** Whether a refund returns more of a share than is left. The gateway declines it: the companion may not know. */
export function exceedsShare(books: Books, payment: BankPayment, split: readonly Share[] | null): boolean {
  const source = taken(books, payment)?.split;
  // A capture in the portal looks like one of ours that was split.
  if (!source || !split) return false;
  const before = operationsInForce(books, payment, 'refund').flatMap((one) => one.split ?? []);
  return split.some(({ subMerchantId, amountMinor }) => {
    const of = (shares: readonly Share[]) => sum(shares.filter((one) => one.subMerchantId === subMerchantId));
    return of(before) + amountMinor > of(source);
  });
}

/** Why a capture or void must not be sent: an authorization ends once. */
export function reserveFaults(
  books: Books,
  payment: BankPayment,
  method: OperationMethod,
  amountMinor: number,
): string[] {
  const others = [
    ...operationsInForce(books, payment, 'capture'),
    ...operationsInForce(books, payment, 'void'),
  ];
  const known = others.filter((one) => isKnown(books, one));
  return [
    ...(payment.state === 'success' ? [] : [`a ${method} of what was not reserved`]),
    ...(known.length > 0 ? [`a ${method} after ${known.map((one) => one.method).join()}`] : []),
    ...(amountMinor > payment.amountMinor ? ['more captured than reserved'] : []),
  ];
}

/** Why a payment must not begin: another one pays the order, is open, or is in doubt. */
export function paymentFaults(books: Books, gatewayOrderId: string, amountMinor: number): string[] {
  return books.payments.flatMap((one) => {
    if (one.gatewayOrderId === gatewayOrderId && one.own) return ['an order id used twice'];
    if (!one.own) return [];
    if (one.state === 'lost') return ['a payment beside one in doubt'];
    if (one.known === null || one.known.step >= books.step) return [];
    if (one.state === 'init' || one.state === 'pending') return ['a payment beside an open one'];
    const pays = one.known.state === 'success' && one.amountMinor === amountMinor && !isReversed(books, one);
    // A payment that the merchant refunds need not pay an order whose parameters have changed since.
    return pays && !isReturning(books, one) ? ['a payment of what is paid'] : [];
  });
}

export const isReversal = ({ comment }: Pick<BankOperation, 'comment'>): boolean =>
  comment?.startsWith('Duplicate payment') ?? false;

function isReversed(books: Books, payment: BankPayment): boolean {
  return books.operations.some((one) => one.payment === payment && isReversal(one));
}

export function sum(of: readonly { amountMinor: number }[]): number {
  return of.reduce((total, one) => total + one.amountMinor, 0);
}
