import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARD } from '../contract/test-fixtures.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { readOrder } from './orders.ts';
import type { LimitRules } from './ports.ts';
import type { Outcome } from './gateway-port.ts';
import { ConflictError } from './ports.ts';
import { answered, notSent, refused, gatewayPaymentOf, unknown } from './test-gateway.ts';
import { hear, key, refusal } from './test-world.ts';
import { CLIENT, createWorld, gate, input, STORE_SECRETS, signed, type World } from './test-world.ts';
import { windowKeys } from './limits.ts';
import { payDirect } from './pay.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';

const RULES: LimitRules = {
  card: { most: 2, windowMs: 3_600_000 },
  order: { most: 3, windowMs: 3_600_000 },
  address: { most: 4, windowMs: 600_000 },
};
const OTHER_CARD = { ...CARD, number: '5454545454545454' };

let world: World;
let refusals: string[];
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  refusals = [];
  limit({});
});
afterEach(() => world.store.close());

function limit(over: Partial<LimitRules>): void {
  const rules = { ...RULES, ...over };
  world.limits = {
    rules,
    keyOf: windowKeys(STORE_SECRETS.current),
    refused: (name, id) => void refusals.push(`${name} ${id}`),
  };
}

interface Attempted {
  card?: typeof CARD;
  ip?: string;
}

let orders = 0;
/** Another order each time. */
const newOrder = () => `order-of-${(orders += 1)}`;
const pay = (id = newOrder(), { card = CARD, ip = CLIENT.ip }: Attempted = {}) =>
  payDirect(world, signed({ id }), key(), input({ card }), { ...CLIENT, ip });
const declines = () => {
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'failure', statusCode: '4153' }));
};

it.each([9_000, 600_000])(
  'two companions whose clocks differ by %i ms share the limit of an order',
  async (ahead) => {
    declines();
    limit({ card: { most: 99, windowMs: 3_600_000 }, address: { most: 99, windowMs: 600_000 } });
    world.clock.time += ahead;
    for (let tries = 0; tries < 3; tries += 1) await pay('order-1');
    world.clock.time -= ahead;
    expect(await refusal(pay('order-1'))).toEqual(['limit-reached']);
  },
);

describe('an order that was declined while the clock was a year ahead', () => {
  const YEAR_MS = 365 * 86_400_000;

  it('may be paid once the clock is right again', async () => {
    declines();
    limit({ card: { most: 99, windowMs: 3_600_000 }, address: { most: 99, windowMs: 600_000 } });
    world.clock.time += YEAR_MS;
    for (let tries = 0; tries < 3; tries += 1) await pay('order-1');
    expect(await refusal(pay('order-1'))).toEqual(['limit-reached']);
    world.clock.time -= YEAR_MS;
    await pay('order-1');
    expect((await openSession(world, signed())).attemptsLeft).toBe(2);
  });

  it('may be paid though nothing reached the gateway then', async () => {
    world.gateway.script.createDirect = async () => notSent;
    limit({ card: { most: 99, windowMs: 3_600_000 }, address: { most: 99, windowMs: 600_000 } });
    world.clock.time += YEAR_MS;
    for (let tries = 0; tries < 60; tries += 1) await pay('order-1');
    world.clock.time -= YEAR_MS;
    await pay('order-1');
  });
});

describe('a card that was declined so many times', () => {
  beforeEach(declines);

  it('is refused on every order and from every address, and nothing is written or sent', async () => {
    await pay();
    await pay(undefined, { ip: '198.51.100.8' });
    await expect(pay('order-x', { ip: '198.51.100.9' })).rejects.toMatchObject({
      code: 'limit-reached',
      status: 429,
      retryAfterS: 3_600,
    });
    expect(world.gateway.calls).toHaveLength(2);
    expect((await readOrder(world, 'order-x')).entries).toEqual([]);
    expect(refusals).toEqual(['card order-x']);
    expect(await pay('order-x', { card: OTHER_CARD })).toMatchObject({ status: 'failure' });
  });

  it('may pay again an hour after its first decline', async () => {
    await pay();
    world.clock.pass(1_800);
    await pay();
    await expect(pay()).rejects.toMatchObject({ retryAfterS: 1_800 });
    world.clock.pass(1_800);
    expect(await pay()).toMatchObject({ status: 'failure' });
    expect(await refusal(pay())).toEqual(['limit-reached']);
  });

  it('is known by its token too', async () => {
    const byToken = (id: string) =>
      payDirect(world, signed({ id }), key(), input({ card: undefined, cardToken: 'dG9rZW4=' }), CLIENT);
    await byToken('order-a');
    await byToken('order-b');
    expect(await refusal(byToken('order-c'))).toEqual(['limit-reached']);
  });
});

