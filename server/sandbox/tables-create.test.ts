import { expect, test } from 'vitest';
import { CREATE_TABLE } from '../contract/testing/create-table.ts';
import { WHOLE_FINGERPRINT } from '../contract/testing/fixtures.ts';
import { type Harness, openSandbox } from './testing/sandbox.ts';
import { A, B, CARD as CARD_FIELDS, type Fields as Body, SPLIT, STATED, column } from './testing/tables.ts';

/** The sandbox against the interface document's tables, cell by cell. */

interface Variant {
  path: string;
  mode: 'direct' | 'hosted';
  method: 'purchase' | 'auth' | 'lookup';
  column: number;
}

const ONE = '/api/v1/payment';
const TWO = '/api/v1/split/purchase';
const VARIANTS: Record<string, Variant> = {
  'direct purchase': { path: ONE, mode: 'direct', method: 'purchase', column: 0 },
  'direct auth': { path: ONE, mode: 'direct', method: 'auth', column: 0 },
  'hosted purchase': { path: ONE, mode: 'hosted', method: 'purchase', column: 1 },
  'hosted auth': { path: ONE, mode: 'hosted', method: 'auth', column: 1 },
  'direct lookup': { path: ONE, mode: 'direct', method: 'lookup', column: 2 },
  'hosted lookup': { path: ONE, mode: 'hosted', method: 'lookup', column: 3 },
  'split direct': { path: TWO, mode: 'direct', method: 'purchase', column: 4 },
  'split hosted': { path: TWO, mode: 'hosted', method: 'purchase', column: 5 },
};

/** A good value of every parameter but `mode` and `method`. */
const GOOD: Body = {
  ...STATED,
  ...CARD_FIELDS,
  split: SPLIT,
  cc_token: 'rcr:abc',
  products: [],
  customer_ip: '203.0.113.7',
  customer_lang: 'UK',
  customer_referrer: 'https://shop.example/',
  customer_tax_id: '1234567890',
  validation_url: 'https://shop.example/check',
  browser_fingerprint: WHOLE_FINGERPRINT,
  cryptogram: { any: 'thing' },
  order_timeout: 900,
};
const CARD = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'];

const CELLS = Object.entries(VARIANTS).flatMap(([variant, { column: index }]) =>
  column(CREATE_TABLE, index).map(({ name, mark }) => ({ variant, parameter: name, need: mark })),
);
const needing = (...needs: string[]) => CELLS.filter(({ need }) => needs.includes(need));
const takesCardOrToken = ['direct purchase', 'direct auth', 'split direct'];

/** What is required of a variant and nothing else; a card where a card or a token is. */
function minimal(variant: string): Body {
  const required = needing('R').filter((cell) => cell.variant === variant);
  const wanted = [
    ...required.map(({ parameter }) => parameter),
    ...(takesCardOrToken.includes(variant) ? CARD : []),
  ];
  const { mode, method } = known(variant);
  return { ...Object.fromEntries(wanted.map((parameter) => [parameter, GOOD[parameter]])), mode, method };
}

function known(variant: string): Variant {
  const found = VARIANTS[variant];
  if (!found) throw new Error(`No variant ${variant}`);
  return found;
}

async function create(variant: string, body: Body, sandbox: Harness = openSandbox()) {
  const response = await sandbox.post(known(variant).path, body);
  const told = response.status === 400 ? ((await response.json()) as { args: Violations }) : { args: [] };
  return { status: response.status, refused: told.args.map(({ field_name }) => field_name) };
}
type Violations = { field_name: string; violation: string }[];

const without = (body: Body, ...parameters: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !parameters.includes(key)));
const accepted = (variant: string) => ({
  status: known(variant).mode === 'hosted' ? 303 : 200,
  refused: [],
});

test('every parameter of the table has a good value', () => {
  const named = CELLS.map(({ parameter }) => parameter);
  expect(new Set(named)).toEqual(new Set([...Object.keys(GOOD), 'mode', 'method']));
});

