import { expect, test } from 'vitest';
import { CREATE_VARIANTS, type CreateVariant, variantOf } from '../contract/gateway-parameters.ts';
import { A, B, CARD as SENT, MINIMAL, SPLIT, openSandbox } from './testing/sandbox.ts';
import type { SandboxSettings } from './settings.ts';

/** What a strict sandbox refuses besides what `gateway-parameters.test.ts` has of single parameters. */

type Body = Record<string, unknown>;

const CARD: Body = SENT;

/** What is required of a variant and nothing else; a card where a card or a token is. */
const SMALLEST: Readonly<Record<CreateVariant, Body>> = {
  ...MINIMAL,
  'split-direct': { ...MINIMAL.direct, amount: 100, split: SPLIT },
  'split-hosted': { ...MINIMAL.hosted, amount: 100, split: SPLIT },
};

async function create(
  variant: CreateVariant,
  more: Body = {},
  settings: Partial<SandboxSettings> = {},
  sandbox = openSandbox({ settings }),
) {
  const path = variant.startsWith('split') ? 'split/purchase' : 'payment';
  const body = Object.fromEntries(
    Object.entries({ ...SMALLEST[variant], ...more }).filter(([, value]) => value !== undefined),
  );
  const response = await sandbox.post(`/api/v1/${path}`, body);
  if (response.status !== 400) return response.status === (body['mode'] === 'hosted' ? 303 : 200);
  const { args } = (await response.json()) as { args: { field_name: string }[] };
  return args.map(({ field_name }) => field_name);
}

test.each(CREATE_VARIANTS)('%s with what is required and nothing else is accepted', async (variant) => {
  const { mode, method } = SMALLEST[variant];
  expect(variantOf(variant.startsWith('split'), mode, method)).toBe(variant);
  expect(await create(variant)).toBe(true);
});

test.each(['direct', 'split-direct'] as const)(
  '%s needs every field of a card, unless a token comes, and then must have none',
  async (variant) => {
    const none = Object.fromEntries(Object.keys(CARD).map((name) => [name, undefined]));
    expect(await create(variant, none)).toEqual(Object.keys(CARD));
    expect(await create(variant, { ...none, cc_token: 'rcr:abc' })).toBe(true);
    for (const name of Object.keys(CARD)) {
      expect(await create(variant, { [name]: undefined })).toEqual([name]);
      expect(await create(variant, { ...none, [name]: CARD[name], cc_token: 'rcr:abc' })).toEqual([name]);
    }
  },
);

test('a sector requires more of the customer', async () => {
  const named = { customer_fname: 'Olha', customer_lname: 'Kobylianska' };
  const names = Object.keys(named);
  expect(await create('hosted', {}, { sector: 'igaming' })).toEqual(names);
  expect(await create('hosted', named, { sector: 'igaming' })).toBe(true);
  const microfinance = { sector: 'microfinance' } as const;
  expect(await create('direct', {}, microfinance)).toEqual(['customer_birthday']);
  const above = { amount: 30_000.01, customer_birthday: '1990-02-28' };
  expect(await create('direct', above, microfinance)).toEqual(['customer_tax_id']);
  expect(await create('direct', { ...above, customer_tax_id: '1234567890' }, microfinance)).toBe(true);
});

const shares = (...each: [number, string][]) =>
  each.map(([amount, sub_merchant_id]) => ({ amount, sub_merchant_id }));

test.each<[string, Body, string]>([
  ['an auth', { method: 'auth' }, 'method'],
  ['a lookup', { method: 'lookup' }, 'method'],
  ['shares that add up to less', { split: shares([70, A], [29.99, B]) }, 'split'],
  ['shares that add up to more', { split: shares([70, A], [30.01, B]) }, 'split'],
  ['an unknown sub-merchant', { split: shares([70, A], [30, crypto.randomUUID()]) }, 'split'],
])('a split purchase with %s is refused', async (_what, more, parameter) => {
  for (const variant of ['split-direct', 'split-hosted'] as const)
    expect(await create(variant, more)).toContain(parameter);
});

test('a sub-merchant is known in any case, may come twice, and can be named by the settings', async () => {
  const twice = { split: shares([60.1, A.toUpperCase()], [39.9, A]) };
  expect(await create('split-direct', twice)).toBe(true);
  const own = crypto.randomUUID();
  const settings = { subMerchants: [own] };
  expect(await create('split-direct', {}, settings)).toEqual(['split', 'split']);
  expect(await create('split-direct', { split: shares([100, own]) }, settings)).toBe(true);
});

test('order ids of endpoints 1 and 2 are one set', async () => {
  const sandbox = openSandbox();
  expect(await create('split-direct', {}, {}, sandbox)).toBe(true);
  const response = await sandbox.post('/api/v1/payment', SMALLEST.direct);
  expect(await response.json()).toMatchObject({ args: { code: 'P-409' } });
});