describe('an address', () => {
  it('from which so many were declined is refused, direct and hosted, until they leave the window', async () => {
    limit({ card: { most: 99, windowMs: 3_600_000 } });
    declines();
    for (let index = 0; index < 4; index += 1) await pay();
    expect(await refusal(pay())).toEqual(['limit-reached']);
    const hosted = (ip: string) => payHosted(world, signed({ id: newOrder() }), {}, { ip });
    expect(await refusal(hosted(CLIENT.ip))).toEqual(['limit-reached']);
    expect(await hosted('198.51.100.8')).toMatchObject({ payment: { status: 'init' } });
    world.clock.pass(600);
    expect(await pay()).toMatchObject({ status: 'failure' });
  });

  it('counts a hosted payment once its decline is reported, and not the page that was opened', async () => {
    limit({ address: { most: 1, windowMs: 600_000 } });
    await payHosted(world, signed(), {}, { ip: CLIENT.ip });
    await payHosted(world, signed({ id: 'order-2' }), {}, { ip: CLIENT.ip });
    await hear(world, { mode: 'hosted', status: 'failure', statusCode: '4153' });
    expect(await refusal(payHosted(world, signed({ id: 'order-3' }), {}, { ip: CLIENT.ip }))).toEqual([
      'limit-reached',
    ]);
  });

  it('does not count a hosted page that was left', async () => {
    limit({ address: { most: 1, windowMs: 600_000 } });
    await payHosted(world, signed(), {}, { ip: CLIENT.ip });
    await hear(world, { mode: 'hosted', status: 'failure', statusCode: '4149' });
    expect(await pay()).toMatchObject({ status: 'success' });
  });
});

describe('an order that was declined so many times', () => {
  it('is refused with any card, and its session shows how many attempts are left', async () => {
    declines();
    const left = async () => (await openSession(world, signed())).attemptsLeft;
    expect(await left()).toBe(3);
    for (let index = 0; index < 3; index += 1) {
      const { ip, card } = { ip: `203.0.113.${index}`, card: index ? OTHER_CARD : CARD };
      await pay('order-1', { ip, card });
      expect(await left()).toBe(2 - index);
    }
    expect(await refusal(pay('order-1', { ip: '203.0.113.9' }))).toEqual(['limit-reached']);
    expect(await refusal(payHosted(world, signed(), {}, { ip: '203.0.113.9' }))).toEqual(['limit-reached']);
    expect(refusals).toEqual(['order order-1', 'order order-1']);
    world.clock.pass(3_600);
    expect(await left()).toBe(3);
  });

  it('keeps its hosted page open when a card is refused beside it', async () => {
    limit({ order: { most: 1, windowMs: 3_600_000 } });
    declines();
    await pay('order-1');
    world.clock.pass(3_600);
    await payHosted(world, signed(), {}, { ip: '203.0.113.9' });
    limit({ card: { most: 1, windowMs: 3_600_000 } });
    await pay('order-2');
    expect(await refusal(pay('order-1'))).toEqual(['limit-reached']);
    expect(refusals).toEqual(['card order-1']);
    expect(world.gateway.of('cancelHosted')).toEqual([]);
  });
});

const FATES: [
  string,
  (request: Parameters<typeof gatewayPaymentOf>[0]) => Promise<Outcome<never> | ReturnType<typeof success>>,
][] = [
  ['succeeded', async (request) => success(request)],
  ['did not leave', async () => notSent],
  ['found the gateway busy', async () => refused(429)],
  ['found its order id taken', async () => refused(409, 'P-409')],
  ['were invalid', async () => refused(400)],
  ['are of unknown outcome', async () => unknown],
  ['wait for the customer', async (request) => answered(gatewayPaymentOf(request, { status: 'pending' }))],
  [
    'met a fault of the gateway',
    async (request) => answered(gatewayPaymentOf(request, { status: 'failure', statusCode: '4005' })),
  ],
];
const success = (request: Parameters<typeof gatewayPaymentOf>[0]) => answered(gatewayPaymentOf(request));

describe('what is not declined does not count', () => {
  it.each(FATES)('attempts that %s', async (_what, fate) => {
    world.gateway.script.createDirect = fate;
    // Three times the limit may stay open.
    limit({ card: { most: 3, windowMs: 3_600_000 }, address: { most: 3, windowMs: 600_000 } });
    for (let index = 0; index < 8; index += 1) await pay();
    expect(refusals).toEqual([]);
    expect(world.gateway.of('createDirect').length).toBeGreaterThanOrEqual(8);
  });
});

it('payments that succeeded leave room for others, however many they are', async () => {
  limit({ card: { most: 1, windowMs: 3_600_000 }, address: { most: 1, windowMs: 600_000 } });
  for (let index = 0; index < 5; index += 1) expect(await pay()).toMatchObject({ status: 'success' });
});

