import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { type GatewayPayment, type Outcome, UnsendableError } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, notSent, refused, TestGateway, gatewayPayment, unknown } from '../test-gateway.ts';
import { messages } from '../test-messages.ts';
import { hear, key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, gate, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from '../workers/poll.ts';
import { captureOrder } from '../operate.ts';
import { refundOrder } from '../operate.ts';
import { voidOrder } from '../operate.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  await pay(world);
});
afterEach(() => world.store.close());

const refund = (over = {}, under = key()) => refundOrder(world, 'order-1', under, over);
const answers = (over: Partial<GatewayPayment>) => async () =>
  answered(gatewayPayment({ method: 'refund', ...over }));
const asked = async (of: World = world) => {
  while ((await operations(of)).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('a call that ends', () => {
  it.each<[string, () => Promise<Outcome<GatewayPayment>>, object]>([
    [
      'answered',
      answers({ operationId: 'o-1', statusCode: '1004' }),
      { status: 'success', statusCode: '1004' },
    ],
    [
      'answered as failed',
      answers({ status: 'failure', statusCode: '4005', statusDescription: 'No' }),
      { status: 'failure', statusCode: '4005', statusDescription: 'No' },
    ],
    ['answered as pending', answers({ status: 'pending' }), { status: 'pending' }],
    [
      'refused',
      async () => refused(400, 'P-400'),
      {
        status: 'failure',
        statusCode: 'P-400',
        statusDescription: 'The payment service refused the operation.',
      },
    ],
    [
      'refused with a code that is none',
      async () => refused(403, 'a b'),
      { statusCode: null, status: 'failure' },
    ],
    ['refused as existing already', async () => refused(409), { status: 'unknown' }],
    [
      'refused with the code of what exists already',
      async () => refused(400, 'P-409'),
      { status: 'unknown' },
    ],
    [
      'refused for too many requests',
      async () => refused(429),
      { status: 'failure', statusDescription: expect.stringContaining('Nothing was done') },
    ],
    [
      'against the gateway’s rules',
      () => Promise.reject(new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }])),
      { status: 'failure', statusDescription: expect.stringContaining('was not sent. (comment)') },
    ],
    ['not sent', async () => notSent, { status: 'failure' }],
    ['unanswered', async () => unknown, { status: 'unknown' }],
    ['with an error', () => Promise.reject(new Error('boom')), { status: 'unknown' }],
    ['answered about another order', answers({ gatewayOrderId: 'order-9' }), { status: 'unknown' }],
    ['answered about a void', answers({ method: 'void' }), { status: 'unknown' }],
    ['answered in another currency', answers({ currency: 'EUR' }), { status: 'unknown', amount: '10.10' }],
    ['answered for another project', answers({ posId: crypto.randomUUID() }), { status: 'unknown' }],
  ])('%s', async (_how, call, expected) => {
    world.gateway.script.refund = call;
    const view = await refund();
    expect(view).toMatchObject({ ...expected, orderId: 'order-1', method: 'refund' });
    expect(await operations(world)).toEqual([view]);
    expect(world.gateway.of('refund')).toHaveLength(view.statusDescription?.includes('reached') ? 3 : 1);
    const isOpen = view.status === 'unknown' || view.status === 'pending';
    expect((await viewOrder(world, 'order-1')).allowed.refund === null).toBe(
      isOpen || view.status === 'success',
    );
  });

  it('answered with the id of an operation that was reported before stays unknown', async () => {
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 100 });
    world.gateway.script.refund = answers({ operationId: 'portal', amountMinor: 200 });
    expect(await refund({ amount: '2.00' })).toMatchObject({ status: 'unknown', amount: '2.00' });
    expect((await operations(world)).map((one) => one.amount)).toEqual(['1.00', '2.00']);
    expect(world.lines.at(-1)).toMatchObject({ level: 'error' });
  });

  it('answered with the id of another request stays unknown', async () => {
    await refund({ amount: '1.00' });
    world.gateway.script.refund = answers({ operationId: 'operation-1', amountMinor: 100 });
    expect(await refund({ amount: '1.00' })).toMatchObject({ status: 'unknown' });
    expect((await operations(world)).map((one) => one.status)).toEqual(['success', 'unknown']);
  });

  it('without leaving is tried again at once, and nothing else is', async () => {
    let left = 2;
    world.gateway.script.refund = async () => {
      left -= 1;
      return left >= 0 ? notSent : answered(gatewayPayment({ method: 'refund', operationId: 'o-1' }));
    };
    expect(await refund()).toMatchObject({ status: 'success' });
    expect(world.gateway.of('refund')).toHaveLength(3);
  });

  it('is reported to the merchant at every change, in full', async () => {
    world.gateway.script.refund = async () => unknown;
    await refund({ comment: 'Broken' });
    const receiptUrl = 'https://gateway.example/receipt';
    const report = { method: 'refund', operationId: 'o-1', statusCode: '1004', receiptUrl };
    await hear(world, { method: 'refund', operationId: 'o-1', status: 'pending' });
    await hear(world, report);
    await hear(world, report);
    const all = (await messages(world)).filter(({ type }) => type === 'operation.updated');
    expect(all.map(({ data }) => data['status'])).toEqual(['unknown', 'pending', 'success']);
    expect(all.at(-1)?.data).toMatchObject({
      comment: 'Broken',
      receiptUrl,
      statusCode: '1004',
      amount: '10.10',
    });
  });
});

