import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { refundOrder } from '../operate.ts';
import type { GatewayPayment, GatewayRefusal, Outcome } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { payTwice, reversals } from '../test-world.ts';
import { answered, notSent, refused, gatewayPayment, unknown } from '../test-gateway.ts';
import { hear, key, operations, pay } from '../test-world.ts';
import { createWorld, gate, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  await pay(world);
});
afterEach(() => world.store.close());

const refundOf = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  gatewayPayment({ method: 'refund', amountMinor: 300, operationId, ...over });
const report = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  hear(world, refundOf(operationId, over));
/** A refund of 3.00 to which no answer comes. */
const begin = async (amount = '3.00') => {
  world.gateway.script.refund = async () => unknown;
  return (await refundOrder(world, 'order-1', key(), { amount })).id;
};
const poll = async (seconds: number) => {
  world.clock.pass(seconds);
  await pollDue(world);
};
/** Scripts the gateway's answers about one operation, and about all. */
const reads = (one: GatewayPayment | null, list?: GatewayPayment[]) => {
  const { script } = world.gateway;
  script.readOperation = async () => (one ? answered(one) : refused(404, 'S-404'));
  if (list) script.readOrder = async () => answered(list);
};
const refusedWith = (status: number, over: Partial<GatewayRefusal>): Outcome<never> => {
  const outcome = refused(status);
  return outcome.kind === 'refused' ? { ...outcome, refusal: { ...outcome.refusal, ...over } } : outcome;
};
const shown = async () => (await operations(world)).map((one) => `${one.amount} ${one.status}`);
/** The shown operations that are our requests. */
const ours = async () => {
  const { state } = await world.order();
  const ids = new Set(state.requests.map((one) => one.id));
  return (await operations(world)).filter((one) => ids.has(one.id));
};

