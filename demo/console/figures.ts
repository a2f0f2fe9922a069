import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { type DeclineReason, declineReason } from '../../server/contract/decline-reason.ts';
import { isCancelled } from './statuses.ts';

/** Statistics of a list of payments. Pure. */

type Listed = Pick<PaymentView, 'status' | 'statusCode' | 'createdAt'>;

/** The number of payments by outcome. A cancelled payment is no decline. */
export interface Approval {
  succeeded: number;
  declined: number;
  cancelled: number;
  open: number;
  /** the share of successes among successes and declines, 0–1; null if there are none */
  rate: number | null;
}

export function approvalOf(payments: readonly Listed[]): Approval {
  const succeeded = payments.filter(({ status }) => status === 'success').length;
  const cancelled = payments.filter(isCancelled).length;
  const declined = payments.filter(({ status }) => status === 'failure').length - cancelled;
  const ended = succeeded + declined;
  const rate = ended === 0 ? null : succeeded / ended;
  return { succeeded, declined, cancelled, open: payments.length - ended - cancelled, rate };
}

/** A number of payments under a name. */
export interface Count {
  name: string;
  count: number;
}

const REASON_NAMES: Readonly<Record<DeclineReason, string>> = {
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
  shop: 'Shop misconfigured',
  technical: 'Technical failure',
  generic: 'Not classified, or never sent',
};

/** The most frequent reasons of declines; all others are counted together. The sum is the number of declines. */
export function declinesOf(payments: readonly Listed[], most: number): Count[] {
  const counts = new Map<string, number>();
  for (const payment of payments) {
    if (payment.status !== 'failure' || isCancelled(payment)) continue;
    const name = REASON_NAMES[declineReason(payment.statusCode)];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
  if (sorted.length <= most) return sorted;
  const rest = sorted.splice(most - 1).reduce((sum, { count }) => sum + count, 0);
  return [...sorted, { name: 'Other', count: rest }];
}

/** Payments of a period: when it begins, in milliseconds since 1970, and how they ended. */
export interface Period extends Approval {
  from: number;
}

const HOUR_MS = 3_600_000;
const MOST_HOURS = 48;

/** The payments by the hour of their attempt, or by the day (UTC) if they span days, without gaps, oldest first. */
export function periodsOf(payments: readonly Listed[]): Period[] {
  const times = payments.map(({ createdAt }) => Date.parse(createdAt));
  if (times.length === 0) return [];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const size = last - first < MOST_HOURS * HOUR_MS ? HOUR_MS : 24 * HOUR_MS;
  const start = Math.floor(first / size) * size;
  return Array.from({ length: Math.floor((last - start) / size) + 1 }, (_, index) => {
    const from = start + index * size;
    const within = payments.filter((_, at) => Math.floor(((times[at] ?? 0) - start) / size) === index);
    return { from, ...approvalOf(within) };
  });
}