describe('a process that dies', () => {
  it('between the journal and the call leaves a request that is polled and never sent', async () => {
    const gateway = new TestGateway();
    gateway.script.refund = () => new Promise<never>(() => {});
    void refundOrder({ ...world, gateway, inFlight: new Set() }, 'order-1', key(), { amount: '1.00' });
    await asked();
    expect(await operations(world)).toMatchObject([{ status: 'unknown' }]);
    expect(await refusal(refund())).toEqual(['operation-open']);
    world.clock.pass(36);
    await pollDue(world);
    expect(world.gateway.of('readOperation')).toEqual([]);
    world.clock.pass(60);
    await pollDue(world);
    expect(await operations(world)).toMatchObject([{ status: 'failure' }]);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await refund()).toMatchObject({ status: 'success' });
  });

  it('sends nothing when it wakes after the operation was given up', async () => {
    const asleep = gate<null>();
    const { store } = world;
    const held: World['store'] = {
      ...store,
      async append(one) {
        await store.append(one);
        await asleep.promise;
      },
    };
    const sleeper: World = { ...world, store: held, inFlight: new Set() };
    const first = refundOrder(sleeper, 'order-1', key(), { amount: '3.00' });
    await asked();
    world.clock.pass(100);
    await pollDue(world);
    expect(await refund({ amount: '3.00' })).toMatchObject({ status: 'success' });
    asleep.open(null);
    expect(await first).toMatchObject({ status: 'failure' });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('between the call and its answer finds out what became of it', async () => {
    const { store } = world;
    const dying: World = { ...world, inFlight: new Set() };
    world.gateway.script.refund = async () => {
      // From now on nothing can be written.
      dying.store = { ...store, append: () => Promise.reject(new Error('dead')) };
      return answered(gatewayPayment({ method: 'refund', operationId: 'o-1' }));
    };
    await expect(refundOrder(dying, 'order-1', key(), {})).rejects.toThrow('dead');
    expect(await operations(world)).toMatchObject([{ status: 'unknown' }]);
    world.clock.pass(38);
    world.gateway.script.readOperation = answers({ operationId: 'o-1' });
    await pollDue(world);
    expect(await operations(world)).toMatchObject([{ status: 'success' }]);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });
});

describe('the idempotency key of an operation', () => {
  it('is answered with the same operation, in any later state of the payment', async () => {
    const same = key();
    const first = await refund({}, same);
    expect(await refund({}, same)).toEqual(first);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('is answered by what the journal says of a request of unknown outcome', async () => {
    const same = key();
    world.gateway.script.refund = async () => unknown;
    const first = await refund({ amount: '1.00' }, same);
    world.clock.pass(1_000);
    expect(await refund({ amount: '1.00' }, same)).toEqual(first);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('does not depend on the order of the fields', async () => {
    const same = key();
    const first = await refund({ amount: '1.00', comment: 'x' }, same);
    expect(await refund({ comment: 'x', amount: '1.00' }, same)).toEqual(first);
  });

  it('belongs to one request: another amount, order or operation is refused', async () => {
    const same = key();
    await refund({ amount: '1.00' }, same);
    await pay(world, { id: 'order-2' });
    for (const run of [
      () => refund({ amount: '1.01' }, same),
      () => refund({}, same),
      () => refundOrder(world, 'order-2', same, { amount: '1.00' }),
      () => captureOrder(world, 'order-1', same, { amount: '1.00' }),
      () => voidOrder(world, 'order-1', same, {}),
    ]) {
      expect(await refusal(run())).toEqual(['idempotency-key-reused']);
    }
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('belongs to one order, also where two ask at once', async () => {
    await pay(world, { id: 'order-2' });
    const same = key();
    const runs = await Promise.allSettled([
      refund({ amount: '1.00' }, same),
      refundOrder(world, 'order-2', same, { amount: '1.00' }),
    ]);
    const rejected = runs.filter((run) => run.status === 'rejected');
    expect(rejected).toMatchObject([{ reason: { code: 'idempotency-key-reused' } }]);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('is not used up by what was refused here', async () => {
    const same = key();
    expect(await refusal(refund({ amount: '99.00' }, same))).toEqual([
      'invalid-input',
      'amount: exceeds-refundable',
    ]);
    expect(await refund({ amount: '9.00' }, same)).toMatchObject({ status: 'success' });
  });
});
