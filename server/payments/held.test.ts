import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import { createHostedPayment } from './create-hosted.ts';
import { reconcile } from './reconcile.ts';
import { openSession } from './session.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  order,
  refused,
  STORE_SECRETS,
  told,
  toldOf,
  unknown,
  type World,
} from './test-world.ts';
import { waitForChange } from './wait.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

let texts = 0;
const hear = (over: Parameters<typeof told>[0] = {}) => {
  texts += 1;
  return applyNews(world, { source: 'webhook', payment: told(over), text: `text ${texts}` });
};
const pay = (key = 'key-00001') => createDirectPayment(world, order(), key, input(), CLIENT);
const lie = (over: Parameters<typeof told>[0]) => {
  world.gateway.script.createDirect = async (request) => answered(toldOf(request, over));
};
const session = async () => (await openSession(world, order())).payment;

describe('a payment held for a person', () => {
  it.each([{ amountMinor: 1 }, { gatewayOrderId: 'order-2' }])(
    'because the answer lied (%o) is not freed by "no such payment"',
    async (over) => {
      lie(over);
      await pay();
      world.clock.pass(3_600);
      await reconcile(world);
      expect(world.gateway.of('readOperation')).toHaveLength(1);
      expect(await world.payment()).toMatchObject({ status: 'unknown', blocking: true });
      await expect(pay('key-00002')).rejects.toMatchObject({ code: 'payment-open' });
    },
  );

  it('is not freed by a failure, and shown as unknown', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay();
    await hear({ amountMinor: 1 });
    await hear({ status: 'failure', statusCode: '4153' });
    expect(await world.payment()).toMatchObject({ held: 'amount-mismatch', blocking: true });
    expect(await session()).toMatchObject({ status: 'unknown', action: null, canRetry: false });
    await expect(pay('key-00002')).rejects.toMatchObject({ code: 'payment-open' });
  });

  it('is waited for like any other of unknown outcome, though its last state was final', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay();
    await hear({ status: 'failure' });
    await hear();
    const held = await world.payment();
    expect(held).toMatchObject({ status: 'failure', held: 'contradicting-ends' });
    setTimeout(() => world.clock.pass(30), 20);
    const start = performance.now();
    await waitForChange(world, held, 25);
    expect(performance.now() - start).toBeGreaterThan(15);
  });

  it('is settled by a success that agrees with the request', async () => {
    lie({ amountMinor: 1 });
    await pay();
    await hear();
    expect(await session()).toMatchObject({ status: 'success' });
  });

  it('on the hosted page is neither offered again nor cancelled for a card', async () => {
    await createHostedPayment(world, order(), {});
    await hear({ mode: 'hosted', amountMinor: 1 });
    expect(await session()).toMatchObject({ status: 'unknown', action: null });
    await expect(createHostedPayment(world, order(), {})).rejects.toMatchObject({ code: 'payment-open' });
    await expect(pay()).rejects.toMatchObject({ code: 'payment-open' });
    expect(world.gateway.of('cancelHosted')).toEqual([]);
  });

  it('is never called "nothing was charged" by the hosted way', async () => {
    lie({ status: 'failure', statusCode: '4153' });
    await pay();
    await hear();
    await expect(createHostedPayment(world, order(), {})).rejects.toMatchObject({ code: 'payment-open' });
  });
});

describe('what the payer has paid', () => {
  const processed = (amountMinor: number, currency = 'UAH') => ({ processed: { amountMinor, currency } });

  it('below the ordered amount, where he could change it, is no success', async () => {
    lie(processed(100));
    await pay();
    expect(await world.payment()).toMatchObject({
      status: 'unknown',
      held: 'amount-mismatch',
      blocking: true,
    });
    await expect(pay('key-00002')).rejects.toMatchObject({ code: 'payment-open' });
  });

  it.each([
    ['the ordered amount', processed(1010)],
    ['more than that', processed(1020)],
    ['less in another currency, which cannot be compared', processed(24, 'EUR')],
  ])('is taken as %s', async (_what, over) => {
    lie(over);
    await pay();
    expect(await world.payment()).toMatchObject({ status: 'success', held: null });
  });

  it('says nothing of one that failed', async () => {
    lie({ status: 'failure', statusCode: '4153', ...processed(0) });
    await pay();
    expect(await world.payment()).toMatchObject({ status: 'failure', held: null });
  });
});

