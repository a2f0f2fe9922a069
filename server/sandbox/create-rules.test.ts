import { expect, test } from 'vitest';
import { CREATE_VARIANTS, type CreateVariant } from '../contract/gateway-parameters.ts';
import { A, B, CARD, type Fields, MINIMAL, SPLIT, openSandbox } from './testing/sandbox.ts';
import type { SandboxSettings } from './settings.ts';

/** What a strict sandbox refuses besides what `gateway-parameters.test.ts` has of single parameters. */

/** What is required of a variant and nothing else; a card where a card or a token is. */
const SMALLEST: Readonly<Record<CreateVariant, Fields>> = {
  ...MINIMAL,
  'split-direct': { ...MINIMAL.direct, amount: 100, split: SPLIT },
  'split-hosted': { ...MINIMAL.hosted, amount: 100, split: SPLIT },
};

/** Whether it was accepted, or the fields that were refused. */
async function create(
  variant: CreateVariant,
  more: Fields = {},
  settings: Partial<SandboxSettings> = {},
  sandbox = openSandbox({ settings }),
) {
  const path = variant.startsWith('split') ? 'split/purchase' : 'payment';
  const body: Fields = { ...SMALLEST[variant], ...more };
  const response = await sandbox.post(`/api/v1/${path}`, body);
  if (response.status !== 400) return response.status === (body['mode'] === 'hosted' ? 303 : 200);
  const { args } = (await response.json()) as { args: { field_name: string }[] };
  return args.map(({ field_name }) => field_name);
}

test.each(CREATE_VARIANTS)('%s with what is required and nothing else is accepted', async (variant) => {
  expect(await create(variant)).toBe(true);
});

test.each(['direct', 'split-direct'] as const)(
  '%s is paid by card or by token, not by both',
  async (variant) => {
    const none = Object.fromEntries(Object.keys(CARD).map((name) => [name, undefined]));
    expect(await create(variant, { card_cvv: undefined })).toEqual(['card_cvv']);
    expect(await create(variant, { ...none, cc_token: 'rcr:abc' })).toBe(true);
    expect(await create(variant, { cc_token: 'rcr:abc' })).toEqual(Object.keys(CARD));
  },
);

test('a sector requires more of the customer', async () => {
  const names = ['customer_fname', 'customer_lname'];
  expect(await create('hosted', {}, { sector: 'igaming' })).toEqual(names);
  expect(await create('direct', {}, { sector: 'microfinance' })).toEqual(['customer_birthday']);
});

const shares = (...each: [number, string][]) =>
  each.map(([amount, sub_merchant_id]) => ({ amount, sub_merchant_id }));

test.each<[string, Fields, string]>([
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
