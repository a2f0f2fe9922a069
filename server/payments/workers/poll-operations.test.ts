import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayPayment, CallResult } from '../gateway-port.ts';
import { refundOrder } from '../operations/operate.ts';
import { viewOrder } from '../queries/order.ts';
import { resolveOperation } from '../operations/resolve.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from '../testing/gateway.ts';
import { messages } from '../testing/messages.ts';
import { review, withTestDeps, work, deps } from '../testing/running-deps.ts';
import { hear, key, operations, pay, refusal } from '../testing/test-deps.ts';

withTestDeps({ notify: true });
beforeEach(async () => {
  await pay(deps);
});

const NOT_FOUND = refused(404, 'S-404');
const refundOf = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  gatewayPayment({ method: 'refund', amountMinor: 300, operationId, ...over });
const report = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  hear(deps, refundOf(operationId, over));
/** A refund of 3.00 that the gateway answers so: by default not at all. */
const begin = async (answer: CallResult<GatewayPayment> = unknown) => {
  deps.gateway.script.refund = async () => answer;
  return (await refundOrder(deps, 'order-1', key(), { amount: '3.00' })).id;
};
/** What the gateway answers to a query about one operation, and lists; without a list it has none. */
const reads = (one: CallResult<GatewayPayment>, list?: CallResult<GatewayPayment[]> | GatewayPayment[]) => {
  deps.gateway.script.readOperation = async () => one;
  const all = list ?? NOT_FOUND;
  deps.gateway.script.readOrder = async () => (Array.isArray(all) ? answered(all) : all);
};
/** The gateway has made these, and lists them beside the payment. */
const lists = (...all: GatewayPayment[]) => {
  const last = all.at(-1);
  reads(last ? answered(last) : NOT_FOUND, [gatewayPayment(), ...all]);
};
const shown = async () => (await operations(deps)).map((one) => `${one.amount} ${one.status}`);
const order = () => viewOrder(deps, 'order-1');
const allowed = async () => (await order()).allowed.refund;
const queries = () => deps.gateway.of('readOperation').length + deps.gateway.of('readOrder').length;
const refuseMore = async () => refusal(refundOrder(deps, 'order-1', key(), { amount: '3.00' }));

describe('a refund of unknown outcome', () => {
  it('that the gateway does not know has failed after the grace time, and not before', async () => {
    await begin();
    await work(59);
    expect(await shown()).toEqual(['3.00 unknown']);
    expect(await refuseMore()).toEqual(['operation-open']);
    await work(60);
    const statusDescription = 'The operation did not reach the payment service.';
    expect(await operations(deps)).toMatchObject([{ status: 'failure', statusDescription }]);
    expect(await allowed()).toBe('10.10');
    expect(deps.gateway.of('refund')).toHaveLength(1);
  });

  it('is the one that the gateway lists after the grace time, and nothing before', async () => {
    const id = await begin();
    lists(refundOf('o-1', { statusCode: '1004' }));
    await work(2);
    expect(await shown()).toEqual(['3.00 unknown']);
    await work(61);
    expect(await operations(deps)).toMatchObject([{ id, status: 'success', statusCode: '1004' }]);
    expect([await review(), await allowed()]).toEqual([[], '7.10']);
    const before = queries();
    await work(4_000);
    expect(queries()).toBe(before);
  });

  it('is not given up if it is reported while the gateway is asked', async () => {
    await begin();
    deps.gateway.script.readOperation = async () => {
      await report('o-1');
      return NOT_FOUND;
    };
    await work(61);
    expect(await shown()).toEqual(['3.00 unknown']);
  });

  it('was old enough when the gateway was asked, not when it answered', async () => {
    await begin();
    deps.gateway.script.readOperation = async () => {
      deps.clock.pass(100);
      return NOT_FOUND;
    };
    await work(40);
    expect(await shown()).toEqual(['3.00 unknown']);
  });

  it.each<[string, () => Promise<CallResult<GatewayPayment>>]>([
    ['a 404 of something in between', async () => refused(404, null, { documented: false, means: 'other' })],
    ['a 404 about the credentials', async () => refused(404, null, { means: 'credentials' })],
    ['no answer', async () => unknown],
    ['a call that never left', async () => notSent],
    ['a refusal', async () => refused(401)],
    ['an error', () => Promise.reject(new Error('boom'))],
    ['an answer about another order', async () => answered(refundOf('o-1', { gatewayOrderId: 'x' }))],
    ['an answer about another method', async () => answered(refundOf('o-1', { method: 'void' }))],
  ])('stays so after %s, and is polled on', async (_what, read) => {
    await begin();
    deps.gateway.script.readOperation = read;
    await work(4_000);
    expect(await shown()).toEqual(['3.00 unknown']);
    const before = queries();
    await work(4_000);
    expect(queries()).toBeGreaterThan(before);
  });

  it('of another project is not asked for', async () => {
    await begin();
    deps.config.posId = '1f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';
    await work(4_000);
    expect([queries(), await shown()]).toEqual([0, ['3.00 unknown']]);
  });
});