describe('a payment held beside another try', () => {
  it('blocks the order once the other try has failed', async () => {
    lie({ status: 'failure', statusCode: '4153' });
    await pay();
    world.gateway.script.createDirect = async () => unknown;
    await pay('key-00002');
    await hear();
    expect(await world.payment()).toMatchObject({ held: 'contradicting-ends', blocking: false });
    const second = (await world.store.paymentsOfOrder('order-1')).at(-1)?.gatewayOrderId ?? '';
    await hear({ gatewayOrderId: second, status: 'failure', statusCode: '4153' });
    expect(await session()).toMatchObject({ status: 'unknown', canRetry: false });
    await expect(pay('key-00003')).rejects.toMatchObject({ code: 'payment-open' });
  });

  it('while its call is under way is not freed by the refusal of the call', async () => {
    world.gateway.script.createDirect = async () => {
      await hear({ amountMinor: 1 });
      return refused(400);
    };
    await pay();
    expect(await world.payment()).toMatchObject({
      status: 'unknown',
      held: 'amount-mismatch',
      blocking: true,
    });
    expect((await world.payment()).askAt).not.toBeNull();
  });
});

describe('an order id that the gateway knew already', () => {
  const exists = () => {
    world.gateway.script.createDirect = async () => refused(400, 'P-409');
  };

  it('is not settled by "no such payment"', async () => {
    exists();
    await pay();
    world.clock.pass(3_600);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({
      status: 'unknown',
      held: 'order-id-exists',
      blocking: true,
    });
  });

  it('is free again once the gateway says that its payment failed', async () => {
    exists();
    await pay();
    world.gateway.script.readOperation = async () =>
      answered(told({ status: 'failure', statusCode: '4153' }));
    world.clock.pass(2);
    await reconcile(world);
    expect(await session()).toMatchObject({ status: 'failure', canRetry: true });
  });

  it('is not settled by the webhook of the refused try', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay();
    await hear({ status: 'failure', statusCode: '4119' });
    expect(await world.payment()).toMatchObject({ status: 'unknown', blocking: true });
  });

  it('takes the news of its payment though the same came before the payment was known here', async () => {
    const early = { source: 'webhook' as const, payment: told(), text: 'the same text' };
    expect(await applyNews(world, early)).toBe('unknown-payment');
    exists();
    await pay();
    expect(await applyNews(world, early)).toBe('applied');
    expect(await session()).toMatchObject({ status: 'success' });
  });

  it('is not free by a read that tells of the refused try alone', async () => {
    exists();
    await pay();
    world.gateway.script.readOperation = async () =>
      answered(told({ status: 'failure', statusCode: '4119' }));
    world.clock.pass(2);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown', blocking: true });
  });

  it('by the webhook of the refused try is not free after "no such payment" either', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay();
    await hear({ status: 'failure', statusCode: '4119' });
    world.clock.pass(3_600);
    await reconcile(world);
    expect(await world.payment()).toMatchObject({
      status: 'unknown',
      held: 'order-id-exists',
      blocking: true,
    });
  });

  it('tells nobody of questions that change nothing', async () => {
    exists();
    await pay();
    const before = await world.payment();
    world.clock.pass(3_600);
    await reconcile(world);
    expect((await world.payment()).updatedAt).toBe(before.updatedAt);
  });
});

describe('news that says little', () => {
  it('is believed of a failure without its amount, not of a success', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay();
    await hear({ status: 'failure', statusCode: '4153', amountMinor: null, currency: null });
    expect(await world.payment()).toMatchObject({ status: 'failure', held: null });
    await pay('key-00002');
    const second = (await world.store.paymentsOfOrder('order-1')).at(-1)?.gatewayOrderId ?? '';
    await hear({ gatewayOrderId: second, amountMinor: null });
    expect(await world.payment(second)).toMatchObject({ status: 'unknown', held: 'amount-mismatch' });
  });

  it('of a challenge does not take the way to it, and a read may tell of it again', async () => {
    const challenge = { status: 'pending', statusCode: '2122', actionUrl: 'https://acs.example/1' } as const;
    lie({ ...challenge, actionRequired: true });
    await pay();
    const read = (over: Parameters<typeof told>[0]) =>
      applyNews(world, { source: 'read', payment: told({ status: 'pending', statusCode: '2122', ...over }) });
    await read({ actionRequired: null });
    expect(await world.payment()).toMatchObject({ actionUrl: challenge.actionUrl });
    await read({ actionRequired: false });
    expect(await world.payment()).toMatchObject({ actionUrl: null });
    await read({ ...challenge, actionRequired: true });
    expect(await world.payment()).toMatchObject({ actionUrl: challenge.actionUrl });
  });
});