describe('a request of unknown outcome', () => {
  beforeEach(async () => void (await begin()));

  it('leaves a line in the log for each of its queries that fails', async () => {
    world.gateway.script.readOperation = async () => refused(404, 'S-404');
    world.gateway.script.readOrder = async () => unknown;
    await poll(2);
    const { event, fields } = world.lines.at(-1) ?? {};
    expect([event, fields]).toEqual(['gateway.query-failed', { orderId: 'order-1', reason: 'ECONNRESET' }]);
  });

  it('is polled by its kind, and ends by what the gateway says', async () => {
    reads(refundOf('o-1'));
    await poll(2);
    expect(world.gateway.of('readOperation')).toEqual(['order-1']);
    expect(world.gateway.of('readOrder')).toEqual([]);
    expect(await shown()).toEqual(['3.00 success']);
    // There may be another operation like it: one more query, and then none.
    for (const seconds of [4_000, 4_000]) await poll(seconds);
    expect(world.gateway.of('readOperation')).toHaveLength(2);
  });

  it('that is pending is polled until it ends', async () => {
    reads(refundOf('o-1', { status: 'pending' }));
    await poll(2);
    expect(await shown()).toEqual(['3.00 pending']);
    reads(refundOf('o-1'));
    await poll(30);
    expect(await shown()).toEqual(['3.00 success']);
  });

  it('that the gateway does not know has failed only after the grace time', async () => {
    await poll(59);
    expect(await shown()).toEqual(['3.00 unknown']);
    await poll(60);
    expect(await operations(world)).toMatchObject([
      { status: 'failure', statusDescription: 'The operation did not reach the payment service.' },
    ]);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('that is reported while the gateway is polled is not given up', async () => {
    world.gateway.script.readOperation = async () => {
      await report('o-1');
      return refused(404, 'S-404');
    };
    await poll(61);
    expect(await shown()).toEqual(['3.00 success']);
  });

  it('that was acknowledged is never given up', async () => {
    await report('o-1', { status: 'pending' });
    await poll(4_000);
    await poll(4_000);
    expect(world.gateway.of('readOperation')).toHaveLength(2);
    expect(await shown()).toEqual(['3.00 pending']);
  });

  it('gives way to the gateway’s word after it was given up', async () => {
    await poll(61);
    await report('o-1', { createdAt: '2026-06-15T12:00:01.000Z' });
    expect((await shown()).filter((one) => one === '3.00 success')).toHaveLength(1);
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('7.10');
  });

  it.each<[string, () => Promise<Outcome<GatewayPayment>>]>([
    ['a 404 of something in between', async () => refusedWith(404, { documented: false, means: 'other' })],
    ['a 404 about the credentials', async () => refusedWith(404, { means: 'credentials' })],
    ['no answer', async () => unknown],
    ['a call that never left', async () => notSent],
    ['a refusal', async () => refused(401)],
    ['an error', () => Promise.reject(new Error('boom'))],
    ['another order', async () => answered(refundOf('o-1', { gatewayOrderId: 'order-9' }))],
    ['another kind', async () => answered(refundOf('o-1', { method: 'void' }))],
  ])('stays so after %s', async (_what, read) => {
    world.gateway.script.readOperation = read;
    await poll(4_000);
    expect(await shown()).toEqual(['3.00 unknown']);
    const polled = world.gateway.of('readOperation').length;
    await poll(4_000);
    expect(world.gateway.of('readOperation').length).toBeGreaterThan(polled);
  });

  it.each<[string, Outcome<GatewayPayment>]>([
    ['no answer', unknown],
    ['a call that never left', notSent],
    ['a refusal', refused(401)],
  ])('is not looked for in the list after %s', async (_what, read) => {
    world.gateway.script.readOperation = async () => read;
    world.gateway.script.readOrder = async () => answered([gatewayPayment()]);
    await poll(4_000);
    expect(world.gateway.of('readOrder')).toEqual([]);
    expect(await shown()).toEqual(['3.00 unknown']);
  });

  it('is polled ever more rarely, at least every hour', async () => {
    world.gateway.script.readOperation = async () => unknown;
    let last = world.clock.time;
    const pauses: number[] = [];
    for (let second = 0; second < 20_000; second += 1) {
      await poll(1);
      if (world.gateway.of('readOperation').length > pauses.length) {
        pauses.push((world.clock.time - last) / 1_000);
        last = world.clock.time;
      }
    }
    expect(Math.max(...pauses.slice(0, 4))).toBeLessThanOrEqual(3);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3_601);
    expect(Math.max(...pauses)).toBeGreaterThan(3_500);
    expect(pauses.length).toBeLessThan(40);
  });

  it('is polled once by two processes', async () => {
    reads(null);
    world.clock.pass(2);
    await Promise.all([reconcile(world), reconcile(world)]);
    expect(world.gateway.of('readOperation')).toHaveLength(1);
  });

  it('was old enough when the gateway was asked, not when it answered', async () => {
    world.gateway.script.readOperation = async () => {
      world.clock.pass(100);
      return refused(404, 'S-404');
    };
    await poll(40);
    expect(await shown()).toEqual(['3.00 unknown']);
  });
});

describe('beside an operation of the portal a request of unknown outcome', () => {
  const portal = refundOf('portal', { amountMinor: 200 });
  beforeEach(async () => {
    await hear(world, portal);
    await begin();
  });

  it('is found in the list', async () => {
    reads(portal, [gatewayPayment(), portal, refundOf('o-1')]);
    await poll(2);
    expect((await ours()).map((one) => one.status)).toEqual(['success']);
    expect(await shown()).toEqual(['2.00 success', '3.00 success']);
  });

  it('that the list does not hold has failed, after the grace time', async () => {
    reads(portal, [gatewayPayment(), portal]);
    await poll(2);
    expect((await ours()).map((one) => one.status)).toEqual(['unknown']);
    await poll(61);
    expect((await ours()).map((one) => one.status)).toEqual(['failure']);
  });

  it.each<[string, GatewayPayment[] | null]>([
    ['cannot be had', null],
    ['is empty', []],
    ['lacks the payment', [portal]],
    ['has the payment unpaid', [gatewayPayment({ status: 'pending' }), portal]],
    ['holds another order too', [gatewayPayment(), portal, refundOf('o-1', { gatewayOrderId: 'order-9' })]],
    ['lacks an operation that was reported before', [gatewayPayment()]],
    ['has operations without ids', [gatewayPayment(), refundOf(null), portal]],
  ])('stays so where the list %s', async (_what, list) => {
    reads(portal, list ?? undefined);
    await poll(4_000);
    expect((await ours()).map((one) => one.status)).toEqual(['unknown']);
  });

  it('does not keep the others of the list from being taken in', async () => {
    reads(portal, [gatewayPayment(), portal, refundOf('o-1'), refundOf('second', { amountMinor: 100 })]);
    await poll(2);
    expect((await shown()).sort()).toEqual(['1.00 success', '2.00 success', '3.00 success']);
  });

  it('is not ended by a read without an id, but by the list', async () => {
    reads(refundOf(null), [gatewayPayment(), portal, refundOf('o-1')]);
    await poll(2);
    expect((await ours()).map((one) => one.status)).toEqual(['success']);
    expect(await operations(world)).toHaveLength(2);
  });
});

describe('where the gateway has no list', () => {
  it.each([400, 404, 405, 406])(
    '"no such operation" counts where none of the kind was ever reported: HTTP %i',
    async (status) => {
      await begin();
      reads(null);
      world.gateway.script.readOrder = async () => refused(status);
      await poll(61);
      expect(await shown()).toEqual(['3.00 failure']);
    },
  );

  it('"no such operation" does not count of a kind that was reported before', async () => {
    world.gateway.script.refund = async () => answered(refundOf('o-1', { amountMinor: 200 }));
    await refundOrder(world, 'order-1', key(), { amount: '2.00' });
    await begin();
    reads(null);
    await poll(4_000);
    expect(await shown()).toEqual(['2.00 success', '3.00 unknown']);
    reads(null, [gatewayPayment(), refundOf('o-1', { amountMinor: 200 })]);
    await poll(4_000);
    expect(await shown()).toEqual(['2.00 success', '3.00 failure']);
  });

  it.each<[string, Outcome<GatewayPayment[]>]>([
    ['no answer', unknown],
    ['wrong credentials', refused(401)],
    ['wrong credentials as a 404', refusedWith(404, { means: 'credentials' })],
    ['too many requests', refused(429)],
  ])('after %s a list may be had later: nothing is concluded', async (_what, list) => {
    await begin();
    reads(null);
    world.gateway.script.readOrder = async () => list;
    await poll(4_000);
    expect(await shown()).toEqual(['3.00 unknown']);
  });
});

it('an operation of the portal that is reported without its id is found in the list', async () => {
  await report(null);
  reads(null, [gatewayPayment(), refundOf('o-1')]);
  await poll(0);
  expect(world.gateway.of('readOrder')).toEqual(['order-1']);
  expect(await shown()).toEqual(['3.00 success']);
  for (const seconds of [3_600, 3_600]) await poll(seconds);
  expect(world.gateway.of('readOrder')).toHaveLength(2);
});

it('a failure that an earlier refused call has left is not taken for ours', async () => {
  world.gateway.script.refund = async () => refused(400, 'P-400');
  await refundOrder(world, 'order-1', key(), { amount: '3.00' });
  await begin();
  const left = refundOf('of-the-first', { status: 'failure' });
  reads(left);
  await poll(4_000);
  expect((await ours()).map((one) => one.status)).toEqual(['failure', 'unknown']);
  reads(left, [gatewayPayment(), left]);
  await poll(4_000);
  expect((await ours()).map((one) => one.status)).toEqual(['failure', 'failure']);
});

it.each(['of-it', null])('a failure under the id %s ends a request only after the grace time', async (id) => {
  await begin();
  const failed = refundOf(id, { status: 'failure' });
  reads(failed, id === null ? [gatewayPayment()] : [gatewayPayment(), failed]);
  await poll(2);
  expect((await ours()).map((one) => one.status)).toEqual(['unknown']);
  await poll(61);
  expect((await ours()).map((one) => one.status)).toEqual(['failure']);
  expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('10.10');
});

it('a list need not hold the operations on another payment of the order', async () => {
  await world.store.close();
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await payTwice(world);
  const [, paying] = world.gateway.of('createDirect');
  await report('portal', { gatewayOrderId: paying ?? '' });
  world.gateway.script.refund = async () => unknown;
  reads(null, [gatewayPayment()]);
  await poll(1);
  expect((await reversals(world)).map((one) => one.status)).toEqual(['unknown']);
  await poll(61);
  expect((await reversals(world))[0]?.status).toBe('failure');
});

it('a reversal that a slow query finds nowhere is not sent a third time if it was sent again since', async () => {
  await world.store.close();
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await payTwice(world);
  world.gateway.script.refund = async () => unknown;
  world.gateway.script.readOperation = async () => unknown;
  await poll(1);
  const missing = refused(404, 'S-404');
  const slow = gate<typeof missing>();
  const isAsked = gate<void>();
  world.gateway.script.readOperation = () => {
    isAsked.open();
    return slow.promise;
  };
  world.clock.pass(62);
  const first = reconcile(world);
  await isAsked.promise;
  world.gateway.script.readOperation = async () => missing;
  await poll(35);
  await poll(5);
  expect(world.gateway.of('refund')).toHaveLength(2);
  world.gateway.script.readOperation = async () => unknown;
  slow.open(missing);
  await first;
  await poll(5);
  expect(world.gateway.of('refund')).toHaveLength(2);
  expect((await reversals(world)).map((one) => one.status)).toEqual(['failure', 'unknown']);
});
