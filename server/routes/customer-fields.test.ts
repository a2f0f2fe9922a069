import { describe, expect, it } from 'vitest';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { BODY, FORM, problemOf, sign, useCompanion } from '../testing/companion.ts';
import { faultsOf, readDescription } from './testing/description.ts';

/** Fields of the customer that cannot be used. Which these are: server/tests/people.test.ts. */

const companion = useCompanion();
const ORDER = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
const session = (token: string) => companion.ask('/session', { token });
/** Three that the form asks for, and one that it does not. */
const STALE = { ...CUSTOMER, lastName: '', email: 'olena@', phone: null, country: 'Ukraine' };
const NAMES = ['lastName', 'email', 'phone', 'country'];
const dropped = () =>
  companion.deps.lines.filter(({ event }) => event === 'customer.dropped').map(({ fields }) => fields);

describe('a token whose customer has fields of no use', () => {
  it('is accepted: the form asks for those that the gateway needs, and the rest is as stated', async () => {
    const answer = await session(await companion.token({ customer: STALE }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      customerFields: ['lastName', 'email', 'phone'],
      hostedCustomerFields: ['email', 'phone'],
    });
  });

  it('is logged once, by name', async () => {
    const token = await companion.token({ customer: STALE });
    for (let times = 0; times < 3; times += 1) await session(token);
    expect(dropped()).toEqual([{ orderId: 'order-1', fields: NAMES }]);
    expect(JSON.stringify(companion.deps.lines)).not.toMatch(/olena@|Ukraine/);
  });

  it('is logged at most once a minute, however often a page is reloaded', async () => {
    const now = Math.floor(companion.deps.clock.time / 1_000);
    for (const iat of [now - 3, now - 2, now - 1]) {
      const order = { ...ORDER, customer: STALE };
      await session(await sign(companion.deps, { order, iat }));
    }
    expect(dropped()).toHaveLength(1);
  });

  it('is paid with what the customer types in their place, and with what is stated otherwise', async () => {
    const typed = {
      firstName: 'Anna',
      lastName: 'Koval',
      email: 'a&b@shop.example',
      phone: '(0) 50 123-45-67 ext. 5',
    };
    const answer = await companion.pay({ order: { customer: STALE }, body: { ...BODY, customer: typed } });
    expect(await answer.json()).toMatchObject({ status: 'success' });
    expect(companion.deps.gateway.calls).toMatchObject([
      {
        request: {
          customer: {
            firstName: 'Olena',
            lastName: 'Koval',
            email: 'a&b@shop.example',
            phone: '(0) 50 123-45-67',
          },
        },
      },
    ]);
  });

  it('is no reason to leave a wrong amount or a wrong id of the customer alone', async () => {
    for (const over of [
      { amount: '0' },
      { customer: { ...STALE, id: ' C-1' } },
      { customer: { ...STALE, mail: '' } },
    ])
      expect((await session(await companion.token({ customer: STALE, ...over }))).status).toBe(401);
  });
});

describe('an order of the merchant API', () => {
  const create = (customer: object, over: object = {}) =>
    companion.merchant('/orders', { body: { ...ORDER, ...over, customer } });

  it('is created without them, and its answer and the log name them', async () => {
    const answer = await create(STALE);
    expect(await faultsOf(await readDescription(companion), 'post', '/api/orders', answer.clone())).toEqual(
      [],
    );
    const { token, dropped: names } = (await answer.json()) as { token: string; dropped: string[] };
    expect([answer.status, names]).toEqual([200, NAMES.map((name) => `customer.${name}`)]);
    expect(dropped()).toEqual([{ orderId: 'order-1', fields: NAMES }]);
    expect(await (await session(token)).json()).toMatchObject({
      customerFields: ['lastName', 'email', 'phone'],
    });
    expect(dropped()).toHaveLength(1);
    expect(JSON.stringify(companion.deps.lines)).not.toMatch(/olena@|Ukraine/);
  });

  it('has no word about them if there are none', async () => {
    expect(Object.keys((await (await create(CUSTOMER)).json()) as object)).toEqual(['token', 'url']);
  });

  it('is not too large for its token because of them', async () => {
    expect((await create({ ...CUSTOMER, patronymic: 'x'.repeat(45_000) })).status).toBe(200);
  });

  it.each([{ id: ' C-1' }, { id: null }, { mail: 'olena@shop.example' }])(
    'is still refused for %j',
    async (customer) => {
      expect(await problemOf(await create(customer))).toMatchObject({ status: 422, code: 'invalid-input' });
    },
  );
});

it.each([
  ['lastName', '', 'required'],
  ['lastName', 'x'.repeat(257), 'too-long'],
])('what the customer types as %s is refused where it is asked for: %s %s', async (field, text, code) => {
  const token = await companion.token({ customer: STALE });
  const customer = { lastName: 'Koval', email: 'a@b.ua', phone: '0501234567', [field]: text };
  const refused = await companion.pay({ token, body: { ...BODY, customer } });
  expect((await problemOf(refused)).errors).toEqual([{ path: `customer.${field}`, code }]);
  expect((await companion.ask('/hosted', { token, body: { customer } })).status).toBe(200);
});

it.each([{ lastName: '' }, { email: 'nobody' }, { birthday: '' }, { phone: '4242 4242 4242 4242' }])(
  'what nobody has asked the customer for stops no payment: %j',
  async (customer) => {
    const token = await companion.token({ customer: CUSTOMER });
    const body = String(new URLSearchParams({ order: token, ...(customer as Record<string, string>) }));
    for (const answer of [
      await companion.ask('/hosted', { token, body: { customer } }),
      await companion.ask('/hosted', { body, headers: FORM }),
      await companion.pay({ token, body: { ...BODY, customer } }),
    ])
      expect([200, 303]).toContain(answer.status);
    for (const { request } of companion.deps.gateway.calls)
      if (request) expect(request).toMatchObject({ customer: CUSTOMER });
  },
);

it.each([
  ['email', 'nobody', 'invalid'],
  ['phone', 'call me', 'invalid'],
  ['phone', '4242 4242 4242 4242', 'looks-like-a-card'],
])('what the customer types as %s is refused with the field named: %s %s', async (field, text, code) => {
  const token = await companion.token({ customer: STALE });
  const customer = { lastName: 'Koval', email: 'a@b.ua', phone: '0501234567', [field]: text };
  for (const answer of [
    await companion.pay({ token, body: { ...BODY, customer } }),
    await companion.ask('/hosted', { token, body: { customer } }),
  ])
    expect((await problemOf(answer)).errors).toEqual([{ path: `customer.${field}`, code }]);
});
