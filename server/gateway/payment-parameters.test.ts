import { expect, it } from 'vitest';
import { CREATE_PARAMETERS, type CreateVariant } from '../contract/gateway-parameters.ts';
import { CARD, DIRECT, HOSTED, SHARES } from './testing/payments.ts';
import { type Direct, type Hosted, type Sending, send, violations, without } from './testing/sending.ts';

/** The client against the table of parameters. */

const CRYPTOGRAM = { cryptogram: { any: ['thing'] } };
const BY_TOKEN = { ...without(DIRECT, 'card'), ...CRYPTOGRAM, cardToken: 'rcr:dG9rZW4=' };
const LOOKUP = { method: 'lookup', card: CARD } as const;
/** Every variant with all its parameters, and its column of the table. */
const VARIANTS: readonly [string, CreateVariant, Sending, Direct | Hosted][] = [
  ['direct purchase by card', 'direct', 'direct', { ...DIRECT, ...CRYPTOGRAM }],
  ['direct auth by card', 'direct', 'direct', { ...DIRECT, ...CRYPTOGRAM, method: 'auth' }],
  ['direct purchase by token', 'direct', 'direct', BY_TOKEN],
  ['hosted purchase', 'hosted', 'hosted', HOSTED],
  ['hosted auth', 'hosted', 'hosted', { ...HOSTED, method: 'auth' }],
  ['direct lookup', 'direct-lookup', 'direct', { ...DIRECT, ...LOOKUP }],
  ['hosted lookup', 'hosted-lookup', 'hosted', { ...HOSTED, ...LOOKUP }],
  [
    'direct split by card',
    'split-direct',
    'split direct',
    { ...DIRECT, ...CRYPTOGRAM, split: SHARES } as Direct,
  ],
  ['direct split by token', 'split-direct', 'split direct', { ...BY_TOKEN, split: SHARES } as Direct],
  ['hosted split', 'split-hosted', 'split hosted', { ...HOSTED, split: SHARES } as Hosted],
];

const isCard = (name: string) => /^(cc_number|exp_|card_cvv)/.test(name);

it.each(VARIANTS)(
  'a %s sends every field that it may have, and no other',
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

it.each<[Sending, Direct | Hosted, string]>([
  ['direct', { ...DIRECT, description: '' }, 'description'],
  ['direct', { ...DIRECT, customer: without(DIRECT.customer, 'email') }, 'customer_email'],
  ['direct', { ...DIRECT, customerIp: '' }, 'customer_ip'],
  ['hosted', { ...HOSTED, customer: without(HOSTED.customer, 'phone') }, 'customer_phone'],
])('a %s payment without what it requires is refused (%#)', async (sending, payment, field) => {
  expect(await violations(sending, payment)).toEqual([`${field} required`]);
});
