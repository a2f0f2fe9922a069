import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { createDirectPayment } from './create-direct.ts';
import { createHostedPayment } from './create-hosted.ts';
import type { Payment } from './payment.ts';
import type { GatewayPayment, Outcome } from './ports.ts';
import {
  answered,
  CARD,
  CLIENT,
  createWorld,
  FINGERPRINT,
  gate,
  input,
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
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const pay = (key = 'key-00001', body = input(), stated = order()): Promise<Payment> =>
  createDirectPayment(world, stated, key, body, CLIENT);

describe('a direct payment', () => {
  it('is charged once and told as the gateway told it', async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(toldOf(request, { statusCode: '1000', cardMask: '424242******4242' }));
    const payment = await pay();
    expect(payment).toMatchObject({ status: 'success', statusCode: '1000', cardMask: '424242******4242' });
    expect(payment).toMatchObject({ settledBy: 'gateway', askAt: null, gatewayOrderId: 'order-1' });
    expect(world.gateway.of('createDirect')).toEqual(['order-1']);
  });

  it('tells the gateway what order, form and browser say, the token over the form', async () => {
    const stated = order({ customer: { email: 'token@shop.example', phone: '+380501234567', id: 'c-1' } });
    const customer = { firstName: 'Olena', lastName: 'Koval', email: 'form@shop.example' };
    await pay('key-00001', input({ customer }), stated);
    expect(world.gateway.calls[0]?.request).toMatchObject({
      amountMinor: 1010,
      card: CARD,
      customer: { firstName: 'Olena', email: 'token@shop.example', id: 'c-1' },
      customerIp: '198.51.100.7',
      fingerprint: {
        ...FINGERPRINT,
        browserAcceptHeader: 'application/json',
        browserIpAddress: '198.51.100.7',
      },
      serverUrl: 'https://pay.shop.example/pay/webhook',
      resultUrl: `https://pay.shop.example/pay/return/${(await world.payment()).id}`,
    });
  });

  it('is written down, as unknown and without the card, before the gateway hears of it', async () => {
    let before: Payment | null = null;
    world.gateway.script.createDirect = async (request) => {
      before = await world.payment(request.gatewayOrderId);
      return answered(toldOf(request));
    };
    await pay();
    expect(before).toMatchObject({ status: 'unknown', blocking: true, cardMask: null, amountMinor: 1010 });
    expect(JSON.stringify(before)).not.toContain(CARD.number);
  });

  it('is answered again, not charged again, where the same request is repeated', async () => {
    const first = await pay();
    expect(await pay()).toEqual(first);
    expect(world.gateway.calls).toHaveLength(1);
  });

  it('is not repeated with another card, customer or amount under the same key', async () => {
    await pay();
    const others = [
      input({ card: { ...CARD, number: '5454545454545454' } }),
      input({ card: { ...CARD, expYear: 2031 } }),
      input({ card: undefined, cardToken: 'token' }),
      input({ customer: { firstName: 'Ivan' } }),
    ];
    for (const other of others) {
      await expect(pay('key-00001', other)).rejects.toMatchObject({ code: 'idempotency-key-reused' });
    }
    await expect(pay('key-00001', input(), order({ amount: '10.11' }))).rejects.toMatchObject({
      code: 'order-changed',
    });
    expect(world.gateway.calls).toHaveLength(1);
  });

  it('waits for the answer of an equal request under way instead of asking twice', async () => {
    const answer = gate<Outcome<GatewayPayment>>();
    world.gateway.script.createDirect = () => answer.promise;
    const both = [pay(), pay()];
    await expect.poll(() => world.gateway.calls).toHaveLength(1);
    answer.open(answered(told({ statusCode: '1000' })));
    const [one, other] = await Promise.all(both);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 'success' });
    expect(world.gateway.calls).toHaveLength(1);
  });

  it('lets one of two different requests through and refuses the other', async () => {
    const answer = gate<Outcome<GatewayPayment>>();
    world.gateway.script.createDirect = () => answer.promise;
    const both = Promise.allSettled([pay('key-00001'), pay('key-00002')]);
    await expect.poll(() => world.gateway.calls).toHaveLength(1);
    answer.open(answered(told()));
    const results = await both;
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const refusal = results.find((one) => one.status === 'rejected');
    expect(refusal?.reason).toMatchObject({ code: 'payment-open', status: 409 });
    expect(world.gateway.calls).toHaveLength(1);
  });

  it('of a paid order is refused, and so is a changed order while a payment is open', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay();
    await expect(pay('key-00002')).rejects.toMatchObject({ code: 'payment-open' });
    await expect(pay('key-00002', input(), order({ amount: '9' }))).rejects.toMatchObject({
      code: 'order-changed',
    });
    await expect(pay('key-00002', input(), order({ method: 'auth' }))).rejects.toMatchObject({
      code: 'order-changed',
    });
  });

  it('after success is refused as paid', async () => {
    await pay();
    await expect(pay('key-00002')).rejects.toMatchObject({ code: 'order-paid', status: 409 });
  });

  it('may be tried ten times, each with an order id of its own of at most 32 characters', async () => {
    const stated = order({ id: 'an-order-id-of-thirty-two-chars.' });
    world.gateway.script.createDirect = async (request) => answered(toldOf(request, { status: 'failure' }));
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect(await pay(`key-0000${attempt}`, input(), stated)).toMatchObject({ status: 'failure' });
    }
    await expect(pay('key-000011', input(), stated)).rejects.toMatchObject({ code: 'too-many-attempts' });
    const used = world.gateway.of('createDirect');
    expect(new Set(used).size).toBe(10);
    expect(used[0]).toBe(stated.id);
    expect(used.every((id) => id.length <= 32)).toBe(true);
  });

  it('takes another order id where the one of the order is taken', async () => {
    await pay('key-00001', input(), order({ id: 'other' }));
    const taken = await world.payment('other');
    await world.store.updatePayment({ ...taken, gatewayOrderId: 'order-1' });
    const payment = await pay();
    expect(payment.gatewayOrderId).toMatch(/^order-1\.2[a-z0-9]{5}$/);
  });
});

