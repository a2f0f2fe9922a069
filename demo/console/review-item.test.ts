import { describe, expect, it } from 'vitest';
import { type OrderEvent, type OrderView, reviewViewSchema } from '../../server/contract/merchant-api.ts';
import { reasonText, reportedAmounts, reportedAmountsText } from './review-item.ts';

it('every reason of the merchant API has a sentence, and any other is named', () => {
  for (const reason of reviewViewSchema.shape.reason.options)
    expect(reasonText(reason)).not.toContain(reason);
  expect(reasonText('brand-new')).toContain('brand-new');
});

describe('the two amounts of an item', () => {
  const report = (result: string, amount: string | null, operationId: string | null = null) =>
    ({ type: 'report', paymentId: 'p', operationId, result, amount }) as OrderEvent;
  const order = (...events: OrderEvent[]) =>
    ({
      payments: [{ id: 'p', amount: '24.50', currency: 'EUR' }],
      operations: [{ id: 'o', amount: '3.00', currency: 'EUR' }],
      events,
    }) as OrderView;
  const about = (operationId: string | null) => ({ paymentId: 'p', operationId });

  it('are the requested one and that of the report that contradicts it', () => {
    const reports = [report('applied', '24.50'), report('in-review', '12.25'), report('copy', '24.50')];
    const amounts = reportedAmounts(order(...reports), about(null));
    expect(amounts && reportedAmountsText(amounts)).toBe(
      'Requested: €24.50. Reported by the gateway: €12.25.',
    );
  });

  it('are those of the operation, not of its payment', () => {
    const both = order(report('in-review', '2.00', 'o'));
    expect(reportedAmounts(both, about(null))).toBeNull();
    expect(reportedAmounts(both, about('o'))).toEqual({ requested: '€3.00', reported: '€2.00' });
  });

  it.each([
    ['no report contradicts', report('applied', '24.50')],
    ['the amount is the same', report('in-review', '24.50')],
    ['the report has none', report('in-review', null)],
  ])('are not shown if %s', (_, event) => {
    expect(reportedAmounts(order(event), about(null))).toBeNull();
  });
});
