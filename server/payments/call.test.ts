import { beforeEach, describe, expect, it } from 'vitest';
import { callOnce } from './call.ts';
import { type CallResult, UnsendableError } from './gateway-port.ts';
import { captureOrder } from './operations/operate.ts';
import { readOrder } from './orders.ts';
import { answered, notSent, refused, unknown } from './testing/gateway.ts';
import { answers, withTestDeps, deps } from './testing/running-deps.ts';
import { hear, key, pay, refusal, SPLIT, TestClock } from './testing/test-deps.ts';

withTestDeps();

describe('a call', () => {
  let calls: number;
  const clock = new TestClock();
  beforeEach(() => {
    calls = 0;
  });
  /** Ends with the given outcomes, one after the other; then with success. */
  const ending =
    (...outcomes: CallResult<string>[]) =>
    async (): Promise<CallResult<string>> => {
      calls += 1;
      return outcomes.shift() ?? answered('done');
    };

  it.each([
    ['never left is made again, twice', [notSent, notSent], 'answered', 3],
    ['never left at all is given up', [notSent, notSent, notSent], 'not-sent', 3],
    ['may have left is not made again', [unknown], 'unknown', 1],
    ['was refused is not made again', [refused(429)], 'refused', 1],
  ] as const)('that %s', async (_what, outcomes, kind, times) => {
    expect((await callOnce({ clock }, ending(...outcomes))).kind).toBe(kind);
    expect(calls).toBe(times);
  });

  it('that took long to fail is not made again', async () => {
    const slow = async () => {
      calls += 1;
      clock.pass(5);
      return notSent;
    };
    expect(await callOnce({ clock }, slow)).toBe(notSent);
    expect(calls).toBe(1);
  });

  it('that throws says nothing of the request', async () => {
    const thrown = { kind: 'unknown', reason: 'TypeError' };
    expect(await callOnce({ clock }, () => Promise.reject(new TypeError('4242')))).toEqual(thrown);
  });

  it('that breaks the rules of the gateway is refused by ourselves', async () => {
    const broken = new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }]);
    expect(await callOnce({ clock }, () => Promise.reject(broken))).toMatchObject({
      kind: 'refused',
      refusal: { status: 0, details: ['comment: too-long'] },
    });
  });
});

describe('a refusal', () => {
  it('names only fields, each once, and nothing of what the gateway says of them goes anywhere', async () => {
    const values = ['Olena: x', 'olena@shop.example', '4242: x', 'order_id: '];
    const fields = ['amount: 10.1', 'amount: too big', 'split.1.sub_merchant_id: olena@shop.example'];
    const refusing = async () =>
      refused(400, 'P-400', { message: 'olena@shop.example?', details: [...fields, ...values] });
    deps.gateway.script = { createSplitDirect: refusing, splitCapture: refusing };
    const named = '(amount, split.1.sub_merchant_id, order_id)';
    expect(await pay(deps, { split: SPLIT })).toMatchObject({
      status: 'failure',
      statusDescription: `The payment service did not accept the payment. ${named}`,
    });
    await pay(deps, { method: 'auth' });
    expect(await captureOrder(deps, 'order-1', key(), { split: SPLIT })).toMatchObject({
      status: 'failure',
      statusDescription: `The payment service refused the operation. ${named}`,
    });
    const written = JSON.stringify([deps.lines, (await deps.order()).entries]);
    expect(written).toContain('split.1.sub_merchant_id');
    expect(written).not.toContain('olena@shop.example');
  });

  it('by ourselves, as the request breaks the gateway’s rules, is logged by field and rule', async () => {
    deps.gateway.script.createDirect = () =>
      Promise.reject(new UnsendableError('The request', [{ field: 'customer_email', rule: 'format' }]));
    expect(await pay(deps)).toMatchObject({ status: 'failure', canRetry: true });
    expect(JSON.stringify(deps.lines)).toContain('customer_email: format');
  });

  it('does not free the order if a report put the payment in review meanwhile', async () => {
    deps.gateway.script.createDirect = async () => {
      await hear(deps, { amountMinor: 1 });
      return refused(400);
    };
    expect(await pay(deps)).toMatchObject({ status: 'unknown', canRetry: false });
    expect(await refusal(pay(deps))).toEqual(['payment-open']);
  });
});

describe('an unclear outcome', () => {
  it('is what anything thrown is, and its message goes nowhere', async () => {
    deps.gateway.script.createDirect = () => Promise.reject(new RangeError('about 4242424242424242'));
    expect(await pay(deps)).toMatchObject({ status: 'unknown' });
    const written = JSON.stringify([deps.lines, (await deps.order()).entries]);
    expect(written).toContain('RangeError');
    expect(written).not.toContain('4242424242424242');
  });

  it('does not undo what a webhook said meanwhile', async () => {
    deps.gateway.script.createDirect = async () => {
      await hear(deps);
      return unknown;
    };
    expect(await pay(deps)).toMatchObject({ status: 'success' });
  });
});

it('an answer about another order of ours changes nothing there', async () => {
  answers({ status: 'pending' });
  await pay(deps, { id: 'order-2' });
  answers({ gatewayOrderId: 'order-2' });
  await pay(deps);
  const { state } = await readOrder(deps, 'order-2');
  expect(state.payments).toMatchObject([{ status: 'pending' }]);
});