describe('what is not sent to the gateway at all', () => {
  it.each([
    ['a number that fails the check digit', { number: '4242424242424241' }, 'card.number', 'invalid'],
    ['a card that has expired', { expMonth: 5, expYear: 2026 }, 'card.expYear', 'expired'],
    ['a CVV too short', { cvv: '12' }, 'card.cvv', 'incomplete'],
  ])('%s', async (_what, over, path, code) => {
    const refusal = pay('key-00001', input({ card: { ...CARD, ...over } }));
    await expect(refusal).rejects.toMatchObject({ code: 'invalid-input', errors: [{ path, code }] });
  });

  it('a brand that the order does not accept', async () => {
    await expect(pay('key-00001', input(), order({ brands: ['mastercard'] }))).rejects.toMatchObject({
      errors: [{ path: 'card.number', code: 'brand-not-accepted' }],
    });
  });

  it('missing customer fields and empty ones of the fingerprint, all named', async () => {
    const body = input({ fingerprint: { ...FINGERPRINT, browserLanguage: ' ' } });
    await expect(pay('key-00001', body, order({ customer: {} }))).rejects.toMatchObject({
      errors: [
        { path: 'customer.firstName', code: 'required' },
        { path: 'customer.lastName', code: 'required' },
        { path: 'customer.email', code: 'required' },
        { path: 'customer.phone', code: 'required' },
        { path: 'fingerprint.browserLanguage', code: 'required' },
      ],
    });
  });

  it.each([
    ['a saved card', { card: undefined, savedCard: { id: '1' } }, {}, 'order-unsupported'],
    ['a card for an order that is hosted only', {}, { modes: ['hosted'] }, 'mode-not-allowed'],
  ])('%s', async (_what, body, stated, code) => {
    await expect(pay('key-00001', input(body), order(stated))).rejects.toMatchObject({ code });
  });

  it('a card where the companion is hosted only', async () => {
    world.config.direct = false;
    await expect(pay()).rejects.toMatchObject({ code: 'mode-not-allowed', status: 403 });
  });

  afterEach(async () => {
    expect(world.gateway.calls).toEqual([]);
    expect(await world.store.paymentsOfOrder('order-1')).toEqual([]);
  });
});

describe('a card after a hosted page', () => {
  const open = () => createHostedPayment(world, order(), {});

  it('goes out once the page is cancelled', async () => {
    await open();
    const payment = await pay();
    expect(payment).toMatchObject({ mode: 'direct', status: 'success' });
    expect(world.gateway.calls.map((call) => call.method)).toEqual([
      'createHosted',
      'cancelHosted',
      'createDirect',
    ]);
    expect(await world.payment()).toMatchObject({ mode: 'hosted', status: 'failure', statusCode: '6007' });
  });

  it('stays here while nobody knows whether the page is cancelled', async () => {
    await open();
    world.gateway.script.cancelHosted = async () => unknown;
    await expect(pay()).rejects.toMatchObject({ code: 'payment-open' });
    expect(world.gateway.of('createDirect')).toEqual([]);
  });

  it('stays here where the page is just being paid', async () => {
    await open();
    world.gateway.script.cancelHosted = async () => refused(400);
    world.gateway.script.readOperation = async () => answered(told({ mode: 'hosted', status: 'pending' }));
    await expect(pay()).rejects.toMatchObject({ code: 'payment-open' });
    expect(await world.payment()).toMatchObject({ status: 'pending' });
  });

  it('goes out where the page ended without our hearing of it', async () => {
    await open();
    world.gateway.script.cancelHosted = async () => refused(400);
    world.gateway.script.readOperation = async () =>
      answered(told({ mode: 'hosted', status: 'failure', statusCode: '4148' }));
    expect(await pay()).toMatchObject({ mode: 'direct', status: 'success' });
  });

  it('goes out once where two are sent at the same time', async () => {
    await open();
    const results = await Promise.allSettled([pay('key-00001'), pay('key-00002')]);
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(world.gateway.of('createDirect')).toHaveLength(1);
  });
});
