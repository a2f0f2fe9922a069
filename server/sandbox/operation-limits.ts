import type { SandboxOperation, SandboxPayment } from './ledger.ts';
import { Refusal } from './refusal.ts';
import type { Share } from '../contract/split.ts';
import { fitInto, withoutShares } from './shares.ts';

type Method = SandboxOperation['method'];

/** What an operation may move now. */
export interface Allowed {
  /** the maximum, in minor units */
  maxMinor: number;
  /** the amount if the request names none */
  fullMinor: number;
  /** for a refund: what each sub-merchant has left, or null if the payment was not split */
  shares: Share[] | null;
}

/**
 * The limits that states and sums set to an operation (interface 14.3, 14.4, 14.5, 14.6).
 * @param overCapturePercent by how much a capture may exceed the reserve
 * @throws Refusal 400 if the states do not allow the operation
 */
export function allowedFor(payment: SandboxPayment, method: Method, overCapturePercent: number): Allowed {
  if (payment.status !== 'success') throw notAllowed('The payment has not succeeded');
  if (method === 'refund') return refundable(payment);
  if (payment.stated.method !== 'auth') throw notAllowed(`Only an auth allows a ${method}`);
  if (succeeded(payment, 'void').length > 0) throw notAllowed('The reserve was voided');
  if (succeeded(payment, 'capture').length > 0) throw notAllowed('The reserve was captured');
  const fullMinor = payment.amountMinor;
  const maxMinor = method === 'void' ? fullMinor : Math.floor((fullMinor * (100 + overCapturePercent)) / 100);
  return { maxMinor, fullMinor, shares: null };
}

/**
 * The shares of a refund: those that it names, or all that is left for a full refund of a split payment. Null if the
 * payment was not split. Does not check whether a share is too large.
 * @throws Refusal 400 for shares of a payment that was not split, of a sub-merchant without a share in it, and for a
 *   partial refund of a split payment without shares
 */
export function refundedShares(
  allowed: Allowed,
  named: readonly Share[] | null,
  isFull: boolean,
): readonly Share[] | null {
  const { shares } = allowed;
  if (!shares && named) throw notAllowed('The payment was not split', 'split');
  if (!shares) return null;
  if (!named && !isFull) throw notAllowed('A part of a split payment is refunded by split refund');
  const unknown = named?.find((share) => !shares.some((own) => own.subMerchantId === share.subMerchantId));
  if (unknown) throw notAllowed(`${unknown.subMerchantId} has no share left in this payment`, 'split');
  return named ?? shares;
}

/** Whether an operation exceeds the total, or the share of one sub-merchant. */
export function asksTooMuch(allowed: Allowed, amountMinor: number, shares: readonly Share[] | null): boolean {
  if (amountMinor > allowed.maxMinor) return true;
  return allowed.shares !== null && shares !== null && !fitInto(allowed.shares, shares);
}

function refundable(payment: SandboxPayment): Allowed {
  if (payment.stated.method === 'lookup') throw notAllowed('A lookup cannot be refunded');
  const captures = succeeded(payment, 'capture');
  const refunds = succeeded(payment, 'refund');
  const paid = payment.stated.method === 'auth' ? amountOf(captures) : payment.amountMinor;
  const rest = paid - amountOf(refunds);
  if (rest <= 0) throw notAllowed('There is nothing to refund');
  const split = payment.split ?? captures.find((capture) => capture.split)?.split ?? null;
  const taken = refunds.flatMap((refund) => refund.split ?? []);
  return { maxMinor: rest, fullMinor: rest, shares: split && withoutShares(split, taken) };
}

function succeeded(payment: SandboxPayment, method: Method): SandboxOperation[] {
  return payment.operations.filter((one) => one.method === method && one.status === 'success');
}

function amountOf(operations: readonly SandboxOperation[]): number {
  return operations.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** 400: the order's state does not allow the request. */
export function notAllowed(reason: string, field = 'order_id'): Refusal {
  return new Refusal(400, reason, [{ field_name: field, violation: reason }]);
}
