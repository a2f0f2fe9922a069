import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { payTwice } from '../test-world.ts';
import { answered, refused, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { hear, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { type ListInput, listPayments } from './lists.ts';
import { instantOf } from './read-page.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

/** A payment of a new order, a second after the last one. */
const add = async (id: string) => {
  world.clock.pass(1);
  return pay(world, { id });
};
const addAt = (id: string, time: string) => {
  world.clock.time = Date.parse(time);
  return pay(world, { id });
};
const orders = async (input: ListInput = {}) =>
  (await listPayments(world, input)).data.map((one) => one.orderId);

describe('payments', () => {
  it('are listed a page at a time, the newest first, and none twice though new ones come', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(id);
    const first = await listPayments(world, { limit: 2 });
    expect(first.data.map((one) => one.orderId)).toEqual(['e', 'd']);
    await add('f');
    const second = await listPayments(world, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.data.map((one) => one.orderId)).toEqual(['c', 'b']);
    const last = await listPayments(world, { limit: 2, cursor: second.nextCursor ?? '' });
    expect(last).toMatchObject({ data: [{ orderId: 'a' }], nextCursor: null });
    expect(first.nextCursor).toMatch(/^[\w-]+$/);
  });

  it('are 50 a page where nothing else is said', async () => {
    for (let index = 0; index < 51; index += 1) await add(`p-${index}`);
    const { data, nextCursor } = await listPayments(world, {});
    expect([data.length, nextCursor === null]).toEqual([50, false]);
    expect((await listPayments(world, { limit: 51 })).nextCursor).toBeNull();
  });

  it('are found by the status that is shown', async () => {
    const { script } = world.gateway;
    await add('paid');
    script.createDirect = async () => unknown;
    await add('unknown');
    script.createDirect = async () => refused(400);
    await add('failed');
    script.createDirect = async (request) => answered(gatewayPaymentOf(request, { amountMinor: 900 }));
    await add('disputed');
    expect(await orders({ status: 'unknown' })).toEqual(['disputed', 'unknown']);
    expect(await orders({ status: 'failure' })).toEqual(['failed']);
    expect(await orders({ status: 'success' })).toEqual(['paid']);
    expect(await orders({ status: 'pending' })).toEqual([]);
    for (const status of ['unknown', 'failure', 'success'] as const) {
      const { data } = await listPayments(world, { status });
      expect(new Set(data.map((one) => one.status))).toEqual(new Set([status]));
    }
  });

  it('are shown as they are now', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await add('order-1');
    expect(await orders({ status: 'unknown' })).toEqual(['order-1']);
    await hear(world);
    expect(await orders({ status: 'unknown' })).toEqual([]);
    expect(await orders({ status: 'success' })).toEqual(['order-1']);
  });

  it('that paid an order twice are both there', async () => {
    await payTwice(world);
    expect(await orders({ status: 'success' })).toEqual(['order-1', 'order-1']);
  });

  it('are found by their time, from and before', async () => {
    await addAt('morning', '2026-06-15T00:00:00.000Z');
    await addAt('noon', '2026-06-15T12:00:00.000Z');
    await addAt('next', '2026-06-16T00:00:00.000Z');
    expect(await orders({ from: '2026-06-15', to: '2026-06-16' })).toEqual(['noon', 'morning']);
    expect(await orders({ from: '2026-06-15T14:00:00+02:00' })).toEqual(['next', 'noon']);
    expect(await orders({ to: '2026-06-15T12:00Z' })).toEqual(['morning']);
    expect(await orders({ from: '2026-06-17', to: '2026-06-17' })).toEqual([]);
  });

  it('can be tried again, or not, as the other attempts of their order say', async () => {
    world.gateway.script.createDirect = async () => refused(400);
    await add('order-1');
    await add('order-2');
    world.gateway.script = {};
    await add('order-1');
    const { data } = await listPayments(world, {});
    expect(data.map((one) => [one.orderId, one.status, one.canRetry])).toEqual([
      ['order-1', 'success', false],
      ['order-2', 'failure', true],
      ['order-1', 'failure', false],
    ]);
  });
});

it.each<[ListInput, ...string[]]>([
  [{ from: 'yesterday' }, 'from: invalid-time'],
  [{ from: '2026-02-30' }, 'from: invalid-time'],
  [{ to: '2026-06-15T12:00:00' }, 'to: invalid-time'],
  [{ from: '2026-06-16', to: '2026-06-15' }, 'to: before-from'],
  [{ cursor: 'next' }, 'cursor: invalid'],
  [{ cursor: '' }, 'cursor: invalid'],
  [{ cursor: btoa('after:-1') }, 'cursor: invalid'],
])('a list for %j is refused', async (input, ...fields) => {
  expect(await refusal(listPayments(world, input))).toEqual(['invalid-input', ...fields]);
});

it.each([
  ['2026-06-15', '2026-06-15T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-02-29', null],
  ['2026-13-01', null],
  ['2026-06-15T12:00:00.123456Z', '2026-06-15T12:00:00.123Z'],
  ['2026-06-15T23:30:00-02:00', '2026-06-16T01:30:00.000Z'],
  ['2026-02-30T12:00:00Z', null],
  ['2026-06-15T25:00:00Z', null],
  ['2026-06-15 12:00:00Z', null],
  ['1750000000', null],
  ['', null],
])('the time %j is %j', (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});
