import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { readOrder } from '../orders.ts';
import { refundOrder } from '../operate.ts';
import { nextDueAt } from '../order/schedule.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPayment, refused, unknown } from '../test-gateway.ts';
import { hear, key, operations, pay } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  await pay(world);
});
afterEach(() => world.store.close());

const refundOf = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  gatewayPayment({ method: 'refund', amountMinor: 300, operationId, ...over });
const poll = async (seconds: number) => {
  world.clock.pass(seconds);
  await pollDue(world);
};
const shown = async () => (await operations(world)).map((one) => `${one.method} ${one.amount} ${one.status}`);
const allowed = async () => (await viewOrder(world, 'order-1')).allowed.refund;
const list = (...all: GatewayPayment[]) => {
  world.gateway.script.readOrder = async () => answered([gatewayPayment(), ...all]);
};
const queries = () => [world.gateway.of('readOrder').length, world.gateway.of('readOperation').length];

describe('after a request was linked to a like operation of the portal', () => {
  const BOTH = [refundOf('portal'), refundOf('ours')];
  /** Our refund is done; its webhook is lost, and the portal's is reported while our call is in flight. */
  const refund = async (answer: GatewayPayment | null) => {
    world.gateway.script.refund = async () => {
      await hear(world, refundOf('portal'));
      return answer ? answered(answer) : unknown;
    };
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(await shown()).toEqual(['refund 3.00 success']);
  };

  it.each([
    ['its answer was lost', null],
    ['its answer had no id', refundOf(null)],
  ])('its own operation is found, although %s', async (_what, answer) => {
    await refund(answer);
    list(...BOTH);
    await poll(0);
    expect(await shown()).toEqual(['refund 3.00 success', 'refund 3.00 success']);
    expect(await allowed()).toBe('4.10');
  });

  it('its own operation is found by a companion that starts hours later', async () => {
    await refund(null);
    list(...BOTH);
    await poll(20_000);
    expect(await allowed()).toBe('4.10');
  });

  it('its own operation is looked for until the gateway answers, and then no longer', async () => {
    await refund(null);
    world.gateway.script.readOrder = async () => unknown;
    for (const seconds of [0, 10, 60, 4_000, 4_000]) await poll(seconds);
    expect(await allowed()).toBe('7.10');
    list(...BOTH);
    await poll(4_000);
    expect(await allowed()).toBe('4.10');
    for (const seconds of [10, 60, 4_000]) await poll(seconds);
    const before = queries();
    for (const seconds of [4_000, 100_000]) await poll(seconds);
    expect(queries()).toEqual(before);
  });

  it('its own operation is found without a list too', async () => {
    await refund(null);
    world.gateway.script.readOperation = async () => answered(refundOf('ours'));
    await poll(0);
    expect(await allowed()).toBe('4.10');
  });

  it('no operation is looked for if the answer names it', async () => {
    await refund(refundOf('portal'));
    await poll(4_000);
    expect(queries()).toEqual([0, 0]);
  });
});

describe('after an answer without an operation id', () => {
  const refund = async () => {
    world.gateway.script.refund = async () => answered(refundOf(null));
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
  };

  it('an operation that was reported over another amount is read again, and needs review as the request', async () => {
    await refund();
    await hear(world, refundOf('ours', { amountMinor: 150 }));
    expect(await shown()).toEqual(['refund 3.00 success', 'refund 1.50 success']);
    list(refundOf('ours'));
    await poll(0);
    expect(await shown()).toEqual(['refund 3.00 unknown']);
    expect(await allowed()).toBe(null);
    const { review } = await viewOrder(world, 'order-1');
    expect(review).toMatchObject([{ reason: 'amount-mismatch' }]);
  });

  it('nothing is asked any more once the gateway has listed the operation after a minute', async () => {
    await refund();
    list(refundOf('ours'));
    for (const seconds of [0, 30, 40, 60]) await poll(seconds);
    const before = queries();
    for (const seconds of [4_000, 100_000]) await poll(seconds);
    expect(queries()).toEqual(before);
    expect(await shown()).toEqual(['refund 3.00 success']);
  });
});

it('after an inferred link was confirmed, nothing is left to ask', async () => {
  let answer: (outcome: ReturnType<typeof answered<GatewayPayment>>) => void = () => {};
  world.gateway.script.refund = () => new Promise((done) => void (answer = done));
  // Another process makes the call, so slowly that its answer is given up meanwhile.
  const call = refundOrder({ ...world, inFlight: new Set() }, 'order-1', key(), { amount: '3.00' });
  while ((await operations(world)).length === 0) await new Promise((done) => setTimeout(done, 1));
  world.gateway.script.readOperation = async () => answered(refundOf('ours'));
  await poll(60);
  expect(await shown()).toEqual(['refund 3.00 success']);
  answer(answered(refundOf('ours')));
  await call;
  const { state } = await readOrder(world, 'order-1');
  expect(nextDueAt(state, world.clock.now().getTime())).toBeNull();
});

describe('without a list', () => {
  it('a pending operation of the portal is polled by its method', async () => {
    await hear(world, refundOf('portal', { status: 'pending' }));
    const asked: string[] = [];
    world.gateway.script.readOperation = async (_id, method) => {
      asked.push(method);
      return answered(refundOf('portal'));
    };
    await poll(20);
    expect(asked).toEqual(['refund']);
    expect(await shown()).toEqual(['refund 3.00 success']);
    await poll(4_000);
    expect(asked).toEqual(['refund']);
  });

  it('a pending operation that an incomplete list lacks is polled by its method', async () => {
    await hear(world, refundOf('portal', { status: 'pending' }));
    list();
    world.gateway.script.readOperation = async () => answered(refundOf('portal'));
    await poll(20);
    expect(await shown()).toEqual(['refund 3.00 success']);
  });

  it('the method is not polled if a list may be available later', async () => {
    await hear(world, refundOf('portal', { status: 'pending' }));
    world.gateway.script.readOrder = async () => refused(429);
    await poll(20);
    expect(queries()).toEqual([1, 0]);
  });

  it('an operation that was reported without an id is found by its method', async () => {
    await hear(world, refundOf(null));
    world.gateway.script.readOperation = async (_id, method) =>
      method === 'refund' ? answered(refundOf('portal')) : refused(404, 'S-404');
    await poll(0);
    expect(await shown()).toEqual(['refund 3.00 success']);
  });

  it('an operation that never gets an id is not polled forever, although each query repeats its webhook', async () => {
    await hear(world, refundOf(null));
    world.gateway.script.readOperation = async () => {
      await hear(world, refundOf(null));
      return answered(refundOf(null, { mode: null }));
    };
    for (let second = 0; second < 300; second += 5) await poll(5);
    const before = queries();
    await poll(100_000);
    expect(queries()).toEqual(before);
    expect(before[1]).toBeLessThan(20);
  });
});

it('a payment of another project is not read for operations that may be missing', async () => {
  await hear(world, refundOf(null));
  world.config = { ...world.config, posId: '1f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11' };
  for (const seconds of [0, 100]) await poll(seconds);
  expect(queries()).toEqual([0, 0]);
});
