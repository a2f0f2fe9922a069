import { describe, expect, it } from 'vitest';
import { reviewViewSchema } from '../../server/contract/merchant-api.ts';
import { parseCall, reasonText } from './review-call.ts';

const PAYMENT = '5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21';

describe('a call that ends what needs review', () => {
  it.each(['payments', 'operations'])('is a decision: %s', (of) => {
    expect(parseCall(`POST /api/${of}/${PAYMENT}/resolve`)).toEqual({
      kind: 'resolve',
      path: `${of}/${PAYMENT}`,
    });
  });

  it.each(['refund', 'void'] as const)('is a %s of the payment that it names', (action) => {
    expect(parseCall(`POST /api/orders/A-1.x/${action} {"paymentId":"${PAYMENT}"}`)).toEqual({
      kind: 'operate',
      orderId: 'A-1.x',
      action,
      paymentId: PAYMENT,
      shares: null,
    });
  });

  it('asks for the shares that are not known', () => {
    const split = '"amount":"7.10","split":[{"subMerchantId":"a-1","amount":"at most 7.00"}]';
    expect(parseCall(`POST /api/orders/A-1/refund {"paymentId":"${PAYMENT}",${split}}`)).toMatchObject({
      paymentId: PAYMENT,
      shares: [{ subMerchantId: 'a-1', amount: '7.00' }],
    });
  });

  it.each(['POST /api/orders', 'DELETE /api/orders/A/refund', 'nothing at all'])(
    'is for others: %s',
    (text) => {
      expect(parseCall(text)).toEqual({ kind: 'other', text });
    },
  );
});

it('has every reason of the merchant API in words, and any other by its name', () => {
  for (const reason of reviewViewSchema.shape.reason.options)
    expect(reasonText(reason)).not.toContain(reason);
  expect(reasonText('brand-new')).toContain('brand-new');
});
