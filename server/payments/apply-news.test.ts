import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews, type News, type Verdict } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import type { PaymentStatus } from '../contract/checkout-api.ts';
import type { GatewayPayment } from './ports.ts';
import { failed } from './payment.ts';
import { refundOrder } from './refund.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  order,
  STORE_SECRETS,
  told,
  toldOf,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  world.gateway.script.createDirect = async () => unknown;
});
afterEach(() => world.store.close());

const begin = (key = 'key-00001') => createDirectPayment(world, order(), key, input(), CLIENT);
let texts = 0;
const hear = (over: Partial<GatewayPayment> = {}, more: Partial<News> = {}): Promise<Verdict> => {
  texts += 1;
  return applyNews(world, { source: 'webhook', payment: told(over), text: `text ${texts}`, ...more });
};
const messages = async () => {
  const bodies: unknown[] = [];
  for (;;) {
    const [message] = await world.store.messagesToSend('9999', 1);
    if (!message) return bodies;
    bodies.push(JSON.parse(message.body));
    await world.store.messageDelivered(message.id);
  }
};

describe('news', () => {
  it.each<[PaymentStatus[], PaymentStatus]>([
    [['init', 'pending', 'success'], 'success'],
    [['pending', 'init'], 'pending'],
    [['success', 'pending'], 'success'],
    [['failure', 'pending'], 'failure'],
    [['success', 'init'], 'success'],
    [['success', 'success'], 'success'],
  ])('%j leaves a payment as %s, never backwards', async (statuses, end) => {
    await begin();
    for (const status of statuses) await hear({ status: status as 'init' });
    expect(await world.payment()).toMatchObject({ status: end, held: null });
  });

  it('that is an exact copy is dropped, whoever brings it', async () => {
    await begin();
    expect(await hear({ status: 'pending' }, { text: 'same' })).toBe('applied');
    await messages();
    expect(await hear({ status: 'pending' }, { text: 'same' })).toBe('copy');
    expect(await messages()).toEqual([]);
  });

  it('that says nothing new is told to nobody', async () => {
    await begin();
    await hear({ status: 'pending', statusCode: '2119' });
    const before = await world.payment();
    await messages();
    world.clock.pass(5);
    expect(await hear({ status: 'pending', statusCode: '2119' })).toBe('stale');
    expect(await messages()).toEqual([]);
    expect(await world.payment()).toEqual(before);
  });

  it('that could not be told yet whose it is is no copy when it comes again', async () => {
    world.gateway.script = {};
    await begin();
    const refund = { method: 'refund', operationId: 'o-1', amountMinor: 300 };
    const failure = () => hear({ ...refund, status: 'failure' }, { text: 'same' });
    world.gateway.script.refund = async () => {
      await hear({ ...refund, status: 'pending' });
      expect(await failure()).toBe('kept');
      expect(await failure()).toBe('copy');
      return answered(told({ ...refund, status: 'pending' }));
    };
    const { id } = await refundOrder(world, 'order-1', 'key-00002', { amount: '3.00' });
    expect(await failure()).toBe('applied');
    expect(await failure()).toBe('copy');
    expect(await world.store.findOperation(id)).toMatchObject({ status: 'failure' });
  });

  it('of a payment nobody knows is kept and changes nothing', async () => {
    expect(await hear({ gatewayOrderId: 'order-99' })).toBe('unknown-payment');
    expect(await messages()).toEqual([]);
  });

  it('is logged without words of its own', async () => {
    await hear({ gatewayOrderId: '5555 5555 5555 4444', method: '4242424242424242' });
    expect(world.lines.at(-1)?.fields).toMatchObject({ verdict: 'unknown-payment', method: null });
    expect(JSON.stringify(world.lines)).not.toMatch(/4242 ?4242|5555/);
  });

  it('of a payment nobody knew counts when it comes again', async () => {
    for (const verdict of ['unknown-payment', 'unknown-payment'])
      expect(await hear({}, { text: 'same' })).toBe(verdict);
    await begin();
    expect(await hear({}, { text: 'same' })).toBe('applied');
    expect(await world.payment()).toMatchObject({ status: 'success' });
  });

  it.each([
    ['failure', 'success'],
    ['success', 'failure'],
  ] as const)('of %s and then %s is held for a person, and blocks the order', async (first, second) => {
    await begin();
    await hear({ status: first });
    expect(await hear({ status: second })).toBe('held');
    expect(await world.payment()).toMatchObject({
      status: first,
      held: 'contradicting-ends',
      blocking: true,
    });
    await expect(begin('key-00002')).rejects.toMatchObject({
      code: first === 'success' ? 'order-paid' : 'payment-open',
    });
  });

  it('that contradicts the request is held until news comes that does not', async () => {
    await begin();
    expect(await hear({ amountMinor: 1 })).toBe('held');
    expect(await world.payment()).toMatchObject({
      status: 'unknown',
      held: 'amount-mismatch',
      blocking: true,
    });
    expect(await hear()).toBe('applied');
    expect(await world.payment()).toMatchObject({ status: 'success', held: null });
  });

  it('of another payment under the same order id is held', async () => {
    await begin();
    await hear({ status: 'pending', gatewayPaymentId: 'one' });
    expect(await hear({ gatewayPaymentId: 'other' })).toBe('held');
    expect(await world.payment()).toMatchObject({ status: 'pending', held: 'payment-id-mismatch' });
  });

  it.each(['capture', 'void', 'refund'])('of a %s leaves the payment as it is', async (method) => {
    await begin();
    await hear();
    const before = await world.payment();
    expect(await hear({ method, amountMinor: 500, operationId: 'o-1' })).toBe('applied');
    expect(await world.payment()).toEqual(before);
  });

  it('goes to the merchant as the payment stands then, in order', async () => {
    await begin();
    await hear({ status: 'pending' });
    await hear();
    const view = (status: string) => ({
      type: 'payment.updated',
      data: { orderId: 'order-1', status, amount: '10.10', currency: 'UAH' },
    });
    expect(await messages()).toMatchObject([view('unknown'), view('pending'), view('success')]);
  });

  it('two changes within a millisecond have different times', async () => {
    await begin();
    const one = await world.payment();
    await hear({ status: 'pending' });
    expect((await world.payment()).updatedAt > one.updatedAt).toBe(true);
  });

  it('drops the address for the customer with the end, and keeps mask and receipt', async () => {
    await begin();
    await hear({ status: 'pending', actionUrl: 'https://bank.example/', cardMask: '424242******4242' });
    await hear({ receiptUrl: 'https://gateway.example/receipt' });
    expect(await world.payment()).toMatchObject({
      actionUrl: null,
      cardMask: '424242******4242',
      receiptUrl: 'https://gateway.example/receipt',
    });
  });
});

