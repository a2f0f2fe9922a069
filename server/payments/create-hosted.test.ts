import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import { createHostedPayment } from './create-hosted.ts';
import type { Outcome } from './ports.ts';
import {
  answered,
  CARD,
  CLIENT,
  createWorld,
  gate,
  input,
  notSent,
  order,
  refused,
  STORE_SECRETS,
  told,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const open = (stated = order()) => createHostedPayment(world, stated, {});
const PAGE = 'https://gateway.example/pay/order-1';

describe('a hosted payment', () => {
  it('leads to the gateway’s page and is init until the customer does something there', async () => {
    const { location, payment } = await open(order({ orderTimeout: 900, lang: 'uk' }));
    expect(location).toBe(PAGE);
    expect(payment).toMatchObject({ mode: 'hosted', status: 'init', actionUrl: PAGE, blocking: true });
    expect(world.gateway.calls[0]?.request).toMatchObject({ orderTimeout: 900, lang: 'uk' });
  });

  it('of a reservation is opened like that of a purchase', async () => {
    const { payment } = await open(order({ method: 'auth' }));
    expect(payment).toMatchObject({ mode: 'hosted', method: 'auth', status: 'init' });
    expect(world.gateway.calls[0]).toMatchObject({ method: 'createHosted', request: { method: 'auth' } });
  });

  it('never carries a card, but for a lookup', async () => {
    await expect(createHostedPayment(world, order(), {}, { card: CARD })).rejects.toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'card', code: 'not-sent' }],
    });
    expect(world.gateway.calls).toEqual([]);
    expect(await world.store.paymentsOfOrder('order-1')).toEqual([]);
  });

  it.each([
    [{}, 'uk-UA,uk;q=0.9,en;q=0.8', 'UK'],
    [{}, 'pt-BR', 'PT_BR'],
    [{}, 'iw', 'HE'],
    [{}, 'ka', undefined],
    [{}, undefined, undefined],
    [{ lang: 'pl' }, 'uk', 'pl'],
  ])('is shown, where the order says %j and the browser %s, in %s', async (over, languages, lang) => {
    await createHostedPayment(world, order(over), {}, { languages });
    expect(world.gateway.calls[0]?.request?.lang).toBe(lang);
  });

  it('that is open is answered again, not opened twice', async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    expect(world.gateway.of('createHosted')).toHaveLength(1);
  });

  it('that is just being opened is waited for (a button clicked twice)', async () => {
    const answer = gate<Outcome<{ location: string }>>();
    world.gateway.script.createHosted = () => answer.promise;
    const both = [open(), open()];
    await expect.poll(() => world.gateway.calls).toHaveLength(1);
    answer.open(answered({ location: PAGE }));
    expect((await Promise.all(both)).map((one) => one.location)).toEqual([PAGE, PAGE]);
    expect(world.gateway.calls).toHaveLength(1);
  });

  it('keeps its page where the webhook is faster than the answer', async () => {
    world.gateway.script.createHosted = async () => {
      await applyNews(world, {
        source: 'webhook',
        payment: told({ mode: 'hosted', status: 'init' }),
        text: '1',
      });
      return answered({ location: PAGE });
    };
    const { location, payment } = await open();
    expect(location).toBe(PAGE);
    expect(payment).toMatchObject({ status: 'init', actionUrl: PAGE });
  });

  it('ends by the webhook, and another page may be opened after a failure', async () => {
    await open();
    await applyNews(world, {
      source: 'webhook',
      payment: told({ mode: 'hosted', status: 'failure', statusCode: '4148' }),
      text: '1',
    });
    const { payment } = await open();
    expect(payment.gatewayOrderId).toMatch(/^order-1\.2/);
  });

  it('of an order that a card is paying is refused', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await createDirectPayment(world, order(), 'key-00001', input(), CLIENT);
    await expect(open()).rejects.toMatchObject({ code: 'payment-open' });
  });

  it.each([
    ['refused', refused(400), 'gateway-refused'],
    ['not sent', notSent, 'gateway-unreachable'],
    ['unknown', unknown, 'payment-open'],
    ['refused as a duplicate', refused(400, 'P-409'), 'payment-open'],
  ])('whose page is %s is a problem', async (_what, outcome, code) => {
    world.gateway.script.createHosted = async () => outcome;
    await expect(open()).rejects.toMatchObject({ code });
    world.gateway.script = {};
    if (code === 'payment-open') await expect(open()).rejects.toMatchObject({ code });
    else expect((await open()).payment.status).toBe('init');
  });

  it('asks for what the gateway requires and the token does not state', async () => {
    const refusal = createHostedPayment(world, order({ customer: {} }), { email: 'a@shop.example' });
    await expect(refusal).rejects.toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'customer.phone', code: 'required' }],
    });
    expect(world.gateway.calls).toEqual([]);
  });

  it('is not offered where the order wants cards alone', async () => {
    await expect(open(order({ modes: ['direct'] }))).rejects.toMatchObject({ code: 'mode-not-allowed' });
  });
});

