import { describe, expect, test } from 'vitest';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import { backoff } from './checkout.ts';
import { card, loaded, lost, refusal, settle, toBank } from './fake-checkout.ts';
import { declined, payment, session } from './fake-companion.ts';

test('patience doubles from one second up to thirty', () => {
  expect([0, 1, 2, 4, 5, 50].map(backoff)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});

describe('paying', () => {
  test('leads to the result and back to the shop', async () => {
    const { checkout, told } = await loaded({ pay: [payment({ status: 'success' })] });
    await checkout.pay({ card }, {});
    await settle();
    expect(told.events).toEqual(['ready', 'result success']);
    expect(told.left).toEqual(['/pay/return/p-1']);
    expect(checkout.state.phase).toBe('done');
  });

  test('stays here after a success when the page wants it', async () => {
    const { checkout, told } = await loaded({ pay: [payment({ status: 'success' })] });
    told.stay = true;
    await checkout.pay({ card }, {});
    await settle();
    expect(told.left).toEqual([]);
  });

  test('shows a success and waits with leaving until the network is back', async () => {
    const { checkout, told, online } = await loaded({ pay: [payment({ status: 'success' })] });
    online.is = new Promise((done) => (online.back = done));
    await checkout.pay({ card }, {});
    await settle();
    expect(checkout.state.phase).toBe('done');
    expect(told.left).toEqual([]);
    online.back();
    await settle();
    expect(told.left).toEqual(['/pay/return/p-1']);
  });

  test('leaves no more when it was stopped', async () => {
    const { checkout, told, online } = await loaded({ pay: [payment({ status: 'success' })] });
    online.is = new Promise((done) => (online.back = done));
    await checkout.pay({ card }, {});
    checkout.stop();
    online.back();
    await settle();
    expect(told.left).toEqual([]);
  });

  test('leaves for 3-D Secure, and reports no result yet', async () => {
    const { checkout, told } = await loaded({ pay: [payment(toBank)] });
    void checkout.pay({ card }, {});
    await settle();
    expect(told.events).toEqual(['ready', `action ${toBank.action.url}`]);
    expect(told.left).toEqual([toBank.action.url]);
    expect(checkout.state.phase).toBe('action');
  });

  test('follows the payment while the page keeps the customer here', async () => {
    const done = payment({ status: 'success', updatedAt: '2030-01-01T00:01:00.000Z' });
    const { checkout, told, seen } = await loaded({ pay: [payment(toBank)], news: [done] });
    told.stay = true;
    await checkout.pay({ card }, {});
    expect(told.left).toEqual([]);
    expect(seen.since).toEqual(['2030-01-01T00:00:00.000Z']);
    expect(told.events.at(-1)).toBe('result success');
  });

  test.each(['javascript:alert(1)', 'http://bank.example/', 'nowhere'])(
    'refuses to leave for %s',
    async (url) => {
      const { checkout, told } = await loaded({ pay: [payment({ action: { url } })] });
      void checkout.pay({ card }, {});
      await settle();
      expect(told.left).toEqual([]);
      expect(told.events).toEqual(['ready', 'error unsafe-action-url']);
      expect(checkout.state.phase).toBe('failed');
    },
  );

  test('reports a payment that is still pending, and later its outcome', async () => {
    const end = declined({ updatedAt: '2030-01-01T00:01:00.000Z' });
    const { checkout, told } = await loaded({ pay: [payment()], news: [payment(), end] });
    await checkout.pay({ card }, {});
    expect(told.events).toEqual(['ready', 'result pending', 'result failure']);
    expect(checkout.state.phase).toBe('failed');
  });

  test('leads on when the bank asks for confirmation only later', async () => {
    const asked = payment({ ...toBank, updatedAt: '2030-01-01T00:01:00.000Z' });
    const { checkout, told } = await loaded({ pay: [payment()], news: [asked] });
    void checkout.pay({ card }, {});
    await settle();
    expect(told.left[0]).toBe(toBank.action.url);
  });

  test('of an order that was replaced meanwhile is reported, and navigates nowhere', async () => {
    let pay = (_payment: PaymentView): void => {};
    const { checkout, api, told } = await loaded({});
    void checkout.load({ ...api, pay: () => new Promise((done) => (pay = done)) });
    await settle();
    void checkout.pay({ card }, {});
    void checkout.load({ ...api });
    await settle();
    pay(payment({ orderId: 'o-0', status: 'success' }));
    await settle();
    expect(told.events).toEqual(['ready', 'ready', 'ready', 'result success']);
    expect(told.left).toEqual([]);
    expect(checkout.state).toMatchObject({ phase: 'ready', payment: null });
  });

  test('of an order that was replaced leaves the key of the new one alone', async () => {
    let pay = (_payment: PaymentView): void => {};
    const { checkout, api, seen } = await loaded({ pay: [lost()] });
    void checkout.load({ ...api, pay: () => new Promise((done) => (pay = done)) });
    await settle();
    void checkout.pay({ card }, {});
    void checkout.load(api);
    await settle();
    await checkout.pay({ card }, {});
    pay(payment({ orderId: 'o-0', status: 'success' }));
    await settle();
    await checkout.pay({ card }, {});
    expect(new Set(seen.keys).size).toBe(1);
  });

  test('that is answered after the tag was removed and inserted again is shown', async () => {
    let pay = (_payment: PaymentView): void => {};
    const success = payment({ status: 'success' });
    const { checkout, api, told } = await loaded({
      session: [session(), session(), session({ payment: success })],
    });
    api.pay = () => new Promise((done) => (pay = done));
    void checkout.pay({ card }, {});
    checkout.stop();
    void checkout.load();
    await settle();
    expect(checkout.state.phase).toBe('ready');
    pay(success);
    await settle();
    expect(checkout.state.phase).toBe('done');
    expect(told.events.filter((event) => event.startsWith('result'))).toEqual(['result success']);
  });

  test('that is shown already when its answer comes stays, and the customer still leaves', async () => {
    let pay = (_payment: PaymentView): void => {};
    const success = payment({ status: 'success' });
    const { checkout, api, told, online } = await loaded({
      session: [session(), session({ payment: success }), lost()],
    });
    api.pay = () => new Promise((done) => (pay = done));
    void checkout.pay({ card }, {});
    checkout.stop();
    online.is = new Promise((back) => (online.back = back));
    void checkout.load();
    await settle();
    pay(success);
    await settle();
    online.back();
    await settle();
    expect([checkout.state.phase, told.left]).toEqual(['done', [`/pay/return/${success.id}`]]);
  });

  test('that is answered after the tag was removed loads nothing', async () => {
    let pay = (_payment: PaymentView): void => {};
    const { checkout, api, seen } = await loaded({});
    api.pay = () => new Promise((done) => (pay = done));
    void checkout.pay({ card }, {});
    checkout.stop();
    pay(payment({ status: 'success' }));
    await settle();
    expect(seen.sessions).toBe(1);
  });

  test('does nothing while a payment is in flight', async () => {
    const { checkout, seen } = await loaded({ pay: [] });
    void checkout.pay({ card }, {});
    void checkout.pay({ card }, {});
    void checkout.hosted({});
    await settle();
    expect(seen.keys).toHaveLength(1);
  });
});

describe('the idempotency key', () => {
  test('stays the same after a lost answer, also when the card was changed', async () => {
    const { checkout, seen } = await loaded({ pay: [lost(), lost(), payment({ status: 'success' })] });
    await checkout.pay({ card }, {});
    expect(checkout.state).toMatchObject({ phase: 'ready', problem: { code: 'no-answer' } });
    await checkout.pay({ card }, {});
    checkout.edited();
    await checkout.pay({ card }, {});
    expect(seen.keys).toEqual(['key-1', 'key-1', 'key-1']);
  });

  test('is new after a decline', async () => {
    const { checkout, seen } = await loaded({ pay: [declined()] });
    await checkout.pay({ card }, {});
    await checkout.pay({ card }, {});
    expect(seen.keys).toEqual(['key-1', 'key-2']);
  });

  test('is new after a refusal only if something was changed', async () => {
    const { checkout, seen } = await loaded({ pay: [refusal(503, 'gateway-unreachable')] });
    await checkout.pay({ card }, {});
    await checkout.pay({ card }, {});
    checkout.edited();
    await checkout.pay({ card }, {});
    expect(seen.keys).toEqual(['key-1', 'key-1', 'key-2']);
  });

  test('of a different request is given up, and the session is loaded again', async () => {
    const { checkout, seen, told } = await loaded({ pay: [refusal(422, 'idempotency-key-reused')] });
    await checkout.pay({ card }, {});
    expect(seen.sessions).toBe(2);
    expect(told.events.at(-1)).toBe('error idempotency-key-reused');
    expect(checkout.state.phase).toBe('ready');
    await checkout.pay({ card }, {});
    expect(seen.keys).toEqual(['key-1', 'key-2']);
  });
});
