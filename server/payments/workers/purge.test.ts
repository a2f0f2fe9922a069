import { describe, expect, it } from 'vitest';
import { CUSTOMER } from '../../contract/testing/fixtures.ts';
import { refundOrder } from '../operations/operate.ts';
import { payDirect } from '../paying/pay.ts';
import { answered, gatewayPaymentOf, POS_ID, unknown } from '../testing/gateway.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { CLIENT, createTestDeps, input, key, pay, signed, type TestDeps } from '../testing/test-deps.ts';
import { forgetCountsUntil, purge, purgeUntil } from './purge.ts';

const DAY_S = 86_400;

withTestDeps();

const run = (over: Partial<TestDeps> = {}) =>
  purge({ ...deps, ...over, retentionDays: 400 }, new AbortController().signal);
const left = () => deps.store.orderIds(null, 1_000);

describe('the purge', () => {
  it('deletes what is closed and older than the retention, and says how much', async () => {
    await pay(deps);
    await pay(deps, { id: 'order-2' });
    deps.clock.pass(400 * DAY_S);
    await run();
    expect(await left()).toEqual(['order-1', 'order-2']);
    deps.clock.pass(1);
    await run();
    expect(await left()).toEqual([]);
    expect(deps.lines.at(-1)).toMatchObject({ level: 'info', fields: { orders: 2, messages: 0 } });
  });

  it('deletes saved cards that were unused for so long', async () => {
    const owner = { posId: POS_ID, customerId: 'olena' };
    const customer = { ...CUSTOMER, id: 'olena' };
    const cardToken = { token: 'a token', expiresAt: null };
    answers({ cardToken });
    await payDirect(deps, signed({ customer }), key(), input({ saveCard: true }), CLIENT);
    deps.clock.pass(400 * DAY_S);
    await run();
    expect(await deps.store.savedCards.list(owner)).toHaveLength(1);
    deps.clock.pass(1);
    await run();
    expect(await deps.store.savedCards.list(owner)).toEqual([]);
    expect(deps.lines.at(-1)).toMatchObject({ event: 'store.purged', fields: { cards: 1 } });
  });

  it('keeps an order as long as a token of it may live, however short the retention is', async () => {
    await pay(deps);
    const short = () => purge({ ...deps, retentionDays: 1 }, new AbortController().signal);
    deps.clock.pass(366 * DAY_S);
    await short();
    expect(await left()).toEqual(['order-1']);
    deps.clock.pass(2 * DAY_S);
    await short();
    expect(await left()).toEqual([]);
  });

  it('keeps an old order that changed lately', async () => {
    await pay(deps);
    deps.clock.pass(300 * DAY_S);
    await refundOrder(deps, 'order-1', key(), { amount: '1.00' });
    deps.clock.pass(399 * DAY_S);
    await run();
    expect(await left()).toEqual(['order-1']);
    deps.clock.pass(2 * DAY_S);
    await run();
    expect(await left()).toEqual([]);
  });

  it('never deletes an order with a payment of unknown outcome, however old it is', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    deps.clock.pass(4_000 * DAY_S);
    await run();
    expect(await left()).toEqual(['order-1']);
  });

  it('keeps an order whose messages wait, until they are delivered', async () => {
    const notifying = createTestDeps(deps.store, { notify: true });
    await pay(notifying);
    deps.clock.pass(4_000 * DAY_S);
    await run({ config: notifying.config });
    expect(await left()).toEqual(['order-1']);
  });

  it('deletes an order whose messages wait for a webhook that was switched off', async () => {
    await pay(createTestDeps(deps.store, { notify: true }));
    deps.clock.pass(400 * DAY_S);
    await run();
    expect(await left()).toEqual(['order-1']);
    deps.clock.pass(1);
    await run();
    expect(await left()).toEqual([]);
    expect((await deps.store.outbox.list({ limit: 9 })).items).toEqual([]);
  });

  it('works in small parts with pauses, past what it must keep', async () => {
    deps.gateway.script.createDirect = async (request) =>
      request.gatewayOrderId.startsWith('kept') ? unknown : answered(gatewayPaymentOf(request));
    for (let index = 0; index < 30; index += 1) await pay(deps, { id: `kept-${index}` });
    for (let index = 0; index < 70; index += 1) await pay(deps, { id: `order-${index}` });
    deps.clock.pass(401 * DAY_S);
    const { store } = deps;
    const parts: number[] = [];
    const deleteOrders: typeof store.retention.deleteOrders = (orders, options) => {
      parts.push(orders.length);
      return store.retention.deleteOrders(orders, options);
    };
    await run({ store: { ...store, retention: { ...store.retention, deleteOrders } } });
    expect(parts).toEqual([20, 20, 20, 10]);
    expect(await left()).toHaveLength(30);
  });

  it('runs again an hour after a failure, until it is stopped', async () => {
    await pay(deps);
    deps.clock.pass(401 * DAY_S);
    const { store } = deps;
    const stop = new AbortController();
    let rounds = 0;
    const candidates: typeof store.retention.candidates = (page) => {
      rounds += 1;
      if (rounds === 1) return Promise.reject(new RangeError('about 4242424242424242'));
      stop.abort();
      return store.retention.candidates(page);
    };
    const failing = { ...store, retention: { ...store.retention, candidates } };
    await purgeUntil({ ...deps, store: failing, retentionDays: 400 }, stop.signal);
    expect(await left()).toEqual([]);
    expect(deps.lines.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', fields: { work: 'purge', error: 'RangeError' }, event: 'worker.failed' },
    ]);
  });
});

it('counts against card testing are deleted every ten seconds until it is stopped, despite an error', async () => {
  const ending = new AbortController();
  const times: number[] = [];
  const start = deps.clock.time;
  const limits = {
    ...deps.store.limits,
    async forget(now: number) {
      times.push(now - start);
      if (times.length === 1) throw new Error('locked');
      if (times.length === 3) ending.abort();
    },
  };
  await forgetCountsUntil({ ...deps, store: { ...deps.store, limits } }, ending.signal);
  expect(times).toEqual([0, 10_000, 20_000]);
  expect(deps.lines).toMatchObject([{ level: 'error', event: 'worker.failed' }]);
});
