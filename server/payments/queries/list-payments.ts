import type { PaymentStatus, PaymentView } from '../../contract/checkout-api.ts';
import type { Page } from '../../contract/merchant-api.ts';
import type { FieldError } from '../../contract/problem.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { invalidAll } from '../refusals.ts';
import { instantOf, readPage } from './read-page.ts';

/** Which payments to list, as the route has read it (`listQuery`). */
export interface ListInput {
  /** as shown */
  status?: PaymentStatus | undefined;
  /** created at or after, and before: yyyy-MM-dd (midnight, UTC) or an instant of ISO 8601 */
  from?: string | undefined;
  to?: string | undefined;
  /** a `nextCursor` of an earlier page */
  cursor?: string | undefined;
  /** 1 to 100; default 50 */
  limit?: number | undefined;
}

/**
 * Lists payments, newest first.
 * @throws ProblemError `invalid-input`: `invalid-time`, `before-from`, `invalid` (a cursor)
 */
export async function listPayments(deps: PaymentDeps, input: ListInput): Promise<Page<PaymentView>> {
  const { limit = 50, status, cursor: after } = input;
  const from = input.from === undefined ? undefined : instantOf(input.from);
  const to = input.to === undefined ? undefined : instantOf(input.to);
  const faults: (FieldError | false)[] = [
    from === null && { path: 'from', code: 'invalid-time' },
    to === null && { path: 'to', code: 'invalid-time' },
    !!from && !!to && to < from && { path: 'to', code: 'before-from' },
  ];
  const errors = faults.filter((fault) => fault !== false);
  if (from === null || to === null || errors.length > 0) throw invalidAll(errors);
  const filter = { status, from, to, after, limit };
  const { items, damaged, next } = await readPage(() => deps.store.listPayments(filter));
  logDamaged(deps, damaged);
  return { data: items, nextCursor: next };
}

/** Once per order: a list may be read every few seconds. */
function logDamaged({ damagedViews, log }: PaymentDeps, orderIds: readonly string[]): void {
  for (const orderId of orderIds) {
    if (damagedViews.has(orderId)) continue;
    damagedViews.add(orderId);
    log('payment.unreadable', { orderId });
  }
}
