import { describe, expect, it } from 'vitest';
import { CREATE_PARAMETERS, type CreateVariant } from '../contract/gateway-parameters.ts';
import { GatewayRequestError } from './request-rules.ts';
import { CARD, DIRECT, FINGERPRINT, HOSTED, SETTINGS, SHARES } from './testing/payments.ts';
import {
  customer,
  type Direct,
  type Hosted,
  type Sending,
  send,
  violations,
  without,
} from './testing/sending.ts';

const CRYPTOGRAM = { cryptogram: { version: 'EC_v1', data: ['a', 1, true, null, { deep: 'b' }] } };
const BY_TOKEN = { ...without(DIRECT, 'card'), ...CRYPTOGRAM, cardToken: 'rcr:dG9rZW4=' };
const BY_CARD = { ...DIRECT, ...CRYPTOGRAM };
const LOOKUP = { method: 'lookup', card: CARD } as const;
const split = { split: SHARES };
/** Every variant with all its parameters, and its column of the table. */
const VARIANTS: readonly [string, CreateVariant, Sending, Direct | Hosted][] = [
  ['direct purchase by card', 'direct', 'direct', BY_CARD],
  ['direct auth by card', 'direct', 'direct', { ...BY_CARD, method: 'auth' }],
  ['direct purchase by token', 'direct', 'direct', BY_TOKEN],
  ['hosted purchase', 'hosted', 'hosted', HOSTED],
  ['hosted auth', 'hosted', 'hosted', { ...HOSTED, method: 'auth' }],
  ['direct lookup', 'direct-lookup', 'direct', { ...DIRECT, ...LOOKUP }],
  ['hosted lookup', 'hosted-lookup', 'hosted', { ...HOSTED, ...LOOKUP }],
  ['direct split by card', 'split-direct', 'split direct', { ...BY_CARD, ...split }],
  ['direct split by token', 'split-direct', 'split direct', { ...BY_TOKEN, ...split }],
  ['hosted split', 'split-hosted', 'split hosted', { ...HOSTED, ...split }],
];

const isCard = (name: string) => /^(cc_number|exp_|card_cvv)/.test(name);

describe('what is sent', () => {
  it.each(VARIANTS)(
    'of a %s is every field that the table allows, and no other',
    async (_, variant, sending, payment) => {
      // The client has no argument for the address of a customer on a hosted page.
      const isLeftOut = (name: string) =>
        (sending.endsWith('hosted') && name === 'customer_ip') ||
        ('cardToken' in payment ? isCard(name) : name === 'cc_token');
      const allowed = CREATE_PARAMETERS[variant].filter(({ name, need }) => need !== '-' && !isLeftOut(name));
      const { body } = await send(sending, payment);
      expect(Object.keys(body ?? {}).toSorted()).toEqual(allowed.map(({ name }) => name).toSorted());
    },
  );

  it.each([
    ['uk', 'UK'],
    ['PT_BR', 'PT_BR'],
    ['zh_ha', 'ZH_HA'],
  ])('writes the language %s of the hosted page as %s, and the lifespan as a number', async (lang, sent) => {
    const { body } = await send('hosted', { ...HOSTED, lang });
    expect(body).toMatchObject({ mode: 'hosted', customer_lang: sent, order_timeout: 900 });
  });

  it('passes a cryptogram and products through as they are', async () => {
    const products = [{ id: 1, name: 'Book', taxes: [{ type: 'vat', prc: 20 }] }];
    const { body } = await send('direct', { ...BY_CARD, products });
    expect(body).toMatchObject({ ...CRYPTOGRAM, products });
  });

  it('writes the year with four digits where the setting says so', async () => {
    const { body } = await send('direct', DIRECT, { ...SETTINGS, yearDigits: 4 });
    expect(body?.['exp_year']).toBe(2031);
  });

  it.each([
    [1010, 'UAH', '10.1'],
    [7, 'UAH', '0.07'],
    [1050, 'JPY', '1050'],
  ])('writes %i minor units of %s as the JSON Number %s', async (amountMinor, currency, number) => {
    const { text } = await send('hosted', { ...HOSTED, amountMinor, currency });
    expect(text).toContain(`"amount":${number},`);
  });

  it.each(['split direct', 'split hosted'] as const)('of a %s has its shares as Numbers', async (sending) => {
    const full = { ...(sending === 'split direct' ? DIRECT : HOSTED), split: SHARES };
    const { body, text } = await send(sending, full);
    const [SHOP, OTHER] = SHARES.map(({ subMerchantId }) => subMerchantId);
    expect(body).toMatchObject({ method: 'purchase', amount: 10.1 });
    expect(text).toContain(
      `"split":[{"amount":7.1,"sub_merchant_id":"${SHOP}"},{"amount":3,"sub_merchant_id":"${OTHER}"}]`,
    );
  });
});