describe('an open hosted payment that cannot be paid as it stands', () => {
  it('makes way for one over the amount that the order has now', async () => {
    await open();
    const { payment } = await open(order({ amount: '20.00' }));
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(payment).toMatchObject({ amountMinor: 2000, status: 'init' });
  });

  it('makes way for a card over the amount that the order has now', async () => {
    await open();
    world.gateway.script = {};
    const payment = await createDirectPayment(
      world,
      order({ amount: '20.00' }),
      'key-00001',
      input(),
      CLIENT,
    );
    expect(payment).toMatchObject({ amountMinor: 2000, status: 'success' });
  });

  it('because its page was never told makes way for another', async () => {
    world.gateway.script.createHosted = async () => unknown;
    await expect(open()).rejects.toMatchObject({ code: 'payment-open' });
    await applyNews(world, { source: 'read', payment: told({ mode: 'hosted', status: 'init' }) });
    world.gateway.script = {};
    const { location } = await open();
    expect(location).not.toBe(PAGE);
    expect(world.gateway.of('cancelHosted')).toEqual(['order-1']);
  });

  it('is left alone where no try would be left', async () => {
    for (let number = 1; number < 10; number += 1) {
      world.gateway.script.createDirect = async (request) =>
        answered(told({ gatewayOrderId: request.gatewayOrderId, status: 'failure', statusCode: '4153' }));
      await createDirectPayment(world, order(), `key-0000${number}`, input(), CLIENT);
    }
    await open();
    await expect(createDirectPayment(world, order(), 'key-00010', input(), CLIENT)).rejects.toMatchObject({
      code: 'too-many-attempts',
    });
    expect(world.gateway.of('cancelHosted')).toEqual([]);
  });

  it('does not hide a payment under way behind "too many attempts"', async () => {
    for (let number = 1; number <= 10; number += 1) {
      world.gateway.script.createDirect = async (request) =>
        number === 10
          ? unknown
          : answered(told({ gatewayOrderId: request.gatewayOrderId, status: 'failure', statusCode: '4153' }));
      await createDirectPayment(world, order(), `key-000${number}0`, input(), CLIENT);
    }
    await expect(createDirectPayment(world, order(), 'key-99999', input(), CLIENT)).rejects.toMatchObject({
      code: 'payment-open',
    });
  });

  it('that failed while a second click waited makes way for another', async () => {
    const answer = gate<Outcome<{ location: string }>>();
    world.gateway.script.createHosted = () => answer.promise;
    const first = open().catch((error: unknown) => error);
    await expect.poll(() => world.gateway.calls).toHaveLength(1);
    const second = open();
    world.gateway.script = {};
    answer.open(refused(400));
    expect(await first).toMatchObject({ code: 'gateway-refused' });
    expect((await second).payment).toMatchObject({ status: 'init' });
  });
});
