import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestPair, type TestPair } from '../../store/testing/pair.ts';
import { type GatewayPayment, type CallResult, UnsendableError } from '../gateway-port.ts';
import { captureOrder, refundOrder, voidOrder } from './operate.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPayment, notSent, refused, TestGateway, unknown } from '../testing/gateway.ts';
import { withTestDeps, work, deps } from '../testing/running-deps.ts';
import {
  createTestDeps,
  gate,
  hear,
  key,
  operations,
  pay,
  refusal,
  type TestDeps,
} from '../testing/test-deps.ts';

withTestDeps();
beforeEach(async () => {
  await pay(deps);
});

const refund = (over = {}, under = key()) => refundOrder(deps, 'order-1', under, over);
const answers = (over: Partial<GatewayPayment>) => async () =>
  answered(gatewayPayment({ method: 'refund', operationId: 'o-1', ...over }));

it('an operation is sent with its comment and the address for webhooks', async () => {
  expect(await refund({ comment: 'Broken' })).toMatchObject({ comment: 'Broken' });
  const request = { currency: 'UAH', comment: 'Broken', serverUrl: 'https://pay.shop.example/pay/webhook' };
  expect(deps.gateway.calls.at(-1)).toMatchObject({ orderId: 'order-1', request });
});

describe('a call that ends', () => {
  const success = { status: 'success', statusCode: null };
  const failure = { status: 'failure', statusCode: null };
  const open = { status: 'unknown', statusCode: null, amount: '10.10' };
  it.each<[string, () => Promise<CallResult<GatewayPayment>>, object]>([
    ['answered', answers({ statusCode: '1004' }), { ...success, statusCode: '1004' }],
    ['answered as failed', answers({ status: 'failure', statusCode: '4005' }), { status: 'failure' }],
    ['answered as pending', answers({ status: 'pending' }), { status: 'pending' }],
    ['answered without an id', answers({ operationId: null }), open],
    ['answered about another order', answers({ gatewayOrderId: 'order-9' }), open],
    ['answered about a void', answers({ method: 'void' }), open],
    ['answered in another currency', answers({ currency: 'EUR' }), open],
    ['answered for another project', answers({ posId: crypto.randomUUID() }), open],
    ['refused', async () => refused(400, 'P-400'), { ...failure, statusCode: 'P-400' }],
    ['refused with a code that is none', async () => refused(403, 'a b'), failure],
    [
      'refused for too many requests',
      async () => refused(429),
      { ...failure, statusDescription: expect.stringContaining('Nothing was done') },
    ],
    ['refused as existing already', async () => refused(400, 'P-409'), open],
    [
      'against the gateway’s rules',
      () => Promise.reject(new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }])),
      { ...failure, statusDescription: expect.stringContaining('was not sent. (comment)') },
    ],
    ['not sent', async () => notSent, failure],
    ['unanswered', async () => unknown, open],
    ['with an error', () => Promise.reject(new Error('boom')), open],
  ])('%s', async (_how, call, expected) => {
    deps.gateway.script.refund = call;
    const view = await refund();
    expect(view).toMatchObject({ ...expected, orderId: 'order-1', method: 'refund' });
    expect(await operations(deps)).toEqual([view]);
    expect((await viewOrder(deps, 'order-1')).allowed.refund).toBe(
      view.status === 'failure' ? '10.10' : null,
    );
  });

  it('answered with the id of an operation that was there before stays unknown, for a person', async () => {
    await hear(deps, { method: 'refund', operationId: 'o-1', amountMinor: 100 });
    deps.gateway.script.refund = answers({ amountMinor: 200 });
    expect(await refund({ amount: '2.00' })).toMatchObject({ status: 'unknown', amount: '2.00' });
    expect(deps.lines.at(-1)).toMatchObject({ level: 'error', event: 'operation.in-review' });
    expect((await viewOrder(deps, 'order-1')).allowed.refund).toBeNull();
  });
});

it.each(['orderId', 'paymentId'])(
  'a payment that waits for a person takes no operation: by %s',
  async (path) => {
    await hear(deps, { status: 'failure' });
    const { id } = await deps.payment();
    const named = path === 'orderId' ? {} : { paymentId: id };
    expect(await refusal(refund(named))).toEqual(['operation-not-allowed', `${path}: in-review`]);
  },
);

it('a payment is only looked for in its own order', async () => {
  const { id } = await pay(deps, { id: 'order-2' });
  expect(await refusal(refund({ paymentId: id }))).toEqual([
    'operation-not-allowed',
    'paymentId: other-order',
  ]);
});

