import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentMethod } from '../contract/checkout-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { reconcileOperations } from './ask-operations.ts';
import { createDirectPayment } from './create-direct.ts';
import { createHostedPayment } from './create-hosted.ts';
import { failed, type Operation } from './payment.ts';
import { UnsendableError } from './ports.ts';
import { sendReversals } from './reverse.ts';
import { openSession } from './session.ts';
import { settleByPerson } from './settle-by-person.ts';
import { ANNA, BORYS } from './test-operations.ts';
import {
  answered,
  CLIENT,
  createWorld,
  gate,
  input,
  notSent,
  order,
  refused,
  STORE_SECRETS,
  told,
  toldOf,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

let texts = 0;
const hear = (over: Parameters<typeof told>[0]) => {
  texts += 1;
  return applyNews(world, { source: 'webhook', payment: told(over), text: `text ${texts}` });
};

/** The first try is believed never to have arrived, a second one pays, and then the first one turns out paid too. */
async function payTwice(method: PaymentMethod = 'purchase'): Promise<Operation> {
  const stated = order({ method });
  world.gateway.script.createDirect = async () => unknown;
  await createDirectPayment(world, stated, 'key-00001', input(), CLIENT);
  await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
  world.gateway.script.createDirect = async (request) => answered(toldOf(request));
  await createDirectPayment(world, stated, 'key-00002', input(), CLIENT);
  await hear({ method });
  return operation();
}

async function operation(): Promise<Operation> {
  const all = await world.store.operationsOfPayment((await world.payment()).id);
  const [found, ...more] = all.filter((one) => one.origin === 'reversal');
  expect(more).toEqual([]);
  if (!found) throw new Error('no operation');
  return found;
}

async function sendLater(seconds = 5): Promise<void> {
  world.clock.pass(seconds);
  await sendReversals(world);
}

describe('an order paid twice', () => {
  it.each([
    ['purchase', 'refund'],
    ['auth', 'voidAuth'],
  ] as const)('by %s gives the later payment back by %s, once, as a whole', async (method, call) => {
    await payTwice(method);
    await sendReversals(world);
    await sendReversals(world);
    expect(world.gateway.of(call)).toEqual(['order-1']);
    const sent = world.gateway.calls.at(-1)?.request;
    expect(sent).toMatchObject({ currency: 'UAH', comment: 'Order order-1 was paid twice' });
    expect(sent).toMatchObject({ serverUrl: 'https://pay.shop.example/pay/webhook' });
  });

  it('is reported: in the log, to the merchant, and the payment is marked', async () => {
    await payTwice();
    expect(world.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'order paid twice: the later payment is given back',
      }),
    );
    expect(await world.payment()).toMatchObject({ status: 'success', held: 'order-paid-twice' });
    const bodies: { type: string; data: { method: string; status: string; amount: string } }[] = [];
    for (;;) {
      const [message] = await world.store.messagesToSend('9999', 1);
      if (!message) break;
      bodies.push(JSON.parse(message.body));
      await world.store.messageDelivered(message.id);
    }
    expect(bodies.at(-1)).toMatchObject({
      type: 'operation.updated',
      data: { orderId: 'order-1', method: 'refund', status: 'unknown', amount: '10.10', currency: 'UAH' },
    });
  });

  it('shows the customer the payment that stays', async () => {
    await payTwice();
    const { payment } = await openSession(world, order());
    expect(payment).toMatchObject({ status: 'success', canRetry: false });
    expect(payment?.id).not.toBe((await world.payment()).id);
  });

  it('by lookup returns nothing', async () => {
    const stated = order({ method: 'lookup' });
    world.gateway.script.createDirect = async () => unknown;
    await createDirectPayment(world, stated, 'key-00001', input(), CLIENT);
    await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
    world.gateway.script = {};
    await createDirectPayment(world, stated, 'key-00002', input(), CLIENT);
    await hear({ method: 'lookup' });
    expect(await world.store.operationsToSend('9999', 10)).toEqual([]);
  });

  it('is given back once however often its success is told', async () => {
    await createHostedPayment(world, order(), {});
    await createDirectPayment(world, order(), 'key-00001', input(), CLIENT);
    await hear({ mode: 'hosted' });
    const { id } = await world.payment();
    await settleByPerson(world, id, { status: 'success', comment: 'Seen at the portal' });
    await sendReversals(world);
    expect(await hear({ mode: 'hosted', statusCode: '1000' })).toBe('applied');
    await sendReversals(world);
    expect(await operation()).toMatchObject({ status: 'success' });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('stays marked where contradicting news comes later', async () => {
    await payTwice();
    await hear({ status: 'failure' });
    expect(await world.payment()).toMatchObject({ status: 'success', held: 'order-paid-twice' });
  });
});

describe('giving back', () => {
  it('a divided payment returns every share', async () => {
    const split = [
      { subMerchantId: ANNA, amount: '7.00' },
      { subMerchantId: BORYS, amount: '3.10' },
    ];
    world.gateway.script.createSplitDirect = async () => unknown;
    await createDirectPayment(world, order({ split }), 'key-00001', input(), CLIENT);
    await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
    world.gateway.script = {};
    await createDirectPayment(world, order({ split }), 'key-00002', input(), CLIENT);
    await hear({});
    await sendReversals(world);
    expect(world.gateway.of('splitRefund')).toEqual(['order-1']);
    expect(world.gateway.calls.at(-1)?.request).toMatchObject({
      amountMinor: 1010,
      split: [
        { subMerchantId: ANNA, amountMinor: 700 },
        { subMerchantId: BORYS, amountMinor: 310 },
      ],
    });
    expect(await operation()).toMatchObject({ status: 'success' });
  });

  it('is settled by the answer', async () => {
    await payTwice();
    world.gateway.script.refund = async () => answered(told({ method: 'refund', statusCode: '1004' }));
    await sendReversals(world);
    expect(await operation()).toMatchObject({ status: 'success', statusCode: '1004' });
  });

  it('is sent again where it never left', async () => {
    await payTwice();
    world.gateway.script.refund = async () => notSent;
    await sendReversals(world);
    expect(await operation()).toMatchObject({ status: 'unknown', sentAt: null });
    world.gateway.script = {};
    await sendLater();
    expect(await operation()).toMatchObject({ status: 'success' });
  });

  it('is not sent again where nobody knows, until its webhook settles it', async () => {
    await payTwice();
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await sendReversals(world);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await operation()).toMatchObject({ status: 'unknown' });
    await hear({ method: 'refund', statusCode: '1004', operationId: 'o-1' });
    expect(await operation()).toMatchObject({ status: 'success', statusCode: '1004' });
  });

  it.each([
    ['refused by the gateway', async () => refused(400, 'P-400'), 'P-400'],
    [
      'against its rules',
      () => Promise.reject(new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }])),
      null,
    ],
  ])('that is %s is a failure and an error in the log', async (_what, refund, statusCode) => {
    await payTwice();
    world.gateway.script.refund = refund;
    await sendReversals(world);
    await sendReversals(world);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await operation()).toMatchObject({ status: 'failure', statusCode });
    expect(world.lines.at(-1)).toMatchObject({ level: 'error' });
  });

  it('is left out where a person has returned the whole before', async () => {
    await payTwice();
    await hear({ method: 'refund', operationId: 'portal' });
    await sendReversals(world);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await operation()).toMatchObject({ status: 'success', sentAt: null });
  });

  it.each([{ amountMinor: 500 }, { currency: 'EUR' }, { method: 'void' }])(
    'is not settled by news of something else: %j',
    async (over) => {
      await payTwice();
      world.gateway.script.refund = async () => unknown;
      await sendReversals(world);
      await hear({ method: 'refund', ...over });
      expect(await operation()).toMatchObject({ status: 'unknown' });
    },
  );

  it('is sent once where two processes see it', async () => {
    await payTwice();
    await Promise.all([sendReversals(world), sendReversals(world)]);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });
});

