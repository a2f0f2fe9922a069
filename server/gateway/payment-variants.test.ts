import { describe, expect, it } from 'vitest';
import { CARD, DIRECT, HOSTED, SHARES } from './test-payments.ts';
import { type Direct, send, violations, without } from './test-sending.ts';

const CRYPTOGRAM = { version: 'EC_v1', data: ['a', 1, true, null, { deep: 'b' }] };
const [SHOP, OTHER] = SHARES.map(({ subMerchantId }) => subMerchantId);

describe('a split purchase', () => {
  it.each(['split direct', 'split hosted'] as const)('%s states its shares as Numbers', async (sending) => {
    const full = { ...(sending === 'split direct' ? DIRECT : HOSTED), split: SHARES };
    const { path, body, text } = await send(sending, full);
    expect(path).toBe('/api/v1/split/purchase');
    expect(body).toMatchObject({ method: 'purchase', amount: 10.1 });
    expect(text).toContain(
      `"split":[{"amount":7.1,"sub_merchant_id":"${SHOP}"},{"amount":3,"sub_merchant_id":"${OTHER}"}]`,
    );
  });

  it.each(['auth', 'lookup'] as const)('is no %s', async (method) => {
    expect(await violations('split direct', { ...DIRECT, method, split: SHARES } as Direct)).toContain(
      'method purchase-only',
    );
  });

  it.each<[object, string[]]>([
    [{ split: undefined }, ['split required']],
    [{ split: [] }, ['split required']],
    [{ split: SHARES.slice(1) }, ['split does-not-add-up']],
    [{ split: [{ subMerchantId: 'shop', amountMinor: 1010 }] }, ['split.0.sub_merchant_id format']],
    [{ split: [...SHARES, { subMerchantId: SHOP, amountMinor: 1 }] }, ['split.2.sub_merchant_id duplicate']],
    [{ amountMinor: 0 }, ['amount format']],
    [{ description: '', split: [] }, ['description required', 'split required']],
  ])('is refused with %j: %j', async (change, expected) => {
    const payment = { ...DIRECT, split: SHARES, ...change };
    expect(await violations('split direct', payment as Direct)).toEqual(expected);
  });

  it('needs birthday or tax id in microfinance as every payment, but no names on the hosted page', async () => {
    const nobody = { ...HOSTED, split: SHARES, microfinance: true, microfinanceOrIgaming: true };
    const customer = without(HOSTED.customer, 'firstName', 'lastName', 'birthday', 'taxId');
    expect(await violations('split hosted', { ...nobody, customer })).toEqual([
      'customer_birthday birthday-or-tax-id',
    ]);
  });
});

describe('a cryptogram', () => {
  it('goes through a direct payment as it is', async () => {
    const { body } = await send('direct', { ...DIRECT, cryptogram: CRYPTOGRAM });
    expect(body?.['cryptogram']).toEqual(CRYPTOGRAM);
  });

  it('is refused where it is not sent, rather than dropped', async () => {
    const given = { cryptogram: CRYPTOGRAM };
    expect(await violations('direct', { ...DIRECT, method: 'lookup', ...given })).toEqual([
      'cryptogram not-sent',
    ]);
  });

  const circle: Record<string, unknown> = {};
  circle['again'] = circle;
  it.each<unknown>(['text', [1], { a: 1n }, { a: Number.NaN }, { a: undefined }, { a: () => 1 }, circle])(
    'is refused where JSON cannot carry it (%#)',
    async (cryptogram) => {
      const payment = { ...DIRECT, cryptogram } as Direct;
      expect(await violations('direct', payment)).toEqual(['cryptogram format']);
    },
  );
});

describe('other fields', () => {
  it('products may be none, or objects of any form', async () => {
    const products = [{ id: 1, name: 'Book', taxes: [{ type: 'vat', prc: 20 }] }];
    expect((await send('hosted', { ...HOSTED, products })).body?.['products']).toEqual(products);
    expect((await send('hosted', { ...HOSTED, products: [] })).body?.['products']).toEqual([]);
    const wrong = { ...HOSTED, products: ['book'] } as unknown as Direct;
    expect(await violations('hosted', wrong)).toEqual(['products format']);
  });

  it.each([
    ['uk', 'UK'],
    ['PT_BR', 'PT_BR'],
    ['zh_ha', 'ZH_HA'],
  ])('the language %s of the hosted page is sent as %s', async (lang, sent) => {
    expect((await send('hosted', { ...HOSTED, lang })).body?.['customer_lang']).toBe(sent);
  });

  it.each(['uk-UA', 'ukr', 'u'])('the language %s is refused', async (lang) => {
    expect(await violations('hosted', { ...HOSTED, lang })).toEqual(['customer_lang format']);
  });

  it.each(['supported', 'always', 'never'] as const)('3-D Secure can be %s', async (threeDs) => {
    expect((await send('direct', { ...DIRECT, threeDs })).body?.['order_3ds_bypass']).toBe(threeDs);
  });

  it('3-D Secure cannot be anything else', async () => {
    const wrong = { ...DIRECT, threeDs: 'sometimes' } as unknown as Direct;
    expect(await violations('direct', wrong)).toEqual(['order_3ds_bypass format']);
  });

  it.each(['2026-02-30', '1990-13-01', '1990-1-1'])('nobody was born on %s', async (birthday) => {
    const customer = { ...DIRECT.customer, birthday };
    expect(await violations('direct', { ...DIRECT, customer })).toEqual(['customer_birthday format']);
  });

  it('the card of a hosted lookup is sent, by a year of the digits that the settings say', async () => {
    const { path, body } = await send('hosted', { ...HOSTED, method: 'lookup', card: CARD });
    expect(path).toBe('/api/v1/payment');
    expect(body).toMatchObject({ cc_number: CARD.number, exp_month: 7, exp_year: 31, card_cvv: '927' });
  });
});