describe('the gateway’s own word about a failure that we assumed', () => {
  const assumeFailure = async () => {
    await begin();
    await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
  };

  it.each(['init', 'pending', 'success', 'failure'] as const)('overrules it: %s', async (status) => {
    await assumeFailure();
    expect(await hear({ status })).toBe('applied');
    expect(await world.payment()).toMatchObject({ status, blocking: status !== 'failure' });
  });

  it('keeps new tries away while that payment is open beside another', async () => {
    await assumeFailure();
    const second = await begin('key-00002');
    await hear({ status: 'pending' });
    expect(await world.payment()).toMatchObject({ status: 'pending', blocking: false });
    await hear({ gatewayOrderId: second.gatewayOrderId, status: 'failure' });
    await expect(begin('key-00003')).rejects.toMatchObject({ code: 'payment-open' });
  });
});

it('a failing store takes nothing in, and the same news is taken the next time', async () => {
  world.gateway.script.createDirect = async (request) => answered(toldOf(request, { status: 'pending' }));
  await begin();
  const broken: World = {
    ...world,
    store: {
      ...world.store,
      transaction: (run) =>
        world.store.transaction((tx) =>
          run({ ...tx, updatePayment: () => Promise.reject(new Error('disk')) }),
        ),
    },
  };
  const news: News = { source: 'webhook', payment: told(), text: 'the end' };
  await expect(applyNews(broken, news)).rejects.toThrow('disk');
  expect(await world.payment()).toMatchObject({ status: 'pending' });
  expect(await applyNews(world, news)).toBe('applied');
});

describe('news of a kind that no payment here can be of', () => {
  const bodies = async () => {
    const kept = await world.store.newsOfPayment((await world.payment()).id);
    return kept.filter((one) => one.verdict === 'kept').map((one) => JSON.parse(one.body ?? '{}'));
  };
  const secret = { token: 'c2VjcmV0', expiresAt: null };

  it.each(['credit', 'p2p', 'something-new'])(
    '%s is kept and not held against the payment',
    async (method) => {
      await begin();
      const before = await world.payment();
      const over = { method, amountMinor: 1, gatewayPaymentId: 'another', cardToken: secret };
      expect(await hear(over, { text: 'one' })).toBe('kept');
      expect(await hear(over, { text: 'one' })).toBe('copy');
      expect(await hear(over, { source: 'read', text: 'one' })).toBe('copy');
      expect(await world.payment()).toEqual(before);
      expect(await bodies()).toMatchObject([{ method, amountMinor: 1, cardToken: null }]);
    },
  );

  it('is no answer to a call: that is held', async () => {
    await begin();
    expect(await hear({ method: 'credit' }, { source: 'answer' })).toBe('held');
    expect(await world.payment()).toMatchObject({ held: 'method-mismatch' });
  });

  it('a later transaction of a subscription is kept, whatever it says', async () => {
    await begin();
    await hear({ gatewayPaymentId: 'first' });
    const before = await world.payment();
    const recurring = { id: 'r-1', status: 'active' };
    for (const over of [
      { gatewayPaymentId: 'second' },
      { gatewayPaymentId: 'second', status: 'failure' as const },
      { method: 'auth', gatewayPaymentId: 'first' },
      { gatewayPaymentId: 'first', status: 'failure' as const },
    ]) {
      expect(await hear({ recurring, ...over })).toBe('kept');
    }
    expect(await world.payment()).toEqual(before);
    expect(await hear({ recurring, gatewayPaymentId: 'first' })).toBe('stale');
  });

  it('the first transaction of a subscription is the payment itself', async () => {
    await begin();
    expect(await hear({ recurring: { id: 'r-1', status: 'active' }, gatewayPaymentId: 'first' })).toBe(
      'applied',
    );
    expect(await world.payment()).toMatchObject({ status: 'success', gatewayPaymentId: 'first' });
  });

  it('a later transaction of a subscription is not learnt as the one that paid', async () => {
    await begin();
    await hear({});
    const recurring = { id: 'r-1', status: 'active' };
    expect(await hear({ recurring, transactionId: 't-2' })).toBe('stale');
    expect(await hear({ recurring, transactionId: 't-2', status: 'failure' })).toBe('kept');
    expect(await world.payment()).toMatchObject({ gatewayTransactionId: null, held: null });
  });
});