describe('giving back, when the gateway is in trouble', () => {
  it.each([401, 404, 405, 406, 429])('is sent again after HTTP %i', async (status) => {
    await payTwice();
    world.gateway.script.refund = async () => refused(status);
    await sendReversals(world);
    world.gateway.script = {};
    await sendLater();
    expect(await operation()).toMatchObject({ status: 'success' });
  });

  it('waits twice as long each time, up to an hour', async () => {
    await payTwice();
    world.gateway.script.refund = async () => refused(429);
    const sent: number[] = [];
    const start = world.clock.time;
    for (let second = 0; second < 4 * 3_600; second += 5) {
      const before = world.gateway.of('refund').length;
      await sendReversals(world);
      if (world.gateway.of('refund').length > before) sent.push((world.clock.time - start) / 1_000);
      world.clock.pass(5);
    }
    expect(sent).toEqual([0, 5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 8_720, 12_320]);
  });

  it('is tried anew under another operation where the gateway answers that it failed', async () => {
    await payTwice();
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', status: 'failure', statusCode: '4005', operationId: 'o-1' }));
    await sendReversals(world);
    await sendReversals(world);
    expect(world.gateway.of('refund')).toHaveLength(1);
    world.gateway.script = {};
    await sendLater(60);
    await sendLater(86_400);
    expect(world.gateway.of('refund')).toHaveLength(2);
    const all = await world.store.operationsOfPayment((await world.payment()).id);
    expect(all.map((one) => [one.origin, one.status])).toEqual([
      ['reversal', 'failure'],
      ['reversal', 'success'],
    ]);
  });

  it('is not tried anew while a person has to say whether it had succeeded after all', async () => {
    await payTwice();
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', status: 'failure', operationId: 'o-1' }));
    await sendReversals(world);
    expect(await hear({ method: 'refund', operationId: 'o-1' })).toBe('held');
    await sendLater(60);
    await sendLater(86_400);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('told as pending before it was sent is not sent, and asked about', async () => {
    await payTwice();
    await hear({ method: 'refund', operationId: 'portal', status: 'pending' });
    await sendReversals(world);
    expect(world.gateway.of('refund')).toEqual([]);
    world.clock.pass(61);
    world.gateway.script.readOperation = async () =>
      answered(told({ method: 'refund', operationId: 'portal' }));
    await reconcileOperations(world);
    expect(await operation()).toMatchObject({ status: 'success' });
  });

  it('tells the merchant nothing while nothing changes', async () => {
    await payTwice();
    const count = async () => {
      let messages = 0;
      for (;;) {
        const [message] = await world.store.messagesToSend('9999', 1);
        if (!message) return messages;
        await world.store.messageDelivered(message.id);
        messages += 1;
      }
    };
    await count();
    world.gateway.script.refund = async () => notSent;
    await sendReversals(world);
    await sendLater();
    expect(world.gateway.of('refund').length).toBeGreaterThan(1);
    expect(await count()).toBe(0);
  });

  it('calls a person where the gateway answers that it failed', async () => {
    await payTwice();
    world.gateway.script.refund = async () => answered(told({ method: 'refund', status: 'failure' }));
    await sendReversals(world);
    expect(world.lines.at(-1)).toMatchObject({
      level: 'error',
      message: 'a second payment was not given back: it is tried again later',
    });
  });

  it('does not believe an answer about another order', async () => {
    await payTwice();
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', gatewayOrderId: 'order-99' }));
    await sendReversals(world);
    expect(await operation()).toMatchObject({ status: 'unknown' });
  });

  it('of unknown outcome is asked about, and sent again only where it never arrived', async () => {
    await payTwice();
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await reconcileOperations(world);
    expect(world.gateway.of('readOperation')).toEqual([]);
    world.clock.pass(61);
    await reconcileOperations(world);
    expect(world.gateway.of('readOperation')).toEqual(['order-1']);
    world.gateway.script = {};
    await sendReversals(world);
    expect(await operation()).toMatchObject({ status: 'success' });
    expect(world.gateway.of('refund')).toHaveLength(2);
  });

  it('is sent by the process that took it over, and not by one that was held up before', async () => {
    await payTwice();
    const asleep = gate<null>();
    const { store } = world;
    const held: World['store'] = {
      ...store,
      async transaction(run) {
        const done = await store.transaction(run);
        await asleep.promise;
        return done;
      },
    };
    const first = sendReversals({ ...world, store: held });
    while ((await operation()).sentAt === null) await new Promise((resolve) => setTimeout(resolve, 1));
    world.clock.pass(100);
    await reconcileOperations(world);
    world.gateway.script.refund = async () => {
      asleep.open(null);
      await first;
      return unknown;
    };
    await sendLater();
    expect((await operation()).sentAt).toBe(world.clock.now().toISOString());
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('of unknown outcome is settled by what the gateway says', async () => {
    await payTwice();
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    world.clock.pass(61);
    world.gateway.script.readOperation = async () => answered(told({ method: 'refund', statusCode: '1004' }));
    await reconcileOperations(world);
    await sendReversals(world);
    expect(await operation()).toMatchObject({ status: 'success', statusCode: '1004' });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('that is pending is asked about too', async () => {
    await payTwice();
    world.gateway.script.refund = async () => answered(told({ method: 'refund', status: 'pending' }));
    await sendReversals(world);
    world.clock.pass(61);
    world.gateway.script.readOperation = async () => answered(told({ method: 'refund' }));
    await reconcileOperations(world);
    expect(await operation()).toMatchObject({ status: 'success' });
  });
});
