import { describe, expect, it } from 'vitest';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { BODY, FORM, jsonOf, ORDER, problemOf, sign, useCompanion } from '../testing/companion.ts';
import { askDescribed } from './testing/description.ts';

/** Fields of the customer that cannot be used. Which these are: server/tests/people.test.ts. */

const companion = useCompanion();
const session = (token: string) => companion.ask('/session', { token });
/** Three that the form asks for, and one that it does not. */
const STALE = { ...CUSTOMER, lastName: '', email: 'olena@', phone: null, country: 'Ukraine' };
const NAMES = ['lastName', 'email', 'phone', 'country'];
const ASKED = ['lastName', 'email', 'phone'];
const TYPED = { lastName: 'Koval', email: 'a@b.ua', phone: '0501234567' };
const dropped = () =>
  companion.deps.lines.filter(({ event }) => event === 'customer.dropped').map(({ fields }) => fields);

describe('a token whose customer has fields of no use', () => {
  it('is accepted: the form asks for those that the gateway needs, and the rest is as stated', async () => {
    expect(await jsonOf(session(await companion.token({ customer: STALE })))).toMatchObject({
      customerFields: ASKED,
      hostedCustomerFields: ['email', 'phone'],
    });
  });

  it('is logged by name, at most once a minute, however often a page is reloaded', async () => {
    const now = Math.floor(companion.deps.clock.time / 1_000);
    for (const iat of [now - 3, now - 2, now - 2])
      await session(await sign(companion.deps, { order: { ...ORDER, customer: STALE }, iat }));
    expect(dropped()).toEqual([{ orderId: 'order-1', fields: NAMES }]);
    expect(JSON.stringify(companion.deps.lines)).not.toMatch(/olena@|Ukraine/);
  });

  it('is paid with what the customer types in their place, and with what is stated otherwise', async () => {
    const typed = { lastName: 'Mac Giolla', email: 'a&b@shop.example', phone: '(0) 50 123-45-67 ext. 5' };
    const body = { ...BODY, customer: { firstName: 'Anna', ...typed } };
    await companion.pay({ order: { customer: STALE }, body });
    const customer = { ...typed, firstName: 'Olena', phone: '(0) 50 123-45-67' };
    expect(companion.deps.gateway.calls).toMatchObject([{ request: { customer } }]);
  });

  it.each([{ amount: '0' }, { customer: { ...STALE, id: ' C-1' } }, { customer: { ...STALE, mail: '' } }])(
    'is refused all the same for %j',
    async (over) => {
      expect((await session(await companion.token({ customer: STALE, ...over }))).status).toBe(401);
    },
  );
});

describe('an order of the merchant API', () => {
  const create = (customer: object) => askDescribed(companion, '/orders', { body: { ...ORDER, customer } });

  it('is created without them, and its answer and the log name them', async () => {
    const { token, dropped: names } = await jsonOf<{ token: string; dropped: string[] }>(create(STALE));
    expect(names).toEqual(NAMES.map((name) => `customer.${name}`));
    expect(await jsonOf(session(token))).toMatchObject({ customerFields: ASKED });
    expect(dropped()).toEqual([{ orderId: 'order-1', fields: NAMES }]);
    expect(JSON.stringify(companion.deps.lines)).not.toMatch(/olena@|Ukraine/);
  });

  it('has no word about them if there are none', async () => {
    expect(Object.keys(await jsonOf<object>(create(CUSTOMER)))).toEqual(['token', 'url']);
  });

  it('is not too large for its token because of them', async () => {
    expect((await create({ ...CUSTOMER, patronymic: 'x'.repeat(45_000) })).status).toBe(200);
  });
});

it.each([
  ['lastName', '', 'required', ['direct']],
  ['lastName', 'x'.repeat(257), 'too-long', ['direct']],
  ['email', 'nobody', 'invalid', ['direct', 'hosted']],
  ['phone', '4242 4242 4242 4242', 'looks-like-a-card', ['direct', 'hosted']],
])(
  'what is typed as %s is refused where it is asked for, with the field named: %s %s',
  async (field, text, code, asking) => {
    const token = await companion.token({ customer: STALE });
    const customer = { ...TYPED, [field]: text };
    const answers = {
      direct: await companion.pay({ token, body: { ...BODY, customer } }),
      hosted: await companion.ask('/hosted', { token, body: { customer } }),
    };
    for (const [mode, answer] of Object.entries(answers))
      if (asking.includes(mode))
        expect((await problemOf(answer)).errors).toEqual([{ path: `customer.${field}`, code }]);
      else expect(answer.status).toBe(200);
  },
);

it.each([{ lastName: '' }, { email: 'nobody' }, { birthday: '' }, { phone: '4242 4242 4242 4242' }])(
  'what nobody has asked the customer for stops no payment: %j',
  async (customer: Record<string, string>) => {
    const token = await companion.token();
    const body = String(new URLSearchParams({ order: token, ...customer }));
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