test.each(Object.keys(VARIANTS))('%s with what is required and nothing else is accepted', async (variant) => {
  expect(await create(variant, minimal(variant))).toEqual(accepted(variant));
});

test.each(needing('R'))('$variant without the required $parameter is refused for it', async (cell) => {
  const { status, refused } = await create(cell.variant, without(minimal(cell.variant), cell.parameter));
  expect(status).toBe(400);
  expect(refused).toContain(cell.parameter);
});

test.each(needing('-'))('$variant with $parameter, which is not sent, is refused for it', async (cell) => {
  const { variant, parameter } = cell;
  const told = await create(variant, { ...minimal(variant), [parameter]: GOOD[parameter] });
  expect(told.status).toBe(400);
  expect(told.refused).toContain(parameter);
});

test.each(needing('O'))('$variant with the optional $parameter is accepted', async (cell) => {
  const { variant, parameter } = cell;
  const told = await create(variant, { ...minimal(variant), [parameter]: GOOD[parameter] });
  expect(told).toEqual(accepted(variant));
});

test.each(needing('R', 'O', 'C'))('$variant with $parameter null is refused for it', async (cell) => {
  const { variant, parameter } = cell;
  const { status, refused } = await create(variant, { ...minimal(variant), [parameter]: null });
  expect(status).toBe(400);
  expect(refused).toContain(parameter);
});

test.each(Object.keys(VARIANTS))('%s with everything that it may hold is accepted', async (variant) => {
  const { mode, method } = known(variant);
  const taken = CELLS.filter((cell) => cell.variant === variant && cell.need !== '-');
  const whole = Object.fromEntries(taken.map(({ parameter }) => [parameter, GOOD[parameter]]));
  const body = { ...whole, mode, method };
  const sent = takesCardOrToken.includes(variant) ? without(body, 'cc_token') : body;
  expect(await create(variant, sent)).toEqual(accepted(variant));
});

test.each(takesCardOrToken.flatMap((variant) => CARD.map((parameter) => ({ variant, parameter }))))(
  '$variant needs $parameter, unless a token comes, and then must not have it',
  async ({ variant, parameter }) => {
    const body = minimal(variant);
    expect(await create(variant, without(body, parameter))).toEqual({ status: 400, refused: [parameter] });
    const withToken = { ...without(body, ...CARD), cc_token: 'rcr:abc' };
    expect(await create(variant, withToken)).toEqual(accepted(variant));
    const both = { ...withToken, [parameter]: GOOD[parameter] };
    expect(await create(variant, both)).toEqual({ status: 400, refused: [parameter] });
  },
);

const NAMES = ['customer_fname', 'customer_lname'];

test.each(['microfinance', 'igaming'] as const)(
  'in %s the names of a hosted payment are required, of a split or lookup they are not',
  async (sector) => {
    const open = () => openSandbox({ settings: { sector } });
    const born = { customer_birthday: '1990-02-28' };
    for (const variant of ['hosted purchase', 'hosted auth']) {
      const named = { ...minimal(variant), ...born, customer_fname: 'Olha', customer_lname: 'Kobylianska' };
      expect(await create(variant, named, open())).toEqual(accepted(variant));
      for (const name of NAMES) {
        const told = await create(variant, without(named, name), open());
        expect(told).toEqual({ status: 400, refused: [name] });
      }
    }
    const split = await create('split hosted', { ...minimal('split hosted'), ...born }, open());
    expect(split).toEqual(accepted('split hosted'));
    expect(await create('hosted lookup', minimal('hosted lookup'), open())).toEqual(
      accepted('hosted lookup'),
    );
  },
);

const PAYMENTS = Object.keys(VARIANTS).filter((variant) => known(variant).method !== 'lookup');

