import { describe, expect, test } from 'vitest';
import { card, loaded, lost, offer, refusal, settle, toBank } from './fake-checkout.ts';
import { declined, payment, session } from './fake-companion.ts';

describe('a payment that the order has already', () => {
  test.each(['payment-open', 'order-paid'] as const)('is shown after %s', async (code) => {
    const has = payment({ status: code === 'order-paid' ? 'success' : 'unknown' });
    const { checkout, told } = await loaded({
      session: [session(), session({ payment: has })],
      pay: [refusal(409, code)],
    });
    void checkout.pay({ card }, {});
    await settle();
    expect(checkout.state.payment).toEqual(has);
    expect(checkout.state.phase).toBe(code === 'order-paid' ? 'done' : 'waiting');
    expect(told.events).toEqual(['ready', 'ready', `result ${has.status}`]);
  });

  test('is shown without a result and without leaving when the page opens', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment({ status: 'success' }) })],
    });
    expect(checkout.state.phase).toBe('done');
    expect(told.events).toEqual(['ready']);
    expect(told.left).toEqual([]);
    checkout.finish();
    expect(told.left).toEqual(['/pay/return/p-1']);
  });

  test('is reported if it ended while the page slept', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment(toBank) }), session({ payment: declined() })],
    });
    checkout.stop();
    await checkout.load();
    expect(told.events).toEqual(['ready', 'ready', 'result failure']);
    expect(checkout.state.phase).toBe('failed');
  });
});

describe('the hosted page', () => {
  test('is where the customer is led', async () => {
    const { checkout, told } = await loaded({ hosted: [payment({ ...offer, action: null })] });
    void checkout.hosted({ customer: { email: 'a@b.ua' } });
    await settle();
    expect(told.left).toEqual([toBank.action.url]);
    expect(checkout.state.phase).toBe('action');
  });

  test('can be opened again when the customer comes back', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment(offer) })],
      hosted: [payment(offer)],
    });
    void checkout.hosted({});
    await settle();
    expect(told.left).toEqual([toBank.action.url]);
  });
});

describe('waiting', () => {
  test('polls with growing pauses after a lost connection, and at once when it is back', async () => {
    const end = payment({ status: 'success' });
    const { seen, told } = await loaded({
      session: [session({ payment: payment() })],
      news: [lost(), refusal(502, 'gateway-refused'), lost(), payment(), end],
    });
    await settle();
    expect(seen.pauses).toEqual([0, 1000, 2000, 4000, 1000, 0]);
    expect(told.events).toEqual(['ready', 'result success']);
  });

  test('ends when the token has expired', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment() })],
      news: [refusal(401, 'order-token-expired')],
    });
    expect(checkout.state.phase).toBe('failed');
    expect(told.events).toEqual(['ready', 'error order-token-expired']);
  });

  test('stops when told, and nothing changes any more', async () => {
    const { checkout, seen } = await loaded({ session: [session({ payment: payment() })] });
    checkout.stop();
    await settle();
    expect(checkout.state.phase).toBe('waiting');
    expect(seen.since).toHaveLength(1);
  });
});

test('a session that cannot be loaded can be loaded again', async () => {
  const { checkout, told } = await loaded({ session: [lost(), session()] });
  expect(checkout.state).toMatchObject({ phase: 'failed', problem: { code: 'no-answer' } });
  await checkout.load();
  expect(checkout.state.phase).toBe('ready');
  expect(told.phases).toEqual(['loading', 'failed', 'loading', 'ready']);
});

test('a reset dismisses a decline, but not a payment in flight', async () => {
  const { checkout } = await loaded({ session: [session({ payment: declined() })] });
  checkout.reset();
  expect(checkout.state.phase).toBe('ready');
  const busy = await loaded({ session: [session({ payment: payment() })] });
  busy.checkout.reset();
  expect(busy.checkout.state.phase).toBe('waiting');
});
