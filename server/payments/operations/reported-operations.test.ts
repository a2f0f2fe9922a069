import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { refundOrder } from '../operate.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, refused, gatewayPayment, unknown } from '../test-gateway.ts';
import { hear, key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from '../workers/poll.ts';

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
const shown = async () => (await operations(world)).map((one) => `${one.amount} ${one.status}`);
/** The shown operations that are our requests. */
const ours = async () => {
  const { state } = await world.order();
  const ids = new Set(state.requests.map((one) => one.id));
  return (await operations(world)).filter((one) => ids.has(one.id));
};

describe('a report of a request that was not answered', () => {
  it.each(['success', 'pending'] as const)(
    'with its method, amount and time is of it: %s',
    async (status) => {
      const id = await begin();
      expect(await report('o-1', { status })).toBe('applied');
      expect(await operations(world)).toMatchObject([{ id, status, amount: '3.00' }]);
    },
  );

  it.each([299, 301])('over another amount is of an operation of the portal: %i', async (amountMinor) => {
    await begin();
    await report('o-1', { amountMinor });
    expect(await shown()).toEqual(['3.00 unknown', `${(amountMinor / 100).toFixed(2)} success`]);
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
  });

  it('in full may be larger by the payer’s commission', async () => {
    await begin('10.10');
    await report('o-1', { amountMinor: 1030 });
    expect(await shown()).toEqual(['10.30 success']);
  });

  it('states another amount only once it has succeeded', async () => {
    await begin('10.10');
    await report('o-1', { amountMinor: 1030, status: 'pending' });
    expect(await shown()).toEqual(['10.10 pending']);
  });

  it('comes in any order and as often as it likes', async () => {
    await begin();
    await report('o-1');
    expect(await report('o-1', { status: 'pending' })).toBe('unchanged');
    expect(await report('o-1')).toBe('unchanged');
    expect(await shown()).toEqual(['3.00 success']);
  });

  it('as a failure is never of it', async () => {
    await begin();
    await report('o-1', { status: 'failure' });
    expect((await ours()).map((one) => one.status)).toEqual(['unknown']);
    const { state } = await world.order();
    expect(state.requests[0]?.operationId).toBeNull();
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
  });

  it.each(['success', 'failure'] as const)('of a time before it is of another one: %s', async (status) => {
    await begin();
    await report('o-1', { status, createdAt: '2026-05-01T00:00:00.000Z' });
    expect(await shown()).toEqual(['3.00 unknown', `3.00 ${status}`]);
  });

  it('without an id only has the gateway polled', async () => {
    await begin();
    await poll(2);
    const before = world.gateway.of('readOperation').length;
    expect(await report(null)).toBe('ignored');
    expect(await shown()).toEqual(['3.00 unknown']);
    await poll(0.01);
    expect(world.gateway.of('readOperation')).toHaveLength(before + 1);
  });

  it('belongs to one request: of two equal requests each gets one', async () => {
    await report('portal');
    await begin();
    await report('o-1');
    expect(await shown()).toEqual(['3.00 success', '3.00 success']);
    expect((await ours()).map((one) => one.status)).toEqual(['success']);
  });
});

describe('a report while the call is in flight', () => {
  const answering = (before: Partial<GatewayPayment>, answer: Partial<GatewayPayment>) => {
    world.gateway.script.refund = async () => {
      await hear(world, refundOf('o-1', before));
      return answered(refundOf('o-1', answer));
    };
    return refundOrder(world, 'order-1', key(), { amount: '3.00' });
  };

  it('is of the same operation as the answer', async () => {
    expect(await answering({}, { statusCode: '1004' })).toMatchObject({ status: 'success' });
    expect(await shown()).toEqual(['3.00 success']);
  });

  it('is of the same operation also over another amount', async () => {
    await answering({ amountMinor: 600 }, { amountMinor: 600 });
    expect(await shown()).toEqual(['6.00 success']);
    expect(await refundOrder(world, 'order-1', key(), { amount: '4.11' }).catch(({ code }) => code)).toBe(
      'invalid-input',
    );
  });

  it('is of the portal where the answer names another one', async () => {
    await answering({ operationId: 'portal' }, {});
    expect(await shown()).toEqual(['3.00 success', '3.00 success']);
    expect((await ours()).map((one) => one.status)).toEqual(['success']);
  });
});

describe('an answer without an id', () => {
  beforeEach(async () => {
    world.gateway.script.refund = async () => answered(refundOf(null));
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
  });

  it('ends the request, and its webhook makes no second operation of it', async () => {
    expect(await shown()).toEqual(['3.00 success']);
    expect(await report('o-1')).toBe('applied');
    expect(await shown()).toEqual(['3.00 success']);
  });

  it('ends two equal requests', async () => {
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    await report('o-1');
    await report('o-2');
    expect(await shown()).toEqual(['3.00 success', '3.00 success']);
  });
});

describe('an operation of the portal', () => {
  it('is shown, reported to the merchant, counted, and blocks others while it is open', async () => {
    await report('o-1', { status: 'pending', comment: 'By phone' });
    expect(await operations(world)).toMatchObject([{ status: 'pending', comment: 'By phone', split: null }]);
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
    await report('o-1', { receiptUrl: 'https://gateway.example/receipt' });
    expect(await operations(world)).toMatchObject([
      { status: 'success', receiptUrl: 'https://gateway.example/receipt' },
    ]);
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('7.10');
  });

  it('that is pending is polled until it ends', async () => {
    await report('o-1', { status: 'pending' });
    reads(null, [gatewayPayment(), refundOf('o-1')]);
    await poll(30);
    expect(await shown()).toEqual(['3.00 success']);
    await poll(4_000);
    expect(world.gateway.of('readOrder')).toHaveLength(1);
  });

  it('that could be that of an open request is shown as that, not twice', async () => {
    world.gateway.script.refund = () => new Promise(() => {});
    void refundOrder(world, 'order-1', key(), { amount: '3.00' });
    while ((await operations(world)).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await report('o-1');
    expect(await shown()).toEqual(['3.00 unknown']);
    expect((await viewOrder(world, 'order-1')).allowed.refund).toBeNull();
  });

  it('without an amount is in review and counts as the full payment', async () => {
    await report('o-1', { amountMinor: null });
    const { review, allowed } = await viewOrder(world, 'order-1');
    expect(review).toMatchObject([{ reason: 'amount-unknown' }]);
    expect(allowed.refund).toBeNull();
    await report('o-1');
    expect((await viewOrder(world, 'order-1')).review).toEqual([]);
  });

  it.each<[string, Partial<GatewayPayment>]>([
    ['of another project', { posId: crypto.randomUUID() }],
    ['in another currency', { currency: 'EUR' }],
  ])('%s is written down and changes nothing', async (_what, over) => {
    expect(await report('o-1', over)).toBe('ignored');
    expect(await operations(world)).toEqual([]);
    const { events } = await viewOrder(world, 'order-1');
    expect(events.at(-1)).toMatchObject({ type: 'report', result: 'ignored', method: 'refund' });
  });

  it('is of the payment that the gateway named', async () => {
    const named = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
    named.gateway.script.createDirect = async () => answered(gatewayPayment({ gatewayPaymentId: 'p-1' }));
    await pay(named);
    expect(await hear(named, refundOf('o-1', { gatewayPaymentId: 'p-2' }))).toBe('ignored');
    expect(await hear(named, refundOf('o-1', { gatewayPaymentId: 'P-1' }))).toBe('applied');
    await named.store.close();
  });

  it('does not change its kind', async () => {
    await report('o-1');
    expect(await report('o-1', { method: 'void' })).toBe('ignored');
    expect(await operations(world)).toMatchObject([{ method: 'refund', status: 'success' }]);
  });

  it.each([
    ['success', 'failure'],
    ['failure', 'success'],
  ] as const)('with two ends, %s and %s, is disputed and in the way of others', async (first, second) => {
    await report('o-1', { status: first });
    expect(await report('o-1', { status: second })).toBe('disputed');
    expect(world.lines.at(-1)?.level).toBe('error');
    expect(await refusal(refundOrder(world, 'order-1', key(), { amount: '1' }))).toEqual(['operation-open']);
    const { operations: views, allowed, review } = await viewOrder(world, 'order-1');
    expect(views.map((one) => one.status)).toEqual(['unknown']);
    expect(allowed.refund).toBeNull();
    expect(review).toMatchObject([{ reason: 'contradicting-ends', operationId: views[0]?.id }]);
  });
});

it('the receipt and the code of a refund may come after its success', async () => {
  await refundOrder(world, 'order-1', key(), { amount: '3.00' });
  const operationId = (await world.order()).state.operations[0]?.operationId ?? null;
  const late = { receiptUrl: 'https://gateway.example/receipt', statusCode: '1004' };
  expect([await report(operationId, late), await report(operationId, late)]).toEqual([
    'applied',
    'unchanged',
  ]);
  expect(await operations(world)).toMatchObject([{ status: 'success', amount: '3.00', ...late }]);
});