test.each(PAYMENTS)(
  'in microfinance %s needs a birthday or tax id, the tax id above 30 000 UAH',
  async (variant) => {
    const send = (more: Body) => {
      const named = { ...minimal(variant), customer_fname: 'Olha', customer_lname: 'Kobylianska' };
      return create(variant, { ...named, ...more }, openSandbox({ settings: { sector: 'microfinance' } }));
    };
    const of = (amount: number, more: Body = {}) => ({
      amount,
      ...(variant.startsWith('split') ? { split: [{ amount, sub_merchant_id: A }] } : {}),
      ...more,
    });
    const born = { customer_birthday: '1990-02-28' };
    const taxed = { customer_tax_id: '1234567890' };
    expect(await send({})).toEqual({ status: 400, refused: ['customer_birthday'] });
    for (const good of [born, taxed, of(30_000, born), of(30_000.01, taxed)]) {
      expect(await send(good)).toEqual(accepted(variant));
    }
    expect(await send(of(30_000.01, born))).toEqual({ status: 400, refused: ['customer_tax_id'] });
    expect(await send(of(30_000.01, { ...born, currency: 'EUR' }))).toEqual(accepted(variant));
  },
);

const split = (...shares: [unknown, unknown][]) =>
  shares.map(([amount, sub_merchant_id]) => ({ amount, sub_merchant_id }));

test.each([
  ['an auth', { method: 'auth' }, 'method'],
  ['a lookup', { method: 'lookup' }, 'method'],
  ['nothing to pay', { amount: 0, split: split([0, A]) }, 'amount'],
  ['no share', { split: [] }, 'split'],
  ['shares that are no array', { split: { amount: 100, sub_merchant_id: A } }, 'split'],
  ['a share that is no object', { split: [A] }, 'split'],
  ['a share of nothing', { split: split([100, A], [0, B]) }, 'split'],
  ['a negative share', { split: split([110, A], [-10, B]) }, 'split'],
  ['three decimals', { split: split([69.995, A], [30.005, B]) }, 'split'],
  ['an amount in text', { split: split(['70', A], ['30', B]) }, 'split'],
  ['a share without an amount', { split: [{ sub_merchant_id: A }] }, 'split'],
  ['a share without a sub-merchant', { split: [{ amount: 100 }] }, 'split'],
  ['a sub-merchant that is no UUID', { split: split([100, 'shop']) }, 'split'],
  ['an unknown field in a share', { split: [{ amount: 100, sub_merchant_id: A, name: 'Shop' }] }, 'split'],
  ['shares that add up to less', { split: split([70, A], [29.99, B]) }, 'split'],
  ['shares that add up to more', { split: split([70, A], [30.01, B]) }, 'split'],
  ['an unknown sub-merchant', { split: split([70, A], [30, crypto.randomUUID()]) }, 'split'],
])('a split purchase with %s is refused', async (_what, more, parameter) => {
  for (const variant of ['split direct', 'split hosted']) {
    const { status, refused } = await create(variant, { ...minimal(variant), ...more });
    expect(status).toBe(400);
    expect(refused).toContain(parameter);
  }
});

test('a sub-merchant is known in any case, may come twice, and can be named by the settings', async () => {
  const body = minimal('split direct');
  const twice = { ...body, split: split([60.1, A.toUpperCase()], [39.9, A]) };
  expect(await create('split direct', twice)).toEqual(accepted('split direct'));
  const own = crypto.randomUUID();
  const sandbox = openSandbox({ settings: { subMerchants: [own] } });
  expect((await create('split direct', body, sandbox)).status).toBe(400);
  const named = { ...body, split: split([100, own]) };
  expect(await create('split direct', named, sandbox)).toEqual(accepted('split direct'));
});

test('order ids of endpoints 1 and 2 are one set', async () => {
  const sandbox = openSandbox();
  await create('split direct', minimal('split direct'), sandbox);
  const response = await sandbox.post(ONE, minimal('direct purchase'));
  expect(await response.json()).toMatchObject({ args: { code: 'P-409' } });
});
