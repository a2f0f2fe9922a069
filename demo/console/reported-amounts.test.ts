import { expect, it } from 'vitest';
import type { OrderEvent, OrderView } from '../../server/contract/merchant-api.ts';
import { reportedAmounts, reportedAmountsText } from './reported-amounts.ts';

type Order = Pick<OrderView, 'payments' | 'operations' | 'events'>;

const report = (result: string, amount: string | null, operationId: string | null = null) =>
  ({ type: 'report', paymentId: 'p', operationId, result, amount }) as OrderEvent;

function order(...events: OrderEvent[]): Order {
  const payments = [{ id: 'p', amount: '24.50', currency: 'EUR' }] as Order['payments'];
  const operations = [{ id: 'o', amount: '3.00', currency: 'EUR' }] as Order['operations'];
  return { payments, operations, events };
}

const PAYMENT = { paymentId: 'p', operationId: null };

it('has the requested amount and the one of the report that contradicts it', () => {
  const amounts = reportedAmounts(
    order(report('applied', '24.50'), report('in-review', '12.25'), report('copy', '24.50')),
    PAYMENT,
  );
  expect(amounts && reportedAmountsText(amounts)).toBe('Requested: €24.50. Reported by the gateway: €12.25.');
});

it('does not confuse a payment with its operations', () => {
  const both = order(report('in-review', '2.00', 'o'));
  expect(reportedAmounts(both, PAYMENT)).toBeNull();
  expect(reportedAmounts(both, { paymentId: 'p', operationId: 'o' })).toEqual({
    requested: '€3.00',
    reported: '€2.00',
  });
});

it.each([
  ['no contradiction', report('applied', '24.50')],
  ['one about something else than the amount', report('in-review', '24.50')],
  ['one without an amount', report('in-review', null)],
])('is null for %s', (_, event) => {
  expect(reportedAmounts(order(event), PAYMENT)).toBeNull();
});
