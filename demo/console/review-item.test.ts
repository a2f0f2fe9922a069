import { describe, expect, it } from 'vitest';
import { type OrderEvent, type OrderView, reviewViewSchema } from '../../server/contract/merchant-api.ts';
import { parseCall, reasonText, reportedAmounts, reportedAmountsText } from './review-item.ts';

const PAYMENT = '5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21';

describe('a call that resolves an item', () => {
  it.each(['payments', 'operations'])('is a manual resolution: %s', (of) => {
    const path = `${of}/${PAYMENT}/resolve`;
    expect(parseCall(`POST /api/${path}`)).toEqual({ kind: 'resolve', path });
  });

  it.each(['refund', 'void'] as const)('is a %s of the payment that it names', (action) => {
    expect(parseCall(`POST /api/orders/A-1.x/${action} {"paymentId":"${PAYMENT}"}`)).toEqual({
      kind: 'operate',
      action,
      paymentId: PAYMENT,
    });
  });

  it.each(['POST /api/orders', 'DELETE /api/orders/A/refund', 'nothing at all'])(
    'is for the shop’s own programs: %s',
    (text) => expect(parseCall(text)).toEqual({ kind: 'other', text }),
  );
});

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
