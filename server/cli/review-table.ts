import type { ReviewView } from '../contract/merchant-api.ts';
import { shortTime, table } from './plain-text.ts';

/** What needs review, one per line. */
export function reviewTable(items: readonly ReviewView[]): string {
  const rows = items.map((item) => [
    shortTime(item.since),
    item.orderId,
    item.field ? `${item.reason} (${item.field})` : item.reason,
    item.operationId ?? item.paymentId,
    item.calls.join(', '),
  ]);
  return table(['SINCE', 'ORDER', 'REASON', 'PAYMENT OR OPERATION', 'RESOLVED BY'], rows);
}
