import { describe, expect, it } from 'vitest';
import { openSession } from './session.ts';
import { answered, gatewayPaymentOf } from './test-gateway.ts';
import { answers, withWorld, world } from './test-running-world.ts';
import { hear, pay, refusal, signed } from './test-world.ts';

withWorld();

const open = (over: Record<string, unknown> = {}) => openSession(world, signed(over));

describe('the session of an order', () => {
  it('tells what the form needs, and that nothing was tried yet', async () => {
    expect(await open({ customer: {}, brands: ['visa'] })).toEqual({
      merchant: null,
      order: {
        id: 'order-1',
        amount: '10.10',
        currency: 'UAH',
        description: 'Two books',
        method: 'purchase',
      },
      modes: ['direct', 'hosted'],
      customerFields: ['firstName', 'lastName', 'email', 'phone'],
      hostedCustomerFields: ['email', 'phone'],
      hostedMethods: [],
      brands: ['visa'],
      savedCards: [],
      savable: false,
      payment: null,
      attemptsLeft: 10,
      test: true,
    });
  });

  it('names what the hosted page offers beside cards, if the order may go there', async () => {
    world.config.hostedMethods = ['google-pay'];
    expect(await open()).toMatchObject({ hostedMethods: ['google-pay'] });
    expect(await open({ modes: ['direct'] })).toMatchObject({ hostedMethods: [] });
  });

  it.each([
    [true, 'UAH', true],
    [false, 'UAH', false],
    [false, 'XTS', true],
  ])('with test mode %j and an order in %s says test: %j', async (test, currency, expected) => {
    world.config.test = test;
    expect(await open({ currency })).toMatchObject({ test: expected });
  });

  it('is refused for an order that cannot be paid here in any way', async () => {
    world.config.direct = false;
    expect(await refusal(open({ modes: ['direct'] }))).toEqual(['order-unsupported']);
    expect((await world.order()).entries).toEqual([]);
  });
});

it('a session behind a payment link shows how the payment stands, but neither its card nor its receipt', async () => {
  world.gateway.script.createDirect = async (request) =>
    answered(
      gatewayPaymentOf(request, {
        cardMask: '424242******4242',
        receiptUrl: 'https://gateway.example/receipt',
      }),
    );
  await pay(world);
  const shown = { status: 'success', cardMask: '424242******4242', receiptUrl: expect.any(String) };
  expect((await open()).payment).toMatchObject(shown);
  const viaLink = await openSession(world, { ...signed(), viaLink: true });
  expect(viaLink.payment).toMatchObject({ status: 'success', cardMask: null, receiptUrl: null });
});

it('a session shows the newest payment: open, failed or paid', async () => {
  answers({ status: 'failure', statusCode: '4153' });
  await pay(world);
  expect(await open()).toMatchObject({ payment: { status: 'failure', canRetry: true }, attemptsLeft: 9 });
  answers({ status: 'pending' });
  await pay(world);
  expect((await open()).payment).toMatchObject({ status: 'pending', canRetry: false });
  await hear(world, { gatewayOrderId: world.gateway.of('createDirect')[1] ?? '' });
  expect((await open()).payment).toMatchObject({ status: 'success' });
});
