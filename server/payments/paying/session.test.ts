import { beforeEach, describe, expect, it } from 'vitest';
import { CUSTOMER } from '../../contract/testing/fixtures.ts';
import { followPayment } from '../queries/wait.ts';
import { openSession } from './session.ts';
import { answered, gatewayPaymentOf } from '../testing/gateway.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { hear, pay, refusal, signed } from '../testing/test-deps.ts';

withTestDeps();

const open = (over: Record<string, unknown> = {}) => openSession(deps, signed(over));

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
    deps.config.hostedMethods = ['google-pay'];
    expect(await open()).toMatchObject({ hostedMethods: ['google-pay'] });
    expect(await open({ modes: ['direct'] })).toMatchObject({ hostedMethods: [] });
  });

  it.each([
    [true, 'UAH', true],
    [false, 'UAH', false],
    [false, 'XTS', true],
  ])('with test mode %j and an order in %s says test: %j', async (test, currency, expected) => {
    deps.config.test = test;
    expect(await open({ currency })).toMatchObject({ test: expected });
  });

  it('is refused for an order that cannot be paid here in any way', async () => {
    deps.config.direct = false;
    expect(await refusal(open({ modes: ['direct'] }))).toEqual(['order-unsupported']);
    expect((await deps.order()).entries).toEqual([]);
  });
});

it('a session behind a payment link shows how the payment stands, but neither its card nor its receipt', async () => {
  deps.gateway.script.createDirect = async (request) =>
    answered(
      gatewayPaymentOf(request, {
        cardMask: '424242******4242',
        receiptUrl: 'https://gateway.example/receipt',
      }),
    );
  await pay(deps);
  const shown = { status: 'success', cardMask: '424242******4242', receiptUrl: expect.any(String) };
  expect((await open()).payment).toMatchObject(shown);
  const paymentLink = await openSession(deps, { ...signed(), paymentLink: true });
  expect(paymentLink.payment).toMatchObject({ status: 'success', cardMask: null, receiptUrl: null });
});

describe('an order number that begins again after it was paid', () => {
  const CARD = { cardMask: '424242******4242', receiptUrl: 'https://gateway.example/receipt' };
  const HIDDEN = { cardMask: null, receiptUrl: null };
  const OLENA = { ...CUSTOMER, id: 'olena' };
  const reused: string[] = [];
  const see = async (over: Record<string, unknown>, issuedAt: number | null = null) =>
    (await openSession(deps, signed(over, issuedAt), (orderId) => reused.push(orderId))).payment;

  beforeEach(async () => {
    reused.length = 0;
    deps.gateway.script.createDirect = async (request) => answered(gatewayPaymentOf(request, CARD));
    await pay(deps, { customer: OLENA });
  });

  it.each<[string, Record<string, unknown>]>([
    ['other terms', { customer: OLENA, amount: '99.00' }],
    ['another currency', { customer: OLENA, currency: 'EUR' }],
    ['another customer', { customer: { ...CUSTOMER, id: 'borys' } }],
  ])('with %s shows that it is paid, without card and receipt, and says so', async (_what, over) => {
    expect(await see(over)).toMatchObject({ status: 'success', amount: '10.10', ...HIDDEN });
    expect(reused).toEqual(['order-1']);
    const { id } = await pay(deps, { customer: OLENA }).catch(() => ({ id: '' }));
    expect(id).toBe('');
  });

  it('is followed without card and receipt as well', async () => {
    const { id } = (await see({ customer: OLENA })) ?? {};
    const followed = await followPayment(deps, signed({ amount: '99.00' }), id ?? '', { ms: 0 });
    expect(followed).toMatchObject({ id, status: 'success', ...HIDDEN });
  });

  it.each<[string, Record<string, unknown>]>([
    ['the same customer', { customer: OLENA }],
    ['no customer, as on a status page', { customer: {} }],
  ])('is none for %s over the same terms', async (_what, over) => {
    expect(await see(over)).toMatchObject({ status: 'success', ...CARD });
    expect(reused).toEqual([]);
  });

  it('is none for an older token of the order itself, which still shows neither card nor receipt', async () => {
    const { time } = deps.clock;
    expect(await see({ customer: OLENA, amount: '99.00' }, Math.floor(time / 1_000) - 3_600)).toMatchObject(
      HIDDEN,
    );
    expect(reused).toEqual([]);
  });

  it('is none before the order is paid: the newest token counts', async () => {
    answers({ status: 'failure' });
    const failed = { id: 'order-2', customer: OLENA };
    await pay(deps, failed);
    expect(await see({ ...failed, amount: '99.00' })).toMatchObject({ status: 'failure' });
    expect(reused).toEqual([]);
  });
});

describe('a payment that was begun for another customer', () => {
  const ANNA = { customer: { ...CUSTOMER, id: 'anna' } };
  const THEIRS = { cardMask: null, receiptUrl: null, action: null };
  const see = async (over: Record<string, unknown>) => (await openSession(deps, signed(over))).payment;

  it.each<[string, Record<string, unknown>]>([
    ['another customer', { customer: { ...CUSTOMER, id: 'borys' } }],
    ['another customer, over other terms', { customer: { ...CUSTOMER, id: 'borys' }, amount: '99.00' }],
    ['a guest, over other terms', { amount: '99.00' }],
  ])('shows %s neither its card nor the way to its bank', async (_what, over) => {
    for (const [id, answer] of Object.entries({
      declined: { status: 'failure', statusCode: '4153' },
      waiting: { status: 'pending', statusCode: '2122', actionUrl: 'https://bank.example/3ds' },
    } as const)) {
      answers(answer);
      await pay(deps, { id, ...ANNA });
      expect(await see({ id, ...over })).toMatchObject({ status: answer.status, ...THEIRS });
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ['its own customer', ANNA],
    ['its own customer, whose cart has changed', { ...ANNA, amount: '99.00' }],
    ['a page that names no customer', {}],
  ])('shows them to %s', async (_what, over) => {
    answers({ status: 'pending', statusCode: '2122', actionUrl: 'https://bank.example/3ds' });
    await pay(deps, ANNA);
    const shown = { action: { url: 'https://bank.example/3ds' }, cardMask: '424242******4242' };
    expect(await see(over)).toMatchObject(shown);
  });

  it('of a guest is that guest’s', async () => {
    answers({ status: 'pending', statusCode: '2122', actionUrl: 'https://bank.example/3ds' });
    await pay(deps);
    expect(await see({})).toMatchObject({ action: { url: 'https://bank.example/3ds' } });
    expect(await see(ANNA)).toMatchObject(THEIRS);
  });
});

it('a session shows the newest payment: open, failed or paid', async () => {
  answers({ status: 'failure', statusCode: '4153' });
  await pay(deps);
  expect(await open()).toMatchObject({ payment: { status: 'failure', canRetry: true }, attemptsLeft: 9 });
  answers({ status: 'pending' });
  await pay(deps);
  expect((await open()).payment).toMatchObject({ status: 'pending', canRetry: false });
  await hear(deps, { gatewayOrderId: deps.gateway.of('createDirect')[1] ?? '' });
  expect((await open()).payment).toMatchObject({ status: 'success' });
});
