import { describe, expect, it } from 'vitest';
import { GatewayRequestError } from './request-rules.ts';
import { CARD, DIRECT, FINGERPRINT, HOSTED, SETTINGS, SHARES } from './testing/payments.ts';
import {
  type Customer,
  customer,
  type Direct,
  type Hosted,
  send,
  violations,
  without,
} from './testing/sending.ts';

describe('what is sent', () => {
  it.each([
    ['uk', 'UK'],
    ['PT_BR', 'PT_BR'],
    ['zh_ha', 'ZH_HA'],
  ])('writes the language %s of the hosted page as %s, and the lifespan as a number', async (lang, sent) => {
    const { body } = await send('hosted', { ...HOSTED, lang });
    expect(body).toMatchObject({ mode: 'hosted', customer_lang: sent, order_timeout: 900 });
  });

  it('passes a cryptogram and products through as they are', async () => {
    const cryptogram = { version: 'EC_v1', data: ['a', 1, true, null, { deep: 'b' }] };
    const products = [{ id: 1, name: 'Book', taxes: [{ type: 'vat', prc: 20 }] }];
    const { body } = await send('direct', { ...DIRECT, cryptogram, products });
    expect(body).toMatchObject({ cryptogram, products });
  });

  it('writes the year with four digits where the setting says so', async () => {
    const { body } = await send('direct', DIRECT, { ...SETTINGS, yearDigits: 4 });
    expect(body?.['exp_year']).toBe(2031);
  });

  it.each([
    [1010, 'UAH', '10.1'],
    [7, 'UAH', '0.07'],
    [1, 'USD', '0.01'],
    [100000, 'XTS', '1000'],
    [1999, 'EUR', '19.99'],
    [999999999999999, 'UAH', '9999999999999.99'],
    [1050, 'JPY', '1050'],
  ])('writes %i minor units of %s as the JSON Number %s', async (amountMinor, currency, number) => {
    const { text } = await send('hosted', { ...HOSTED, amountMinor, currency });
    expect(text).toContain(`"amount":${number},`);
  });

  it('lets a card verification be for nothing, but no payment', async () => {
    const nothing = { amountMinor: 0 };
    expect(await violations('direct', { ...DIRECT, ...nothing, method: 'lookup' })).toEqual([]);
    expect(await violations('direct', { ...DIRECT, ...nothing })).toEqual(['amount format']);
  });
});

