import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OperationView } from '../contract/merchant-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { captureOrder } from './capture.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import { UnsendableError } from './ports.ts';
import { reconcileOperations } from './ask-operations.ts';
import { refundOrder } from './refund.ts';
import { hear, key, only, operations, pay, refusal, reserve } from './test-operations.ts';
import {
  answered,
  createWorld,
  notSent,
  refused,
  STORE_SECRETS,
  TestGateway,
  told,
  unknown,
  type World,
} from './test-world.ts';
import { voidOrder } from './void.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  await pay(world);
});
afterEach(() => world.store.close());

const refund = (over = {}, under = key()) => refundOrder(world, 'order-1', under, over);
const announced = async (): Promise<OperationView[]> => {
  const views: OperationView[] = [];
  for (;;) {
    const [message] = await world.store.messagesToSend('9999', 1);
    if (!message) return views;
    const { type, data } = JSON.parse(message.body) as { type: string; data: OperationView };
    if (type === 'operation.updated') views.push(data);
    await world.store.messageDelivered(message.id);
  }
};

describe('how a call ends', () => {
  it.each<[string, () => Promise<Outcome<GatewayPayment>>, object]>([
    [
      'answered',
      async () => answered(told({ method: 'refund', operationId: 'o-1', statusCode: '1004' })),
      { status: 'success', statusCode: '1004', settledBy: 'gateway', gatewayOperationId: 'o-1' },
    ],
    [
      'answered as failed',
      async () =>
        answered(told({ method: 'refund', status: 'failure', statusCode: '4005', statusDescription: 'No' })),
      { status: 'failure', statusCode: '4005', statusDescription: 'No', settledBy: 'gateway' },
    ],
    [
      'answered as pending',
      async () => answered(told({ method: 'refund', status: 'pending' })),
      { status: 'pending', settledBy: null },
    ],
    [
      'refused',
      async () => refused(400, 'P-400'),
      {
        status: 'failure',
        statusCode: 'P-400',
        statusDescription: 'The payment service refused the operation.',
        settledBy: 'refused',
      },
    ],
    [
      'refused with a code that is none',
      async () => refused(403, 'a b'),
      { statusCode: null, status: 'failure' },
    ],
    ['refused as done already', async () => refused(409, null), { status: 'unknown', settledBy: null }],
    ['refused by the code of what is known', async () => refused(400, 'P-409'), { status: 'unknown' }],
    [
      'refused for too many requests',
      async () => refused(429),
      {
        status: 'failure',
        settledBy: 'refused',
        statusDescription: expect.stringContaining('Nothing was done'),
      },
    ],
    [
      'against the gateway’s rules',
      () => Promise.reject(new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }])),
      { status: 'failure', settledBy: 'refused', statusDescription: expect.stringContaining('was not sent') },
    ],
    ['not sent', async () => notSent, { status: 'failure', settledBy: 'not-sent', askAt: null }],
    ['unknown', async () => unknown, { status: 'unknown', settledBy: null }],
    ['thrown', () => Promise.reject(new Error('boom')), { status: 'unknown', settledBy: null }],
    [
      'answered about another order',
      async () => answered(told({ method: 'refund', gatewayOrderId: 'order-9' })),
      { status: 'unknown' },
    ],
    ['answered about a void', async () => answered(told({ method: 'void' })), { status: 'unknown' }],
    [
      'answered in another currency',
      async () => answered(told({ method: 'refund', currency: 'EUR' })),
      { status: 'unknown', amountMinor: 1010 },
    ],
    [
      'answered for another project',
      async () => answered(told({ method: 'refund', posId: crypto.randomUUID() })),
      { status: 'unknown' },
    ],
  ])('%s', async (_how, call, expected) => {
    world.gateway.script.refund = call;
    const view = await refund();
    const operation = await only(world);
    expect(operation).toMatchObject(expected);
    expect(view).toMatchObject({ id: operation.id, status: operation.status, orderId: 'order-1' });
    expect(operation.askAt === null).toBe(['success', 'failure'].includes(operation.status));
  });

  it('answered by the id of another operation stays unknown', async () => {
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 100 });
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', operationId: 'portal', amountMinor: 200 }));
    expect(await refund({ amount: '2.00' })).toMatchObject({ status: 'unknown', amount: '2.00' });
    expect((await operations(world)).map((one) => one.amountMinor)).toEqual([100, 200]);
  });

  it('not sent is tried again at once, and nothing else is', async () => {
    let left = 2;
    world.gateway.script.refund = async () => {
      left -= 1;
      return left >= 0 ? notSent : answered(told({ method: 'refund', operationId: 'o-1' }));
    };
    expect(await refund()).toMatchObject({ status: 'success' });
    expect(world.gateway.of('refund')).toHaveLength(3);
  });

  it('is told to the merchant at every change, with all there is to see', async () => {
    world.gateway.script.refund = async () => unknown;
    await announced();
    await refund({ comment: 'Broken' });
    const receiptUrl = 'https://gateway.example/receipt';
    await hear(world, { method: 'refund', operationId: 'o-1', status: 'pending' });
    await hear(world, { method: 'refund', operationId: 'o-1', statusCode: '1004', receiptUrl });
    await hear(world, { method: 'refund', operationId: 'o-1', statusCode: '1004', receiptUrl });
    const views = await announced();
    expect(views.map((one) => one.status)).toEqual(['unknown', 'pending', 'success']);
    expect(views.at(-1)).toMatchObject({
      comment: 'Broken',
      receiptUrl,
      statusCode: '1004',
      amount: '10.10',
    });
  });
});

