import { bench } from 'vitest';
import { fold } from '../payments/order/order.ts';
import {
  answered,
  journalOf,
  orderUpdated,
  refunded,
  reported,
  started,
} from '../payments/order/testing/entries.ts';

/** An order that was declined nine times, paid, and refunded in ten parts. */
const ids = Array.from({ length: 10 }, (_, index) => `p${index}`);
const attempts = ids.flatMap((id) => [
  started({ id }),
  answered(id, { gatewayOrderId: id, status: id === 'p9' ? 'success' : 'failure' }),
  reported({ gatewayOrderId: id, status: id === 'p9' ? 'success' : 'failure' }),
]);
const refunds = ids.map((id) => refunded(`refund-${id}`, { gatewayOrderId: 'p9', amountMinor: 100 }));
const long = journalOf(orderUpdated(), ...attempts, ...refunds);

bench(`the fold of ${long.length} entries`, () => {
  fold(long);
});
