import { beforeEach, describe, expect, it } from 'vitest';
import { CARD } from '../../contract/testing/fixtures.ts';
import type { CallResult, GatewayPayment } from '../gateway-port.ts';
import { addressRange, networkRange, subjectsOf } from './limits.ts';
import { readOrder } from '../orders.ts';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import type { LimitRules } from '../ports.ts';
import { openSession } from './session.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from '../testing/gateway.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { CLIENT, hear, input, key, refusal, signed } from '../testing/test-deps.ts';

const HOUR = 3_600_000;
const OPEN = { most: 99, windowMs: HOUR };
const NO_LIMIT: LimitRules = { card: OPEN, order: OPEN, address: OPEN, network: OPEN };
const OTHER_CARD = { ...CARD, number: '5454545454545454' };

let refusals: string[];
withTestDeps();
beforeEach(() => {
  refusals = [];
});

/** All other limits are wide. */
function limit(over: Partial<LimitRules>): void {
  const refusedBy = (name: string, id: string) => void refusals.push(`${name} ${id}`);
  deps.limits = { rules: { ...NO_LIMIT, ...over }, refused: refusedBy };
}

interface Attempted {
  card?: typeof CARD;
  ip?: string;
}

let orders = 0;
/** Another order each time. */
const newOrder = () => `order-of-${(orders += 1)}`;
const pay = (id = newOrder(), { card = CARD, ip = CLIENT.ip }: Attempted = {}) =>
  payDirect(deps, signed({ id }), key(), input({ card }), { ...CLIENT, ip });
const payOnPage = (ip = CLIENT.ip) => payHosted(deps, signed({ id: newOrder() }), {}, { ip });
const verifyOnPage = (card = CARD) =>
  payHosted(deps, signed({ id: newOrder(), method: 'lookup' }), {}, { ip: CLIENT.ip, card });
const declines = () => answers({ status: 'failure', statusCode: '4153' });
const challenges = () => answers({ status: 'pending' });

describe('a card that was declined so many times', () => {
  beforeEach(() => {
    limit({ card: { most: 2, windowMs: HOUR } });
    declines();
  });

  it('is refused on every order and from every address, and nothing is written or sent', async () => {
    await pay();
    await pay(undefined, { ip: '198.51.100.8' });
    await expect(pay('order-x', { ip: '203.0.113.9' })).rejects.toMatchObject({
      code: 'limit-reached',
      status: 429,
      retryAfterS: 3_600,
      message: 'Too many attempts. Try again in 60 minutes or pay another way.',
    });
    expect(deps.gateway.calls).toHaveLength(2);
    expect((await readOrder(deps, 'order-x')).entries).toEqual([]);
    expect(refusals).toEqual(['card order-x']);
    expect(await pay('order-x', { card: OTHER_CARD })).toMatchObject({ status: 'failure' });
  });

  it('may pay again when its oldest decline leaves the window', async () => {
    await pay();
    deps.clock.pass(1_800);
    await pay();
    await expect(pay()).rejects.toMatchObject({ retryAfterS: 1_800 });
    deps.clock.pass(1_800);
    expect(await pay()).toMatchObject({ status: 'failure' });
    expect(await refusal(pay())).toEqual(['limit-reached']);
  });

  it('is known by its mask on the hosted page, too, where its request carries it', async () => {
    await pay();
    await verifyOnPage();
    expect(await refusal(verifyOnPage())).toEqual(['limit-reached']);
    expect(await verifyOnPage(OTHER_CARD)).toMatchObject({ payment: { status: 'init' } });
  });
});

