import { describe, expect, it } from 'vitest';
import { CREATE_TABLE } from '../contract/testing/create-table.ts';
import { CARD, DIRECT, HOSTED, SHARES } from './testing/payments.ts';
import { type Direct, type Hosted, type Sending, send, violations, without } from './testing/sending.ts';

/** The client against the interface document's tables. */

const CRYPTOGRAM = { cryptogram: { any: ['thing'] } };
const BY_TOKEN = { ...without(DIRECT, 'card'), ...CRYPTOGRAM, cardToken: 'rcr:dG9rZW4=' };
const LOOKUP = { method: 'lookup', card: CARD } as const;
/** Every variant with all its parameters, and its column of the tables. */
const VARIANTS: readonly [string, number, Sending, Direct | Hosted][] = [
  ['direct purchase by card', 0, 'direct', { ...DIRECT, ...CRYPTOGRAM }],
  ['direct auth by card', 0, 'direct', { ...DIRECT, ...CRYPTOGRAM, method: 'auth' }],
  ['direct purchase by token', 0, 'direct', BY_TOKEN],
  ['hosted purchase', 1, 'hosted', HOSTED],
  ['hosted auth', 1, 'hosted', { ...HOSTED, method: 'auth' }],
  ['direct lookup', 2, 'direct', { ...DIRECT, ...LOOKUP }],
  ['hosted lookup', 3, 'hosted', { ...HOSTED, ...LOOKUP }],
  ['direct split by card', 4, 'split direct', { ...DIRECT, ...CRYPTOGRAM, split: SHARES } as Direct],
  ['direct split by token', 4, 'split direct', { ...BY_TOKEN, split: SHARES } as Direct],
  ['hosted split', 5, 'split hosted', { ...HOSTED, split: SHARES } as Hosted],
];

/** The argument of each wire field; `customer.` and `card.` are objects. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  currency: 'currency',
  description: 'description',
  order_id: 'gatewayOrderId',
  order_3ds_bypass: 'threeDs',
  cc_number: 'card.number',
  exp_month: 'card.expMonth',
  card_cvv: 'card.cvv',
  customer_fname: 'customer.firstName',
  customer_lname: 'customer.lastName',
  customer_email: 'customer.email',
  customer_phone: 'customer.phone',
  customer_ip: 'customerIp',
  browser_fingerprint: 'fingerprint',
  split: 'split',
  products: 'products',
  payload: 'payload',
  server_url: 'serverUrl',
  customer_id: 'customer.id',
};

/** The payment without the argument of a wire field. */
function lacking(payment: Direct | Hosted, field: string): Direct {
  const [object = '', inner] = (ARGUMENTS[field] ?? '').split('.');
  const given = payment as unknown as Record<string, object>;
  const rest = inner === undefined ? undefined : without(given[object] ?? {}, inner as never);
  return { ...payment, [object]: rest } as unknown as Direct;
}

describe.each(VARIANTS)('a %s', (_, column, sending, payment) => {
  const rows = CREATE_TABLE.trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  const needs = new Map(rows.map(([name = '', ...cells]) => [name, cells[column]]));
  const isCard = (name: string) => /^(cc_number|exp_|card_cvv)/.test(name);
  // The client has no argument for the address of a customer on a hosted page.
  const isLeftOut = (name: string) =>
    (sending.endsWith('hosted') && name === 'customer_ip') ||
    ('cardToken' in payment ? isCard(name) : name === 'cc_token');
  const allowed = [...needs.keys()].filter((name) => needs.get(name) !== '-' && !isLeftOut(name));

  it('sends every field that the document allows there, and no other', async () => {
    const { body } = await send(sending, payment);
    expect(Object.keys(body ?? {}).sort()).toEqual(allowed.sort());
  });

  it.each(Object.keys(ARGUMENTS).filter((name) => allowed.includes(name)))(
    'needs %s as the document says',
    async (name) => {
      const found = await violations(sending, lacking(payment, name));
      if (needs.get(name) === 'R' || isCard(name)) expect(found).toContain(`${name} required`);
      else expect(found).toEqual([]);
    },
  );
});
