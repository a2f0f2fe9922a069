import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { refundOrder } from '../operate.ts';
import { resolvePayment } from '../resolve.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { listReview } from '../queries/lists.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, refused, gatewayPayment, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { hear, key, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { pollDue } from '../workers/poll.ts';
import { payHosted } from '../pay-hosted.ts';
import { openSession } from '../session.ts';

/**
 * "Order id exists" (P-409, 4119): the gateway knows a payment under our order id. It is ours if an earlier answer was
 * lost, or belongs to another order: of another shop with the same pos_id, or of a numbering that was restarted.
 */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const MASK = '424242******4242';
/** Seconds after our attempt began. */
const at = (seconds: number) => new Date(Date.UTC(2026, 5, 15, 12) + seconds * 1_000).toISOString();
/** The report of a payment that can only be ours. */
const OURS = { cardMask: MASK, createdAt: at(1) } satisfies Partial<GatewayPayment>;

const exists = {
  'refused with P-409': async () => refused(400, 'P-409'),
  'refused with HTTP 409 and no code': async () => refused(409),
  'answered with 4119': async () => answered(gatewayPayment({ status: 'failure', statusCode: '4119' })),
};
const begin = (how: keyof typeof exists = 'refused with P-409') => {
  world.gateway.script.createDirect = exists[how];
  return pay(world);
};
/** A status query finds this payment under our order id. */
async function find(over: Partial<GatewayPayment>): Promise<void> {
  world.gateway.script.readOperation = async () => answered(gatewayPayment(over));
  world.clock.pass(2);
  await pollDue(world);
}
const shown = async () => (await openSession(world, signed())).payment;
const review = async () => {
  world.clock.pass(1);
  return (await listReview(world, {})).data.map(({ reason }) => reason);
};

describe.each(Object.keys(exists) as (keyof typeof exists)[])('an attempt that is %s', (how) => {
  it('is unknown, blocks the order, and is polled', async () => {
    expect(await begin(how)).toMatchObject({ status: 'unknown', statusCode: null, canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    world.clock.pass(2);
    await pollDue(world);
    expect(world.gateway.of('readOperation')).toEqual(['order-1']);
  });

  it('is not ended by "no such payment", however old it is', async () => {
    await begin(how);
    world.clock.pass(3_600);
    await pollDue(world);
    expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
    expect(await review()).toEqual(['order-id-exists']);
  });

  it('is a success where a payment is found that can only be ours', async () => {
    await begin(how);
    await find(OURS);
    expect(await shown()).toMatchObject({ status: 'success', cardMask: MASK });
    expect(await review()).toEqual([]);
  });

  it.each<[string, Partial<GatewayPayment>]>([
    ['begun-before', { ...OURS, createdAt: at(-6) }],
    ['begun-before', { ...OURS, createdAt: null }],
    ['card-mismatch', { ...OURS, cardMask: '545454******5454' }],
    ['card-mismatch', { ...OURS, cardMask: '424242******4241' }],
    ['card-mismatch', { ...OURS, cardMask: null }],
    ['amount-mismatch', { ...OURS, amountMinor: 1011 }],
    ['amount-mismatch', { ...OURS, amountMinor: 50_000 }],
    ['amount-mismatch', { ...OURS, amountMinor: 1009 }],
    ['currency-mismatch', { ...OURS, currency: 'EUR' }],
    ['method-mismatch', { ...OURS, method: 'auth' }],
    ['mode-mismatch', { ...OURS, mode: 'hosted' }],
  ])('needs review (%s) if the one that is found is %j', async (reason, over) => {
    await begin(how);
    await find(over);
    expect(await shown()).toMatchObject({ status: 'unknown', action: null, canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    expect(await review()).toEqual([reason]);
    expect(world.lines.filter(({ level }) => level === 'error').at(-1)?.fields).toMatchObject({ reason });
  });
});

describe('another payment under our order id', () => {
  const NOT_OURS = { ...OURS, createdAt: at(-86_400) };

  it('is not trusted of a pending one or a webhook either', async () => {
    await begin();
    expect(await hear(world, { ...NOT_OURS, status: 'pending', statusCode: '2119' })).toBe('disputed');
    expect(await hear(world, NOT_OURS)).toBe('disputed');
    expect(await shown()).toMatchObject({ status: 'unknown', statusCode: null });
  });

  it('refunds nothing: a refund is refused', async () => {
    await begin();
    await find({ ...NOT_OURS, amountMinor: 50_000 });
    const asked = await refusal(refundOrder(world, 'order-1', key(), {}));
    expect(asked).toEqual(['operation-not-allowed', 'orderId: not-successful']);
    expect(world.gateway.of('refund')).toEqual([]);
  });

  it('can be distinguished from ours manually: the order is then free', async () => {
    const { id } = await begin();
    await find(NOT_OURS);
    await resolvePayment(world, id, { status: 'failure', comment: 'Of the other shop' });
    world.gateway.script = {};
    expect(await pay(world)).toMatchObject({ status: 'success' });
    expect(world.gateway.of('createDirect')[1]).toMatch(/^order-1\.2/);
  });

  it('frees the order where it failed: the next attempt has a suffix', async () => {
    await begin();
    await find({ ...NOT_OURS, status: 'failure', statusCode: '4153' });
    expect(await shown()).toMatchObject({ status: 'failure', canRetry: true });
    world.gateway.script = {};
    await pay(world);
    expect(world.gateway.of('createDirect')[1]).toMatch(/^order-1\.2/);
  });

  it('does not free it by the report of the refused attempt', async () => {
    await begin();
    await find({ status: 'failure', statusCode: '4119' });
    expect(await shown()).toMatchObject({ status: 'unknown' });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });

  it('is written down once, however often it is read', async () => {
    await begin();
    await find(NOT_OURS);
    const { length } = (await world.order()).entries;
    for (let round = 0; round < 5; round += 1) await find(NOT_OURS);
    world.clock.pass(3_600);
    await pollDue(world);
    expect((await world.order()).entries).toHaveLength(length);
  });

  it('is distinguished from ours by its time although the gateway never refused the id', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    await find({ createdAt: at(-61) });
    expect(await shown()).toMatchObject({ status: 'unknown' });
    expect(await review()).toEqual(['begun-before']);
    expect(await hear(world, { createdAt: at(-1) })).toBe('disputed');
    expect(await hear(world, { createdAt: at(-1), cardMask: MASK })).toBe('applied');
    expect(await shown()).toMatchObject({ status: 'success' });
  });

  it('is distinguished from ours by its card although the gateway never refused the id', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    expect(await hear(world, { cardMask: '545454******5454' })).toBe('disputed');
    expect(await review()).toEqual(['card-mismatch']);
    expect(await hear(world, { cardMask: '4242 42** **** 4242' })).toBe('disputed');
    const ours = { cardMask: '4242 42** **** 4242', createdAt: at(1) };
    expect(await hear(world, ours)).toBe('applied');
    expect(await shown()).toMatchObject({ status: 'success' });
  });
});

describe('a hosted payment whose order id exists', () => {
  const open = () => payHosted(world, signed(), {});
  beforeEach(async () => {
    world.gateway.script.createHosted = async () => refused(400, 'P-409');
    expect(await refusal(open())).toEqual(['payment-open']);
  });

  it.each<[string, Partial<GatewayPayment>]>([
    ['order-id-exists', { createdAt: at(-86_400) }],
    ['order-id-exists', { createdAt: at(1) }],
    ['order-id-exists', { createdAt: null }],
    ['amount-mismatch', { createdAt: at(1), amountMinor: 50_000 }],
  ])('needs review (%s) if the one that is found is %j', async (reason, over) => {
    await find({ mode: 'hosted', cardMask: MASK, ...over });
    expect(await shown()).toMatchObject({ status: 'unknown', action: null });
    expect(await review()).toEqual([reason]);
    expect(await refusal(open())).toEqual(['payment-open']);
  });

  it('is free again where the one that is found has failed', async () => {
    await find({ mode: 'hosted', createdAt: at(-86_400), status: 'failure', statusCode: '4148' });
    world.gateway.script = {};
    expect((await open()).payment).toMatchObject({ status: 'init' });
    expect(world.gateway.of('createHosted')[1]).toMatch(/^order-1\.2/);
  });
});

it('the webhook of a refused attempt makes one in flight a dispute, not a failure', async () => {
  world.gateway.script.createDirect = async () => unknown;
  await pay(world);
  await hear(world, { status: 'failure', statusCode: '4119' });
  world.clock.pass(3_600);
  await pollDue(world);
  expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
  expect(await review()).toEqual(['order-id-exists']);
});

it('a webhook that came before the order was known here counts when it comes again', async () => {
  const early = async () => hear(world, OURS);
  expect(await early()).toBe('unknown-payment');
  await begin();
  expect(await early()).toBe('applied');
  expect(await shown()).toMatchObject({ status: 'success' });
});

describe('a full refund', () => {
  const charge = (amountMinor: number) => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { amountMinor }));
    return pay(world);
  };
  const refund = async () => {
    await refundOrder(world, 'order-1', key(), {});
    return world.gateway.calls.at(-1)?.request;
  };

  it('states its amount where the gateway charged another one than ordered', async () => {
    await charge(1035);
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('10.10');
    expect(await refund()).toMatchObject({ amountMinor: 1010 });
  });

  it('states none where exactly the ordered amount was charged', async () => {
    await charge(1010);
    expect(await refund()).not.toHaveProperty('amountMinor');
  });
});
