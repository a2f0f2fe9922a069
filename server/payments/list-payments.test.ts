import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { payment } from '../store/test-payment.ts';
import { instantOf } from './instant.ts';
import { listPayments, type ListInput } from './list-payments.ts';
import { refusal } from './test-operations.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const add = (id: string, over: Parameters<typeof payment>[0] = {}) =>
  world.store.insertPayment(payment({ id, orderId: id, ...over }));
const ids = async (input: ListInput = {}) => (await listPayments(world, input)).data.map((one) => one.id);

describe('payments', () => {
  it('are listed a page at a time, the newest first, and none twice though new ones come', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(id);
    const first = await listPayments(world, { limit: 2 });
    expect(first.data.map((one) => one.id)).toEqual(['e', 'd']);
    await add('f');
    const second = await listPayments(world, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.data.map((one) => one.id)).toEqual(['c', 'b']);
    const last = await listPayments(world, { limit: 2, cursor: second.nextCursor ?? '' });
    expect(last).toMatchObject({ data: [{ id: 'a' }], nextCursor: null });
    expect(first.nextCursor).toMatch(/^[\w-]+$/);
  });

  it('are 50 a page where nothing else is said', async () => {
    for (let index = 0; index < 51; index += 1) await add(`p-${index}`);
    const { data, nextCursor } = await listPayments(world, {});
    expect([data.length, nextCursor === null]).toEqual([50, false]);
    expect((await listPayments(world, { limit: 51 })).nextCursor).toBeNull();
  });

  it('are found by the state that is shown', async () => {
    await add('unknown');
    await add('held', { status: 'failure', held: 'contradicting-ends' });
    await add('twice', { status: 'success', held: 'order-paid-twice' });
    await add('failed', { status: 'failure' });
    await add('paid', { status: 'success' });
    expect(await ids({ status: 'unknown' })).toEqual(['held', 'unknown']);
    expect(await ids({ status: 'failure' })).toEqual(['failed']);
    expect(await ids({ status: 'success' })).toEqual(['paid', 'twice']);
    expect(await ids({ status: 'pending' })).toEqual([]);
    for (const status of ['unknown', 'failure', 'success']) {
      const { data } = await listPayments(world, { status });
      expect(new Set(data.map((one) => one.status))).toEqual(new Set([status]));
    }
  });

  it('are found by their time, from and before', async () => {
    await add('morning', { createdAt: '2026-06-15T00:00:00.000Z' });
    await add('noon', { createdAt: '2026-06-15T12:00:00.000Z' });
    await add('next', { createdAt: '2026-06-16T00:00:00.000Z' });
    expect(await ids({ from: '2026-06-15', to: '2026-06-16' })).toEqual(['noon', 'morning']);
    expect(await ids({ from: '2026-06-15T14:00:00+02:00' })).toEqual(['next', 'noon']);
    expect(await ids({ to: '2026-06-15T12:00Z' })).toEqual(['morning']);
    expect(await ids({ from: '2026-06-17', to: '2026-06-17' })).toEqual([]);
  });

  it('can be tried again, or not, as the other tries of their order say', async () => {
    await add('first', { orderId: 'A', status: 'failure', blocking: false });
    await add('second', { orderId: 'A', status: 'success' });
    await add('alone', { orderId: 'B', status: 'failure', blocking: false });
    const { data } = await listPayments(world, {});
    expect(data.map((one) => [one.id, one.canRetry])).toEqual([
      ['alone', true],
      ['second', false],
      ['first', false],
    ]);
  });
});

it.each<[ListInput, ...string[]]>([
  [{ status: 'paid' }, 'status: invalid-status'],
  [{ from: 'yesterday' }, 'from: invalid-time'],
  [{ from: '2026-02-30' }, 'from: invalid-time'],
  [{ to: '2026-06-15T12:00:00' }, 'to: invalid-time'],
  [{ from: '2026-06-16', to: '2026-06-15' }, 'to: before-from'],
  [{ cursor: 'next' }, 'cursor: invalid'],
  [{ cursor: '' }, 'cursor: invalid'],
  [{ cursor: btoa('after:-1') }, 'cursor: invalid'],
  [{ limit: 0 }, 'limit: invalid-limit'],
  [{ limit: 101 }, 'limit: invalid-limit'],
  [{ limit: 1.5 }, 'limit: invalid-limit'],
  [{ limit: Number.NaN }, 'limit: invalid-limit'],
  [{ status: '', limit: -1 }, 'status: invalid-status', 'limit: invalid-limit'],
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
