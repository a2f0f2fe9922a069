import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestPair, type TestPair } from '../../store/testing/pair.ts';
import { type GatewayPayment, type CallResult, UnsendableError } from '../gateway-port.ts';
import { captureOrder, refundOrder, voidOrder } from './operate.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPayment, notSent, refused, TestGateway, unknown } from '../testing/gateway.ts';
import { messages } from '../testing/messages.ts';
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

withTestDeps({ notify: true });
beforeEach(async () => {
  await pay(deps);
});

const refund = (over = {}, under = key()) => refundOrder(deps, 'order-1', under, over);
const answers = (over: Partial<GatewayPayment>) => async () =>
  answered(gatewayPayment({ method: 'refund', operationId: 'o-1', ...over }));
/** The first operation is in the journal. */
const isWritten = () => expect.poll(() => operations(deps)).toHaveLength(1);

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

  it('is told to the merchant, and every later change, in full', async () => {
    deps.gateway.script.refund = answers({ status: 'init' });
    await refund({ comment: 'Broken' });
    const receiptUrl = 'https://gateway.example/receipt';
    const report = { method: 'refund', operationId: 'o-1' };
    await hear(deps, { ...report, status: 'pending' });
    await hear(deps, { ...report, statusCode: '1004' });
    await hear(deps, { ...report, statusCode: '1004', receiptUrl });
    const all = (await messages(deps)).filter(({ type }) => type === 'operation.updated');
    expect(all.map(({ data }) => data['status'])).toEqual(['init', 'pending', 'success', 'success']);
    const last = { comment: 'Broken', receiptUrl, statusCode: '1004', amount: '10.10' };
    expect(all.at(-1)?.data).toMatchObject(last);
  });
});

describe('a payment that waits for a person', () => {
  it('takes no operation', async () => {
    await hear(deps, { status: 'failure' });
    expect(await refusal(refund())).toEqual(['operation-not-allowed', 'orderId: in-review']);
    const { id } = await deps.payment();
    expect(await refusal(refund({ paymentId: id }))).toEqual([
      'operation-not-allowed',
      'paymentId: in-review',
    ]);
  });

  it('is only looked for in its own order', async () => {
    const { id } = await pay(deps, { id: 'order-2' });
    expect(await refusal(refund({ paymentId: id }))).toEqual([
      'operation-not-allowed',
      'paymentId: other-order',
    ]);
  });
});

describe('a process that dies', () => {
  it('before the call leaves an operation that is polled and never sent', async () => {
    const gateway = new TestGateway();
    gateway.script.refund = () => new Promise<never>(() => {});
    void refundOrder({ ...deps, gateway, ownCalls: new Set() }, 'order-1', key(), { amount: '1.00' });
    await isWritten();
    expect(await refusal(refund())).toEqual(['operation-open']);
    await work(36);
    expect(deps.gateway.of('readOperation')).toEqual([]);
    await work(60);
    expect(await operations(deps)).toMatchObject([{ status: 'failure' }]);
    expect(deps.gateway.of('refund')).toEqual([]);
    expect(await refund()).toMatchObject({ status: 'success' });
  });

  it('sends nothing if it only slept, and wakes after the operation was given up', async () => {
    const asleep = gate<null>();
    const { store } = deps;
    const append: TestDeps['store']['append'] = async (one) => {
      await store.append(one);
      await asleep.promise;
    };
    const sleeper: TestDeps = { ...deps, store: { ...store, append }, ownCalls: new Set() };
    const first = refundOrder(sleeper, 'order-1', key(), { amount: '3.00' });
    await isWritten();
    await work(100);
    expect(await refund({ amount: '3.00' })).toMatchObject({ status: 'success' });
    asleep.open(null);
    expect(await first).toMatchObject({ status: 'failure' });
    expect(deps.gateway.of('refund')).toHaveLength(1);
  });
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

  /** An answer that is held back until `open`, and the moment at which it is asked for. */
  const held = (method: 'capture' | 'refund') => {
    const answer = gate<CallResult<GatewayPayment>>();
    const asked = gate<null>();
    one.gateway.script[method] = () => {
      asked.open(null);
      return answer.promise;
    };
    return {
      asked: asked.promise,
      open: (over = {}) => answer.open(answered(gatewayPayment({ method, operationId: 'o-1', ...over }))),
    };
  };

  it('of two refunds that exceed the payment one is sent', async () => {
    await pay(one);
    const runs = await Promise.allSettled(
      [one, other].map((at) => refundOrder(at, 'order-1', key(), { amount: '6.00' })),
    );
    expect(runs.map((run) => run.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(one.gateway.of('refund')).toHaveLength(1);
    expect(await operations(one)).toHaveLength(1);
  });

  it('of a capture and a void one is sent', async () => {
    await pay(one, { method: 'auth' });
    const answer = held('capture');
    const capture = captureOrder(one, 'order-1', key(), {});
    await answer.asked;
    expect(await refusal(voidOrder(other, 'order-1', key(), {}))).toEqual(['operation-open']);
    answer.open();
    await capture;
    const [code] = await refusal(voidOrder(other, 'order-1', key(), {}));
    expect(code).toBe('operation-not-allowed');
    expect(one.gateway.of('voidAuth')).toEqual([]);
  });

  it('the same request twice is sent once, and both are answered by it', async () => {
    await pay(one);
    const same = key();
    const answer = held('refund');
    const runs = [one, other].map((at) => refundOrder(at, 'order-1', same, { amount: '6.00' }));
    await answer.asked;
    answer.open({ amountMinor: 600 });
    const [first, second] = await Promise.all(runs);
    expect(first).toMatchObject({ status: 'success', amount: '6.00' });
    expect(second).toEqual(first);
    expect(one.gateway.of('refund')).toHaveLength(1);
  });
});