describe('rules beside the table', () => {
  it('refuses a direct payment with card and token, and one with neither (interface 1.1)', async () => {
    const fields = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'];
    const both = await violations('direct', { ...DIRECT, cardToken: 't' });
    expect(both).toEqual(fields.map((field) => `${field} card-or-token`));
    const neither = await violations('direct', without(DIRECT, 'card'));
    expect(neither).toEqual(fields.map((field) => `${field} required`));
  });

  it('refuses a lookup by token or cryptogram rather than dropping them', async () => {
    const lookup = { ...without(DIRECT, 'card'), method: 'lookup' as const };
    expect(await violations('direct', { ...lookup, cardToken: 't' })).toEqual(['cc_token not-sent']);
    expect(await violations('direct', { ...lookup, cryptogram: {} })).toEqual(['cryptogram not-sent']);
  });

  it('refuses a card on the hosted page, and a hosted lookup without one (interface 1.6)', async () => {
    expect(await violations('hosted', { ...HOSTED, card: CARD })).toEqual([
      'cc_number not-sent',
      'exp_month not-sent',
      'exp_year not-sent',
      'card_cvv not-sent',
    ]);
    expect(await violations('hosted', { ...HOSTED, method: 'lookup' })).toEqual([
      'cc_number required',
      'exp_month required',
      'exp_year required',
      'card_cvv required',
    ]);
  });

  it('wants names for a hosted payment in microfinance or iGaming (interface 1.7)', async () => {
    const nameless = { ...HOSTED, ...customer((given) => without(given, 'firstName', 'lastName')) };
    const names = ['customer_fname required', 'customer_lname required'];
    expect(await violations('hosted', nameless)).toEqual([]);
    expect(await violations('hosted', { ...nameless, microfinanceOrIgaming: true })).toEqual(names);
    const split = { ...nameless, microfinanceOrIgaming: true, microfinance: true, split: SHARES } as Hosted;
    expect(await violations('split hosted', split)).toEqual([]);
  });

  it.each(['direct', 'hosted'] as const)(
    'wants birthday or tax id of a %s microfinance customer (interface 1.8)',
    async (mode) => {
      const full = mode === 'direct' ? DIRECT : HOSTED;
      const microfinance = true;
      const given = (...names: (keyof Customer)[]) => ({
        ...full,
        ...customer((one) => without(one, ...names)),
        microfinance,
      });
      expect(await violations(mode, given('taxId'))).toEqual([]);
      expect(await violations(mode, given('birthday'))).toEqual([]);
      expect(await violations(mode, given('taxId', 'birthday'))).toEqual(['customer_birthday required']);
      const atLimit = { ...given('taxId'), amountMinor: 3_000_000 };
      expect(await violations(mode, atLimit)).toEqual([]);
      const above = { ...given('taxId'), amountMinor: 3_000_001 };
      expect(await violations(mode, above)).toEqual(['customer_tax_id required']);
      expect(await violations(mode, { ...above, microfinance: false })).toEqual([]);
      expect(await violations(mode, { ...above, currency: 'EUR' })).toEqual([]);
      const nobody = given('taxId', 'birthday');
      const lookup = { ...nobody, card: CARD, method: 'lookup' } as Direct;
      expect(await violations(mode, lookup)).toEqual([]);
    },
  );

  it.each<[string, Partial<Direct>]>([
    ['order_id format', { gatewayOrderId: 'x'.repeat(33) }],
    ['order_id format', { gatewayOrderId: '..' }],
    ['order_id format', { gatewayOrderId: 'a\nb' }],
    ['description too-long', { description: 'x'.repeat(2049) }],
    ['payload too-long', { payload: 'x'.repeat(4001) }],
    ['amount format', { amountMinor: 10.5 }],
    ['amount format', { amountMinor: -1 }],
    ['amount format', { amountMinor: 1_000_000_000_000_000 }],
    ['amount format', { amountMinor: Number.NaN }],
    ['currency format', { currency: 'uah' }],
    ['merchant_mcc format', { mcc: '59' }],
    ['server_url format', { serverUrl: 'javascript:alert(1)' }],
    ['result_url format', { resultUrl: '/return/1' }],
    ['cc_number format', { card: { ...CARD, number: '4242424242424241' } }],
    ['cc_number format', { card: { ...CARD, number: '4242 4242 4242 4242' } }],
    ['cc_number format', { card: { ...CARD, number: '0'.repeat(11) } }],
    ['cc_number format', { card: { ...CARD, number: '0'.repeat(20) } }],
    ['order_3ds_bypass format', { threeDs: 'sometimes' as 'never' }],
    ['cryptogram format', { cryptogram: ['text'] as unknown as Record<string, unknown> }],
    ['products.0 format', { products: ['book'] as unknown as Record<string, unknown>[] }],
    ['customer_birthday format', { customer: { ...DIRECT.customer, birthday: '2026-02-30' } }],
    ['customer_birthday format', { customer: { ...DIRECT.customer, birthday: '1990-1-1' } }],
    ['customer_referrer format', { customer: { ...DIRECT.customer, referrer: 'xhttp://shop.example' } }],
    ['exp_month format', { card: { ...CARD, expMonth: 13 } }],
    ['exp_month format', { card: { ...CARD, expMonth: 0 } }],
    ['exp_year format', { card: { ...CARD, expYear: 31 } }],
    ['exp_year format', { card: { ...CARD, expYear: 2131 } }],
    ['card_cvv format', { card: { ...CARD, cvv: '12a' } }],
    [
      'browser_fingerprint.browserIpAddress required',
      { fingerprint: { ...FINGERPRINT, browserIpAddress: '' } },
    ],
  ])('refuses with "%s" before anything is sent (%#)', async (violation, change) => {
    expect(await violations('direct', { ...DIRECT, ...change })).toEqual([violation]);
  });

  it.each<[string, Partial<Hosted>]>([
    ['customer_lang format', { lang: 'uk-UA' }],
    ['customer_lang format', { lang: 'ukr' }],
    ['order_timeout format', { orderTimeout: 0 }],
    ['order_timeout format', { orderTimeout: 1.5 }],
    ['customer_country format', { customer: { ...HOSTED.customer, country: 'UKR' } }],
    ['customer_birthday format', { customer: { ...HOSTED.customer, birthday: '28.02.1990' } }],
  ])('refuses a hosted payment with "%s" (%#)', async (violation, change) => {
    expect(await violations('hosted', { ...HOSTED, ...change })).toEqual([violation]);
  });

  it('takes the longest texts that the document allows', async () => {
    const longest = {
      description: 'x'.repeat(2048),
      payload: 'x'.repeat(4000),
      gatewayOrderId: 'x'.repeat(32),
    };
    expect(await violations('direct', { ...DIRECT, ...longest })).toEqual([]);
  });

  it('names every field at once and carries no value of them', async () => {
    const payment = { ...DIRECT, card: { ...CARD, cvv: 'abc' }, description: '' };
    const { error } = await send('direct', payment);
    expect(error).toBeInstanceOf(GatewayRequestError);
    expect(String(error)).toBe(
      "GatewayRequestError: The request does not follow the gateway's interface: description (required), card_cvv (format)",
    );
    expect(JSON.stringify(error)).not.toMatch(/4242|abc|olena/);
  });
});

describe('a split purchase', () => {
  const [SHOP, OTHER] = SHARES.map(({ subMerchantId }) => subMerchantId);

  it.each(['split direct', 'split hosted'] as const)('%s states its shares as Numbers', async (sending) => {
    const full = { ...(sending === 'split direct' ? DIRECT : HOSTED), split: SHARES };
    const { body, text } = await send(sending, full);
    expect(body).toMatchObject({ method: 'purchase', amount: 10.1 });
    expect(text).toContain(
      `"split":[{"amount":7.1,"sub_merchant_id":"${SHOP}"},{"amount":3,"sub_merchant_id":"${OTHER}"}]`,
    );
  });

  it.each<[object, string[]]>([
    [{ split: SHARES.slice(1) }, ['split does-not-add-up']],
    [{ amountMinor: 0 }, ['amount format']],
    [{ method: 'auth' }, ['method purchase-only']],
    [{ description: '', split: [] }, ['description required', 'split format']],
  ])('is refused with %j: %j', async (change, expected) => {
    const payment = { ...DIRECT, split: SHARES, ...change };
    expect(await violations('split direct', payment as Direct)).toEqual(expected);
  });
});
