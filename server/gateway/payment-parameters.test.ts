import { describe, expect, it } from 'vitest';
import { CARD, DIRECT, HOSTED, SHARES } from './test-payments.ts';
import {
  type Customer,
  customer,
  type Direct,
  type Hosted,
  send,
  violations,
  without,
} from './test-sending.ts';

const ALWAYS =
  'pos_id mode method amount currency description order_id order_3ds_bypass server_url result_url';
const OPTIONAL =
  'products customer_id customer_patronym customer_country customer_birthday merchant_mcc payload validation_url';
const CARD_FIELDS = 'cc_number exp_month exp_year card_cvv';
const NAMES = 'customer_fname customer_lname';
const CONTACT = 'customer_email customer_phone';
const BROWSER = 'browser_fingerprint';

/**
 * The interface document's table, read a second time: the fields sent with all parameters, and with as few as possible.
 */
const VARIANTS = [
  ...(['purchase', 'auth'] as const).flatMap((method) => [
    {
      name: `direct ${method} by card`,
      mode: 'direct' as const,
      full: { ...DIRECT, method },
      all: `${ALWAYS} ${OPTIONAL} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_tax_id customer_ip customer_referrer ${BROWSER}`,
      least: `${ALWAYS} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_ip ${BROWSER}`,
    },
    {
      name: `direct ${method} by token`,
      mode: 'direct' as const,
      full: { ...without(DIRECT, 'card'), method, cardToken: 'rcr:dG9rZW4=' },
      all: `${ALWAYS} ${OPTIONAL} cc_token ${NAMES} ${CONTACT} customer_tax_id customer_ip customer_referrer ${BROWSER}`,
      least: `${ALWAYS} cc_token ${NAMES} ${CONTACT} customer_ip ${BROWSER}`,
    },
    {
      name: `hosted ${method}`,
      mode: 'hosted' as const,
      full: { ...HOSTED, method },
      all: `${ALWAYS} ${OPTIONAL} ${NAMES} ${CONTACT} customer_tax_id customer_lang order_timeout`,
      least: `${ALWAYS} ${CONTACT}`,
    },
  ]),
  {
    name: 'direct lookup',
    mode: 'direct' as const,
    full: { ...DIRECT, method: 'lookup' as const },
    all: `${ALWAYS} ${OPTIONAL} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_tax_id customer_ip customer_referrer ${BROWSER}`,
    least: `${ALWAYS} ${BROWSER}`,
  },
  {
    name: 'hosted lookup',
    mode: 'hosted' as const,
    full: { ...HOSTED, method: 'lookup' as const, card: CARD },
    all: `${ALWAYS} ${OPTIONAL} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_tax_id order_timeout`,
    least: `${ALWAYS} ${CARD_FIELDS}`,
  },
  {
    name: 'direct purchase with a cryptogram',
    mode: 'direct' as const,
    full: { ...DIRECT, cryptogram: { any: ['thing'] } },
    all: `${ALWAYS} ${OPTIONAL} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_tax_id customer_ip customer_referrer ${BROWSER} cryptogram`,
    least: `${ALWAYS} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_ip ${BROWSER} cryptogram`,
  },
  {
    name: 'direct split by card',
    mode: 'split direct' as const,
    full: { ...DIRECT, split: SHARES },
    all: `${ALWAYS} ${OPTIONAL} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_tax_id customer_ip customer_referrer ${BROWSER} split`,
    least: `${ALWAYS} ${CARD_FIELDS} ${NAMES} ${CONTACT} customer_ip ${BROWSER} split`,
  },
  {
    name: 'direct split by token',
    mode: 'split direct' as const,
    full: { ...without(DIRECT, 'card'), split: SHARES, cardToken: 'rcr:dG9rZW4=' },
    all: `${ALWAYS} ${OPTIONAL} cc_token ${NAMES} ${CONTACT} customer_tax_id customer_ip customer_referrer ${BROWSER} split`,
    least: `${ALWAYS} cc_token ${NAMES} ${CONTACT} customer_ip ${BROWSER} split`,
  },
  {
    name: 'hosted split',
    mode: 'split hosted' as const,
    full: { ...HOSTED, split: SHARES },
    all: `${ALWAYS} ${OPTIONAL} ${NAMES} ${CONTACT} customer_tax_id customer_lang order_timeout split`,
    least: `${ALWAYS} ${CONTACT} split`,
  },
];

/** How to remove each wire field from a payment. */
const REMOVALS: Readonly<Record<string, (payment: Direct | Hosted) => object>> = {
  currency: (payment) => ({ ...payment, currency: '' }),
  description: (payment) => ({ ...payment, description: '' }),
  order_id: (payment) => ({ ...payment, gatewayOrderId: '' }),
  order_3ds_bypass: (payment) => ({ ...payment, threeDs: '' }),
  customer_fname: (payment) => ({ ...payment, ...customer((given) => without(given, 'firstName')) }),
  customer_lname: (payment) => ({ ...payment, ...customer((given) => without(given, 'lastName')) }),
  customer_email: (payment) => ({ ...payment, ...customer((given) => without(given, 'email')) }),
  customer_phone: (payment) => ({ ...payment, ...customer((given) => without(given, 'phone')) }),
  customer_ip: (payment) => ({ ...payment, customerIp: '' }),
  browser_fingerprint: (payment) => ({ ...payment, fingerprint: undefined }),
  cc_number: (payment) => ({ ...payment, card: { ...CARD, number: '' } }),
  exp_month: (payment) => ({ ...payment, card: { ...CARD, expMonth: undefined } }),
  card_cvv: (payment) => ({ ...payment, card: { ...CARD, cvv: '' } }),
};

const words = (text: string) => text.split(' ').sort();

describe('the parameter tables of Create payment and Create split purchase', () => {
  for (const { name, mode, full, all, least } of VARIANTS) {
    it(`sends in a ${name} exactly the fields that the document allows there`, async () => {
      const { body } = await send(mode, full);
      expect(Object.keys(body ?? {}).sort()).toEqual(words(all));
    });

    it(`sends a ${name} with nothing but the required fields`, async () => {
      const needs = new Set(words(least));
      const optional = ['products', 'payload', 'mcc', 'validationUrl', 'orderTimeout', 'lang'] as const;
      let payment: object = without(full as Direct & Hosted, ...optional);
      if (!needs.has('cc_number')) payment = without(payment as Direct, 'card');
      if (!needs.has('customer_ip')) payment = { ...payment, customerIp: '' };
      const given: Customer = {};
      const { firstName, lastName, email, phone } = DIRECT.customer;
      if (needs.has('customer_fname')) Object.assign(given, { firstName, lastName });
      if (needs.has('customer_email')) Object.assign(given, { email, phone });
      const { body } = await send(mode, { ...payment, customer: given } as Direct);
      expect(Object.keys(body ?? {}).sort()).toEqual(words(least));
    });

    for (const field of words(least).filter((one) => one in REMOVALS)) {
      it(`refuses a ${name} without ${field}`, async () => {
        const payment = REMOVALS[field]?.(full) as Direct;
        expect((await violations(mode, payment)).join()).toMatch(`${field} required`);
      });
    }
  }
});
