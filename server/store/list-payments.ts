import type { ExpressionBuilder, ExpressionWrapper, Kysely, SqlBool } from 'kysely';
import type { PaymentStatus } from '../contract/checkout-api.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentFilter } from '../payments/store-port.ts';
import { toPayment } from './rows.ts';
import type { Schema } from './schema.ts';

/** A page of payments, the newest first. One more than wanted is read, to know whether there is a next page. */
export async function listPayments(
  db: Kysely<Schema>,
  { status, from, to, after, limit }: PaymentFilter,
): Promise<{ payments: Payment[]; next: number | null }> {
  let query = db.selectFrom('payments').selectAll();
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (to !== undefined) query = query.where('createdAt', '<', to);
  if (after !== undefined) query = query.where('seq', '<', after);
  if (status !== undefined) query = query.where((row) => shown(row, status));
  const rows = await query
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return { payments: page.map(toPayment), next: rows.length > limit ? (page.at(-1)?.seq ?? null) : null };
}

type Row = ExpressionBuilder<Schema, 'payments'>;

/** What is held for a person is shown as `unknown`, unless it succeeded. */
function shown(row: Row, status: PaymentStatus): ExpressionWrapper<Schema, 'payments', SqlBool> {
  const stands = row('status', '=', status);
  const sure = row.or([row('held', 'is', null), row('status', '=', 'success')]);
  if (status !== 'unknown') return row.and([stands, sure]);
  return row.or([stands, row.and([row('held', 'is not', null), row('status', '!=', 'success')])]);
}
