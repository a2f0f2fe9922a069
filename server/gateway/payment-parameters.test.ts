import { describe, expect, it } from 'vitest';
import { CARD, DIRECT, HOSTED, SHARES } from './test-payments.ts';
import { type Direct, type Hosted, type Sending, send, violations, without } from './test-sending.ts';
import { createTable } from './test-strict-tables.ts';

/** Against the interface document's table, as another reading of it has it (test-strict-tables.ts). */

const CRYPTOGRAM = { cryptogram: { any: ['thing'] } };
const TOKEN = { cardToken: 'rcr:dG9rZW4=' };
const LOOKUP = { method: 'lookup', card: CARD } as const;
/** Every variant with all its parameters. */
const VARIANTS: readonly [string, Sending, Direct | Hosted][] = [
  ['direct purchase by card', 'direct', { ...DIRECT, ...CRYPTOGRAM }],
  ['direct auth by card', 'direct', { ...DIRECT, ...CRYPTOGRAM, method: 'auth' }],
  ['direct purchase by token', 'direct', { ...without(DIRECT, 'card'), ...CRYPTOGRAM, ...TOKEN }],
  ['hosted purchase', 'hosted', HOSTED],
  ['hosted auth', 'hosted', { ...HOSTED, method: 'auth' }],
  ['direct lookup', 'direct', { ...DIRECT, ...LOOKUP }],
  ['hosted lookup', 'hosted', { ...HOSTED, ...LOOKUP }],
  ['direct split by card', 'split direct', { ...DIRECT, ...CRYPTOGRAM, split: SHARES } as Direct],
  [
    'direct split by token',
    'split direct',
    { ...without(DIRECT, 'card'), ...CRYPTOGRAM, ...TOKEN, split: SHARES } as Direct,
  ],
  ['hosted split', 'split hosted', { ...HOSTED, split: SHARES } as Hosted],
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

describe.each(VARIANTS)('a %s', (_, sending, payment) => {
  const endpoint = sending.startsWith('split') ? 'split' : 'payment';
  const mode = sending.endsWith('hosted') ? 'hosted' : 'direct';
  const table = createTable(endpoint, { method: payment.method, mode });
  const isByToken = 'cardToken' in payment;
  // The client has no argument for the address of a customer on a hosted page.
  const isLeftOut = (name: string) =>
    (mode === 'hosted' && name === 'customer_ip') ||
    (isByToken ? /^(cc_number|exp_|card_cvv)/.test(name) : name === 'cc_token');
  const allowed = table.filter(({ name, need }) => need !== '-' && !isLeftOut(name)).map(({ name }) => name);

  it('sends every field that the document allows there, and no other', async () => {
    const { body } = await send(sending, payment);
    expect(Object.keys(body ?? {}).sort()).toEqual(allowed.sort());
  });

  it.each(Object.keys(ARGUMENTS).filter((name) => allowed.includes(name)))(
    'needs %s as the document says',
    async (name) => {
      const need = table.find((parameter) => parameter.name === name)?.need;
      const found = await violations(sending, lacking(payment, name));
      const isCard = /^(cc_number|exp_|card_cvv)/.test(name);
      if (need === 'R' || isCard) expect(found).toContain(`${name} required`);
      else expect(found).toEqual([]);
    },
  );
});