it('a decline that is reported later counts from when its attempt began', async () => {
  limit({ card: { most: 1, windowMs: 3_600_000 } });
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'pending' }));
  await pay('order-1');
  world.clock.pass(600);
  await hear(world, { status: 'failure', statusCode: '4157' });
  await expect(pay()).rejects.toMatchObject({ code: 'limit-reached', retryAfterS: 3_000 });
});

describe('attempts at the same time', () => {
  it('do not slip through: no more reach the gateway than may be declined', async () => {
    const { promise, open } = gate<void>();
    world.gateway.script.createDirect = async (request) => {
      await promise;
      return answered(gatewayPaymentOf(request, { status: 'failure' }));
    };
    const ends = Promise.allSettled(Array.from({ length: 12 }, () => pay()));
    await expect.poll(() => refusals.length).toBe(10);
    open();
    expect((await ends).filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(world.gateway.calls).toHaveLength(2);
  });

  it('wait for those in flight, and go on when these end well', async () => {
    let inFlight = 0;
    let most = 0;
    world.gateway.script.createDirect = async (request) => {
      most = Math.max(most, (inFlight += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return success(request);
    };
    const views = await Promise.all(Array.from({ length: 4 }, () => pay()));
    expect(views.map(({ status }) => status)).toEqual(Array(4).fill('success'));
    // An attempt that waited keeps the merchant's own order id: a suffix is for an order's second attempt.
    const orderIds = world.gateway.of('createDirect');
    expect([...orderIds].sort()).toEqual(views.map(({ orderId }) => orderId).sort());
    expect(most).toBeLessThanOrEqual(2);
  });

  it('wait as long for those in flight after they have lost races for a place', async () => {
    const { promise, open } = gate<void>();
    world.gateway.script.createDirect = async (request) => {
      if (request.gatewayOrderId !== 'late') await promise;
      return success(request);
    };
    const { store } = world;
    const holding: Promise<unknown>[] = [];
    let races = 6;
    world.store = {
      ...store,
      async append(more) {
        if (more.orderId !== 'late' || races === 0) return store.append(more);
        races -= 1;
        if (races === 0) {
          holding.push(pay(), pay());
          await expect.poll(() => world.gateway.calls.length).toBe(2);
        }
        throw new ConflictError('limit');
      },
    };
    world.clock.sleep = async () => {
      open();
      await Promise.all(holding);
    };
    expect(await pay('late')).toMatchObject({ status: 'success' });
    expect(refusals).toEqual([]);
  });
});

it('when most of all attempts are declined, only who was declined before has to wait', async () => {
  limit({ card: { most: 999, windowMs: 3_600_000 }, address: { most: 999, windowMs: 600_000 } });
  declines();
  for (let index = 0; index < 51; index += 1) {
    await pay(undefined, { ip: `203.0.${index}.1`, card: { ...CARD, number: numberOf(index) } });
  }
  await expect(pay(undefined, { ip: '203.0.7.1', card: OTHER_CARD })).rejects.toMatchObject({
    code: 'limit-reached',
    retryAfterS: 300,
  });
  expect(refusals[0]).toMatch(/^declines /);
  expect(await payHosted(world, signed(), {}, { ip: '203.0.7.1' })).toMatchObject({
    payment: { status: 'init' },
  });
  world.gateway.script = {};
  expect(await pay(undefined, { ip: '198.51.100.20', card: OTHER_CARD })).toMatchObject({
    status: 'success',
  });
});

it('with another card and another address each time, most of one network is held up, and nobody elsewhere', async () => {
  declines();
  const from = (index: number, network = '2001:db8:7') =>
    pay(undefined, { ip: `${network}:${index}::1`, card: { ...CARD, number: numberOf(index) } });
  for (let index = 0; index < 51; index += 1) await from(index);
  await expect(from(100)).rejects.toMatchObject({ code: 'limit-reached', retryAfterS: 300 });
  expect(refusals).toEqual([expect.stringMatching(/^declines /)]);
  expect(await from(101, '2001:db8:8')).toMatchObject({ status: 'failure' });
  const hosted = await payHosted(world, signed(), {}, { ip: '2001:db8:7:100::1' });
  expect(hosted).toMatchObject({ payment: { status: 'init' } });
  world.clock.pass(300);
  // Then one at a time: an attempt in flight may be declined too.
  const { promise, open } = gate<void>();
  world.gateway.script.createDirect = async (request) => {
    await promise;
    return success(request);
  };
  const next = from(102);
  await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(53);
  expect(await refusal(from(103))).toEqual(['limit-reached']);
  open();
  expect(await next).toMatchObject({ status: 'success' });
  expect(await from(103)).toMatchObject({ status: 'success' });
});

/** Test numbers 4000 0000 0000 nnnx, x being the check digit. */
function numberOf(index: number): string {
  const start = `400000000000${String(index).padStart(3, '0')}`;
  const sum = start
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
}