it('a process that dies before the call leaves an operation that is polled and never sent', async () => {
  const gateway = new TestGateway();
  gateway.script.refund = () => new Promise<never>(() => {});
  void refundOrder({ ...deps, gateway, ownCalls: new Set() }, 'order-1', key(), { amount: '1.00' });
  await expect.poll(() => operations(deps)).toHaveLength(1);
  expect(await refusal(refund())).toEqual(['operation-open']);
  await work(36);
  expect(deps.gateway.of('readOperation')).toEqual([]);
  await work(60);
  expect(await operations(deps)).toMatchObject([{ status: 'failure' }]);
  expect(deps.gateway.of('refund')).toEqual([]);
  expect(await refund()).toMatchObject({ status: 'success' });
});

describe('the idempotency key of an operation', () => {
  it('is answered with the same operation, in any later state, whatever the order of the fields', async () => {
    const same = key();
    deps.gateway.script.refund = async () => unknown;
    const first = await refund({ amount: '1.00', comment: 'x' }, same);
    deps.clock.pass(1_000);
    expect(await refund({ comment: 'x', amount: '1.00' }, same)).toEqual(first);
    expect(deps.gateway.of('refund')).toHaveLength(1);
  });

  it('belongs to one request: another amount, order or operation is refused', async () => {
    const same = key();
    await refund({ amount: '1.00' }, same);
    await pay(deps, { id: 'order-2' });
    for (const run of [
      () => refund({ amount: '1.01' }, same),
      () => refund({}, same),
      () => refundOrder(deps, 'order-2', same, { amount: '1.00' }),
      () => captureOrder(deps, 'order-1', same, { amount: '1.00' }),
      () => voidOrder(deps, 'order-1', same, {}),
    ]) {
      expect(await refusal(run())).toEqual(['idempotency-key-reused']);
    }
    expect(deps.gateway.of('refund')).toHaveLength(1);
  });

  it('belongs to one order, even if two ask at once', async () => {
    await pay(deps, { id: 'order-2' });
    const same = key();
    const runs = await Promise.allSettled([
      refund({ amount: '1.00' }, same),
      refundOrder(deps, 'order-2', same, { amount: '1.00' }),
    ]);
    const rejected = runs.filter((run) => run.status === 'rejected');
    expect(rejected).toMatchObject([{ reason: { code: 'idempotency-key-reused' } }]);
    expect(deps.gateway.of('refund')).toHaveLength(1);
  });

  it('is not used up by what was refused here', async () => {
    const same = key();
    const tooMuch = ['invalid-input', 'amount: exceeds-refundable'];
    expect(await refusal(refund({ amount: '99.00' }, same))).toEqual(tooMuch);
    expect(await refund({ amount: '9.00' }, same)).toMatchObject({ status: 'success' });
  });
});

describe.each(['in one process', 'in two processes'])('at once, %s,', (where) => {
  let pair: TestPair;
  let one: TestDeps;
  let other: TestDeps;
  beforeEach(async () => {
    pair = await openTestPair('sqlite');
    one = createTestDeps(pair.stores[0]);
    const second = { ...createTestDeps(pair.stores[1]), gateway: one.gateway, clock: one.clock };
    other = where === 'in one process' ? one : second;
  });
  afterEach(() => pair.close());

  it('of two refunds that exceed the payment one is sent', async () => {
    await pay(one);
    const runs = await Promise.allSettled(
      [one, other].map((at) => refundOrder(at, 'order-1', key(), { amount: '6.00' })),
    );
    expect(runs.map((run) => run.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(one.gateway.of('refund')).toHaveLength(1);
    expect(await operations(one)).toHaveLength(1);
  });

  it('the same request twice is sent once, and both are answered by it', async () => {
    await pay(one);
    const same = key();
    const answer = gate<CallResult<GatewayPayment>>();
    one.gateway.script.refund = () => answer.promise;
    const runs = [one, other].map((at) => refundOrder(at, 'order-1', same, { amount: '6.00' }));
    await expect.poll(() => one.gateway.of('refund')).toHaveLength(1);
    answer.open(answered(gatewayPayment({ method: 'refund', operationId: 'o-1', amountMinor: 600 })));
    const [first, second] = await Promise.all(runs);
    expect(first).toMatchObject({ status: 'success', amount: '6.00' });
    expect(second).toEqual(first);
    expect(one.gateway.of('refund')).toHaveLength(1);
  });
});
