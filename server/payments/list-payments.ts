import type { PaymentStatus, PaymentView } from '../contract/checkout-api.ts';
import type { Page } from '../contract/merchant-api.ts';
import type { FieldError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';
import { instantOf } from './instant.ts';
import type { Payment } from './payment.ts';
import { invalidAll } from './refusals.ts';
import { viewOf } from './view.ts';

/** Which payments to list, as it was asked for. */
export interface ListInput {
  /** as shown: `init`, `pending`, `success`, `failure`, `unknown` */
  status?: string | undefined;
  /** created at or after, and before: yyyy-MM-dd (midnight, UTC) or an instant of ISO 8601 */
  from?: string | undefined;
  to?: string | undefined;
  /** a `nextCursor` of an earlier page */
  cursor?: string | undefined;
  /** 1 to 100; default 50 */
  limit?: number | undefined;
}

const STATUSES: readonly string[] = ['init', 'pending', 'success', 'failure', 'unknown'];
const MOST = 100;

/**
 * Lists payments, the newest first.
 * @throws ProblemError `invalid-input`: `invalid-status`, `invalid-time`, `before-from`, `invalid` (a cursor),
 *   `invalid-limit`
 */
export async function listPayments(deps: PaymentDeps, input: ListInput): Promise<Page<PaymentView>> {
  const { limit = 50, status } = input;
  const from = input.from === undefined ? undefined : instantOf(input.from);
  const to = input.to === undefined ? undefined : instantOf(input.to);
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const faults: (FieldError | false)[] = [
    status !== undefined && !STATUSES.includes(status) && { path: 'status', code: 'invalid-status' },
    from === null && { path: 'from', code: 'invalid-time' },
    to === null && { path: 'to', code: 'invalid-time' },
    !!from && !!to && to < from && { path: 'to', code: 'before-from' },
    after === null && { path: 'cursor', code: 'invalid' },
    !(Number.isInteger(limit) && limit >= 1 && limit <= MOST) && { path: 'limit', code: 'invalid-limit' },
  ];
  const errors = faults.filter((fault) => fault !== false);
  if (from === null || to === null || after === null || errors.length > 0) throw invalidAll(errors);
  const filter = { status: status as PaymentStatus | undefined, from, to, after, limit };
  const { payments, next } = await deps.store.listPayments(filter);
  return { data: await views(deps, payments), nextCursor: next === null ? null : cursorOf(next) };
}

/** Each beside the other tries of its order: whether it can be tried again depends on them. */
async function views(deps: PaymentDeps, payments: readonly Payment[]): Promise<PaymentView[]> {
  const tries = new Map<string, Payment[]>();
  for (const { orderId } of payments) {
    if (!tries.has(orderId)) tries.set(orderId, await deps.store.paymentsOfOrder(orderId));
  }
  return payments.map((payment) => viewOf(payment, tries.get(payment.orderId) ?? [payment]));
}

/** Opaque to the merchant, so that it may hold something else one day. */
function cursorOf(seq: number): string {
  return btoa(`after:${seq}`).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function readCursor(cursor: string): number | null {
  if (!/^[\w-]{1,64}$/.test(cursor)) return null;
  const base64 = cursor.replaceAll('-', '+').replaceAll('_', '/');
  if (base64.length % 4 === 1) return null;
  const [, digits] = /^after:(\d{1,15})$/.exec(atob(base64)) ?? [];
  return digits === undefined ? null : Number(digits);
}