describe('the list of a payment’s operations', () => {
  const portal = refundOf('portal', { amountMinor: 200 });
  beforeEach(async () => {
    await hear(deps, portal);
    await begin();
  });

  it('without our refund says that it failed', async () => {
    lists(portal);
    await work(61);
    expect(await shown()).toEqual(['2.00 success', '3.00 failure']);
  });

  it.each<[string, CallResult<GatewayPayment[]>]>([
    ['is empty', answered([])],
    ['lacks the payment', answered([portal])],
    ['has the payment unpaid', answered([gatewayPayment({ status: 'pending' }), portal])],
    ['holds another order too', answered([gatewayPayment(), portal, refundOf('o', { gatewayOrderId: 'x' })])],
    ['lacks an operation that was reported before', answered([gatewayPayment()])],
    ['has an operation without an id', answered([gatewayPayment(), refundOf(null), portal])],
    ['is not answered', unknown],
    ['is refused for the credentials', refused(401)],
    ['is refused for the credentials as a 404', refused(404, null, { means: 'credentials' })],
    ['is refused for too many requests', refused(429)],
  ])('says nothing if it %s', async (_what, list) => {
    reads(answered(portal), list);
    await work(4_000);
    expect((await shown()).slice(0, 2)).toEqual(['2.00 success', '3.00 unknown']);
  });

  it('that is incomplete still brings the operations that it has', async () => {
    reads(NOT_FOUND, [gatewayPayment(), refundOf('second', { amountMinor: 100 })]);
    await work(61);
    lists(portal, refundOf('second', { amountMinor: 100 }));
    await work(100);
    expect(await review()).toEqual(['operation-unclear']);
    expect((await shown()).sort()).toEqual(['1.00 success', '2.00 success', '3.00 unknown']);
  });
});

describe('a gateway without a list', () => {
  it.each([400, 404, 405, 406])('(HTTP %i) is believed that it has no such operation', async (status) => {
    await begin();
    reads(NOT_FOUND, refused(status));
    await work(61);
    expect(await shown()).toEqual(['3.00 failure']);
  });

  it('is not believed so about a method of which another operation is known', async () => {
    await begin(answered(refundOf('o-1')));
    await begin();
    reads(NOT_FOUND);
    await work(4_000);
    expect(await shown()).toEqual(['3.00 success', '3.00 unknown']);
  });

  it('leaves it to a person whether the one it reported is ours, which then counts once', async () => {
    const id = await begin();
    reads(answered(refundOf('o-1')));
    await work(4_000, 86_400);
    expect([await shown(), await review()]).toEqual([['3.00 unknown'], ['overdue']]);
    await resolveOperation(deps, id, { status: 'success', comment: 'In the portal' });
    expect([await shown(), await allowed()]).toEqual([['3.00 success'], '7.10']);
  });
});

it('what is reported again and again without an operation id makes no more entries', async () => {
  await begin();
  reads(answered(refundOf(null)));
  await work(4_000);
  const { entries } = await deps.order();
  await work(4_000, 4_000);
  expect((await deps.order()).entries).toEqual(entries);
});

describe('an operation of the portal', () => {
  it('is shown, told, counted, and in the way of others while it is open', async () => {
    await report('o-1', { status: 'pending', comment: 'By phone' });
    expect(await operations(deps)).toMatchObject([{ status: 'pending', comment: 'By phone', split: null }]);
    expect(await refuseMore()).toEqual(['operation-open']);
    const receiptUrl = 'https://gateway.example/receipt';
    await report('o-1', { receiptUrl });
    expect(await operations(deps)).toMatchObject([{ status: 'success', receiptUrl }]);
    expect(await allowed()).toBe('7.10');
    const told = (await messages(deps)).filter(({ type }) => type === 'operation.updated');
    expect(told.map(({ data }) => data['status'])).toEqual(['pending', 'success']);
  });

  it('that is pending is polled by its method until it ends', async () => {
    await report('o-1', { status: 'pending' });
    const asked: string[] = [];
    deps.gateway.script.readOperation = async (_id, method) => {
      asked.push(method);
      return answered(refundOf('o-1'));
    };
    await work(20, 4_000);
    expect([asked, await shown()]).toEqual([['refund'], ['3.00 success']]);
  });
});
