import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { type DeclineReason, declineReason } from '../../server/contract/decline-reason.ts';
import { isCancelled } from './statuses.ts';

/** Statistics of a list of payments. Pure. */

type Listed = Pick<PaymentView, 'status' | 'statusCode' | 'createdAt' | 'updatedAt'>;

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

const TIMES: readonly (readonly [name: string, toS: number])[] = [
  ['up to 1 s', 1],
  ['up to 10 s', 10],
  ['up to 30 s', 30],
  ['up to 2 min', 120],
  ['longer', Infinity],
];

/** The time from the attempt to the gateway's report, for successful payments. `medianS`: seconds; null without any. */
export function timeToPayOf(payments: readonly Listed[]): { counts: Count[]; medianS: number | null } {
  const seconds = payments
    .filter(({ status }) => status === 'success')
    .map(({ createdAt, updatedAt }) => (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000)
    .sort((a, b) => a - b);
  const counts = TIMES.map(([name, toS], index) => {
    const fromS = TIMES[index - 1]?.[1] ?? -Infinity;
    return { name, count: seconds.filter((one) => one > fromS && one <= toS).length };
  });
  return { counts, medianS: seconds[Math.floor((seconds.length - 1) / 2)] ?? null };
}

/** Payments of a period: when it begins, in milliseconds since 1970, and how they ended. */
export interface Period extends Approval {
  from: number;
}

const MINUTE_MS = 60_000;
const PERIODS_MS = [1, 5, 15, 60, 180, 720, 1440, 7 * 1440, 30 * 1440].map((minutes) => minutes * MINUTE_MS);
const MOST_PERIODS = 16;

/** The payments by the time of their attempt, in equal periods without gaps, oldest first. */
export function periodsOf(payments: readonly Listed[]): Period[] {
  const times = payments.map(({ createdAt }) => Date.parse(createdAt));
  if (times.length === 0) return [];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const size =
    PERIODS_MS.find((ms) => (last - first) / ms < MOST_PERIODS - 1) ?? (last - first) / MOST_PERIODS;
  // Whole hours and days of the reader's time zone.
  const offset = new Date(first).getTimezoneOffset() * MINUTE_MS;
  const start = Math.floor((first - offset) / size) * size + offset;
  return Array.from({ length: Math.floor((last - start) / size) + 1 }, (_, index) => {
    const from = start + index * size;
    const within = payments.filter((_, at) => Math.floor(((times[at] ?? 0) - start) / size) === index);
    return { from, ...approvalOf(within) };
  });
}