describe('nothing is sent', () => {
  const CARD_FIELDS = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'];
  const every = (rule: string) => CARD_FIELDS.map((field) => `${field} ${rule}`);

  it.each<[string[], Sending, object]>([
    [['description required'], 'direct', { description: '' }],
    [['customer_email required'], 'direct', customer((given) => without(given, 'email'))],
    [['customer_phone required'], 'hosted', customer((given) => without(given, 'phone'))],
    [
      ['browser_fingerprint.browserIpAddress required'],
      'direct',
      { fingerprint: { ...FINGERPRINT, browserIpAddress: '' } },
    ],
    [['order_id format'], 'direct', { gatewayOrderId: 'x'.repeat(33) }],
    [['order_id format'], 'direct', { gatewayOrderId: '..' }],
    [['order_id format'], 'direct', { gatewayOrderId: 'a\nb' }],
    [['amount format'], 'direct', { amountMinor: 0 }],
    [['amount format'], 'direct', { amountMinor: 10.5 }],
    [['amount format'], 'direct', { amountMinor: -1 }],
    [['amount format'], 'direct', { amountMinor: 1_000_000_000_000_000 }],
    [['amount format'], 'direct', { amountMinor: Number.NaN }],
    [['cc_number format'], 'direct', { card: { ...CARD, number: '4242424242424241' } }],
    [['exp_year format'], 'direct', { card: { ...CARD, expYear: 31 } }],
    [['exp_year format'], 'direct', { card: { ...CARD, expYear: 2131 } }],
    [['customer_lang format'], 'hosted', { lang: 'uk-UA' }],
    // Card or token (interface 1.1, 1.6): what would be dropped is refused.
    [every('card-or-token'), 'direct', { cardToken: 't' }],
    [every('required'), 'direct', { card: undefined }],
    [every('not-sent'), 'hosted', { card: CARD }],
    [every('required'), 'hosted', { method: 'lookup' }],
    [['cc_token not-sent'], 'direct', { card: undefined, method: 'lookup', cardToken: 't' }],
    [['cryptogram not-sent'], 'direct', { card: undefined, method: 'lookup', cryptogram: {} }],
    // The merchant's sector (interface 1.7, 1.8).
    [
      ['customer_fname required', 'customer_lname required'],
      'hosted',
      { ...customer((given) => without(given, 'firstName', 'lastName')), microfinanceOrIgaming: true },
    ],
    [
      ['customer_birthday required'],
      'direct',
      { ...customer((given) => without(given, 'taxId', 'birthday')), microfinance: true },
    ],
    [
      ['customer_tax_id required'],
      'hosted',
      { ...customer((given) => without(given, 'taxId')), microfinance: true, amountMinor: 3_000_001 },
    ],
    [['split does-not-add-up'], 'split direct', { split: SHARES.slice(1) }],
    [['amount format'], 'split direct', { split: SHARES, amountMinor: 0 }],
    [['method purchase-only'], 'split direct', { split: SHARES, method: 'auth' }],
    [['description required', 'split format'], 'split hosted', { description: '', split: [] }],
  ])('if there is "%j" in a %s payment (%#)', async (expected, sending, change) => {
    const full = sending.endsWith('direct') ? DIRECT : HOSTED;
    expect(await violations(sending, { ...full, ...change })).toEqual(expected);
  });

  it('and the error names every field at once, without a value', async () => {
    const wrong = { ...DIRECT, card: { ...CARD, cvv: 'abc' }, description: '' };
    const error: unknown = await send('direct', wrong).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GatewayRequestError);
    expect(String(error)).toBe(
      "GatewayRequestError: The request does not follow the gateway's interface: description (required), card_cvv (format)",
    );
    expect(JSON.stringify(error)).not.toMatch(/4242|abc|olena/);
  });
});

it('a card verification may be for nothing, and a nameless customer pays where no sector asks', async () => {
  expect(await violations('direct', { ...DIRECT, amountMinor: 0, method: 'lookup' })).toBeNull();
  const nameless = { ...HOSTED, ...customer((given) => without(given, 'firstName', 'lastName', 'taxId')) };
  expect(await violations('hosted', nameless)).toBeNull();
});
