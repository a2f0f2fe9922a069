import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { type DeclineReason, declineReason } from '../../server/contract/decline-reason.ts';

/** Statistics of a list of payments. Pure. */

type Listed = Pick<PaymentView, 'status' | 'statusCode' | 'createdAt' | 'updatedAt'>;

/** The number of payments by outcome, and the share of successes among all completed ones; null if none is completed. */
export interface Approval {
  succeeded: number;
  failed: number;
  open: number;
  /** 0–1 */
  rate: number | null;
}

export function approvalOf(payments: readonly Listed[]): Approval {
  const succeeded = payments.filter(({ status }) => status === 'success').length;
  const failed = payments.filter(({ status }) => status === 'failure').length;
  const ended = succeeded + failed;
  return { succeeded, failed, open: payments.length - ended, rate: ended === 0 ? null : succeeded / ended };
}

/** A period, and the payments completed in it. */
export interface ApprovalPeriod extends Approval {
  /** milliseconds since 1970 */
  from: number;
}

/** Approval over time: the listed payments' time span in equal periods, oldest first. */
export function approvalOverTime(payments: readonly Listed[], pieces: number): ApprovalPeriod[] {
  const times = payments.map(({ createdAt }) => Date.parse(createdAt));
  if (times.length === 0) return [];
  const first = Math.min(...times);
  const size = Math.max(1, (Math.max(...times) - first) / pieces);
  const pieceOf = (time: number) => Math.min(pieces - 1, Math.floor((time - first) / size));
  return Array.from({ length: pieces }, (_, index) => ({
    from: first + index * size,
    ...approvalOf(payments.filter((_, at) => pieceOf(times[at] ?? first) === index)),
  }));
}

/** The reasons of failed payments, most frequent first. */
export function declinesOf(payments: readonly Listed[]): { reason: DeclineReason; count: number }[] {
  const counts = new Map<DeclineReason, number>();
  for (const { status, statusCode } of payments) {
    if (status !== 'failure') continue;
    const reason = declineReason(statusCode);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const rows = [...counts].map(([reason, count]) => ({ reason, count }));
  return rows.sort((one, other) => other.count - one.count);
}

/** Upper bounds of the "time to pay" classes in seconds; the last class has none. */
const LIMITS_S = [1, 3, 10, 30, 120, 600] as const;

/** The time from the attempt to the gateway's report, for successful payments. */
export interface TimeToPay {
  /** `toS`: the upper bound in seconds; null for all slower ones */
  pieces: { toS: number | null; count: number }[];
  /** seconds; null without successes */
  medianS: number | null;
}

export function timeToPayOf(payments: readonly Listed[]): TimeToPay {
  const seconds = payments
    .filter(({ status }) => status === 'success')
    .map(({ createdAt, updatedAt }) => (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000)
    .sort((one, other) => one - other);
  const pieceOf = (one: number) => LIMITS_S.findIndex((limit) => one <= limit);
  const pieces = [...LIMITS_S, null].map((toS, index) => ({
    toS,
    count: seconds.filter((one) => pieceOf(one) === (toS === null ? -1 : index)).length,
  }));
  return { pieces, medianS: medianOf(seconds) };
}

function medianOf(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const [below, above] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return below === undefined || above === undefined ? null : (below + above) / 2;
}

/** Short names of decline reasons. */
export const REASON_NAMES: Readonly<Record<DeclineReason, string>> = {
  'expired-card': 'Expired card',
  'card-data': 'Wrong card data',
  funds: 'Insufficient funds',
  limit: 'Card limit',
  timeout: 'Timed out',
  declined: 'Declined by the bank',
  'not-permitted': 'Card not supported',
  confirmation: '3-D Secure failed',
  issuer: 'Bank wants a call',
  cancelled: 'Cancelled',
  shop: 'Set-up of the shop',
  technical: 'Technical failure',
  generic: 'Other, or never sent',
};