describe('a process that dies', () => {
  it('between the writing down and the call leaves what is asked about, and never sent', async () => {
    const gateway = new TestGateway();
    gateway.script.refund = () => new Promise<never>(() => {});
    void refundOrder({ ...world, gateway }, 'order-1', key(), { amount: '1.00' });
    while ((await operations(world)).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await only(world)).toMatchObject({ status: 'unknown', sentAt: '2026-06-15T12:00:00.000Z' });
    expect(await refusal(refund())).toEqual(['operation-open']);
    world.clock.pass(36);
    await reconcileOperations(world);
    expect(world.gateway.of('readOperation')).toEqual([]);
    world.clock.pass(60);
    await reconcileOperations(world);
    expect(await only(world)).toMatchObject({ status: 'failure', settledBy: 'not-found' });
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await refund()).toMatchObject({ status: 'success' });
  });

  it('sends nothing any more when it wakes after the operation was given up', async () => {
    let wake: () => void = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const { store } = world;
    const held: World['store'] = {
      ...store,
      async transaction(run) {
        const done = await store.transaction(run);
        await asleep;
        return done;
      },
    };
    const first = refundOrder({ ...world, store: held }, 'order-1', key(), { amount: '3.00' });
    while ((await operations(world)).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    world.clock.pass(100);
    await reconcileOperations(world);
    expect(await refund({ amount: '3.00' })).toMatchObject({ status: 'success' });
    wake();
    expect(await first).toMatchObject({ status: 'failure' });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('between the call and its answer finds out what came of it', async () => {
    let store = world.store;
    world.gateway.script.refund = async () => {
      // From here on nothing can be written.
      world.store = { ...store, transaction: () => Promise.reject(new Error('dead')) };
      return answered(told({ method: 'refund', operationId: 'o-1' }));
    };
    await expect(refund()).rejects.toThrow('dead');
    [world.store, store] = [store, world.store];
    expect(await only(world)).toMatchObject({ status: 'unknown' });
    world.clock.pass(38);
    world.gateway.script.readOperation = async () => answered(told({ method: 'refund', operationId: 'o-1' }));
    await reconcileOperations(world);
    expect(await only(world)).toMatchObject({ status: 'success', gatewayOperationId: 'o-1' });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('is asked the same again, and answers by what was written down', async () => {
    const same = key();
    world.gateway.script.refund = async () => unknown;
    const first = await refund({ amount: '1.00' }, same);
    world.clock.pass(1_000);
    expect(await refund({ amount: '1.00' }, same)).toEqual(first);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });
});

describe('the key of an operation', () => {
  it('is answered by the same operation, whatever the state of the payment is then', async () => {
    const same = key();
    const first = await refund({}, same);
    expect(await refund({}, same)).toEqual(first);
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
    await reserve(world, 'auth').catch(() => null);
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

  it('is not used up by what was refused here', async () => {
    const same = key();
    expect(await refusal(refund({ amount: '99.00' }, same))).toEqual([
      'invalid-input',
      'amount: exceeds-refundable',
    ]);
    expect(await refund({ amount: '9.00' }, same)).toMatchObject({ status: 'success' });
  });
});