describe('an address and its network', () => {
  it('are refused when so many were declined, until they leave the window', async () => {
    limit({ address: { most: 2, windowMs: 600_000 }, network: { most: 3, windowMs: 600_000 } });
    declines();
    await pay();
    await pay();
    expect(await refusal(pay())).toEqual(['limit-reached']);
    await pay(undefined, { ip: '198.51.100.200' });
    expect(await refusal(pay(undefined, { ip: '198.51.100.201' }))).toEqual(['limit-reached']);
    expect(await pay(undefined, { ip: '198.51.101.1' })).toMatchObject({ status: 'failure' });
    expect(refusals.map((one) => one.split(' ')[0])).toEqual(['address', 'network']);
    deps.clock.pass(600);
    expect(await pay()).toMatchObject({ status: 'failure' });
  });

  it('are open again two minutes after challenges that nobody ended, and the log line tells open from declined', async () => {
    const counts: object[] = [];
    limit({ address: { most: 10, windowMs: 600_000 } });
    if (deps.limits) deps.limits.refused = (...[, , counted]) => void counts.push(counted);
    challenges();
    for (let customer = 0; customer < 10; customer += 1) await pay();
    await expect(pay()).rejects.toMatchObject({ code: 'limit-reached', retryAfterS: 120 });
    deps.clock.pass(120);
    declines();
    for (let customer = 0; customer < 10; customer += 1) await pay();
    await expect(pay()).rejects.toMatchObject({ code: 'limit-reached', retryAfterS: 600 });
    expect(counts).toEqual([
      { open: 10, declined: 0 },
      { open: 0, declined: 10 },
    ]);
  });

  it('lead to the hosted page all the same, where no card is typed here, and pages count nothing', async () => {
    limit({ address: { most: 1, windowMs: 600_000 }, order: { most: 1, windowMs: HOUR } });
    for (let index = 0; index < 3; index += 1) await payOnPage();
    declines();
    await pay();
    expect(await refusal(pay())).toEqual(['limit-reached']);
    expect(await payOnPage()).toMatchObject({ payment: { status: 'init' } });
  });

  it('that are unknown count as one', () => {
    limit({});
    const subjects = (ip: string) => subjectsOf(deps, { cardMask: null, orderId: 'order-1', ip });
    expect(subjects('')).toEqual(subjects(''));
    expect(subjects('')).not.toEqual(subjects('198.51.100.7'));
  });
});

describe('an order that was declined so many times', () => {
  it('is refused with any card, and its session shows how many attempts are left', async () => {
    limit({ order: { most: 3, windowMs: HOUR } });
    declines();
    const left = async () => (await openSession(deps, signed())).attemptsLeft;
    expect(await left()).toBe(3);
    for (let index = 0; index < 3; index += 1) {
      await pay('order-1', { ip: `203.0.113.${index}`, card: index ? OTHER_CARD : CARD });
      expect(await left()).toBe(2 - index);
    }
    expect(await refusal(pay('order-1', { ip: '203.0.113.9' }))).toEqual(['limit-reached']);
    expect(refusals).toEqual(['order order-1']);
    deps.clock.pass(3_600);
    expect(await left()).toBe(3);
  });

  it('keeps its hosted page open when a card is refused beside it', async () => {
    limit({ card: { most: 1, windowMs: HOUR } });
    declines();
    await payHosted(deps, signed(), {}, { ip: '203.0.113.9' });
    await pay('order-2');
    expect(await refusal(pay('order-1'))).toEqual(['limit-reached']);
    expect(refusals).toEqual(['card order-1']);
    expect(deps.gateway.of('cancelHosted')).toEqual([]);
  });
});

it.each<[string, CallResult<GatewayPayment>]>([
  ['succeeded', answered(gatewayPayment())],
  ['did not leave', notSent],
  ['found the gateway busy', refused(429)],
  ['were invalid', refused(400)],
  ['met a fault of the gateway', answered(gatewayPayment({ status: 'failure', statusCode: '4005' }))],
])('attempts that %s do not count', async (_what, fate) => {
  deps.gateway.script.createDirect = async ({ gatewayOrderId }) =>
    fate.kind === 'answered' ? answered({ ...fate.value, gatewayOrderId }) : fate;
  const one = { most: 1, windowMs: HOUR };
  limit({ card: one, address: one, network: one });
  for (let index = 0; index < 4; index += 1) await pay();
  expect(refusals).toEqual([]);
});

describe('an attempt that has not ended', () => {
  beforeEach(() => limit({ card: { most: 1, windowMs: HOUR } }));

  it.each<[string, () => void]>([
    ['waits for its customer', challenges],
    [
      'has an unknown outcome',
      () => {
        deps.gateway.script.createDirect = async () => unknown;
      },
    ],
  ])('counts while it %s', async (_what, answer) => {
    answer();
    await pay();
    expect(await refusal(pay())).toEqual(['limit-reached']);
  });

  it('no longer counts when its success is reported', async () => {
    challenges();
    await pay('order-1');
    await hear(deps, { status: 'success' });
    expect(await pay()).toMatchObject({ status: 'pending' });
  });

  it('counts from when it began when its decline is reported', async () => {
    challenges();
    await pay('order-1');
    deps.clock.pass(600);
    await hear(deps, { status: 'failure', statusCode: '4157' });
    await expect(pay()).rejects.toMatchObject({ retryAfterS: 3_000 });
  });
});

it.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
  ['::FFFF:C633:6407', '198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['1:2:3::4:5:6:7', '1:2:3:0::/64', '1:2:3::/48'],
  ['1::4:5:6:7:8', '1:0:0:4::/64', '1:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['no address', 'no address', 'no address'],
  [':::', ':::', ':::'],
])('%s counts as the address %s in the network %s', (ip, address, network) => {
  expect([addressRange(ip), networkRange(ip)]).toEqual([address, network]);
});
