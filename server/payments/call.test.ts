import { beforeEach, describe, expect, it } from 'vitest';
import { callOnce } from './call.ts';
import { type CallResult, UnsendableError } from './gateway-port.ts';
import { captureOrder } from './operations/operate.ts';
import { openSession } from './paying/session.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from './testing/gateway.ts';
import { answers, withTestDeps, deps } from './testing/running-deps.ts';
import { hear, key, pay, refusal, signed, SPLIT, TestClock } from './testing/test-deps.ts';

withTestDeps();

const fail = (outcome: CallResult<never>) => {
  deps.gateway.script.createDirect = async () => outcome;
};
const payAgain = () => {
  deps.gateway.script = {};
  return pay(deps);
};
const blocksTheOrder = async () => expect(await refusal(pay(deps))).toEqual(['payment-open']);

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

describe('a payment that never left', () => {
  it('succeeds if the second sending arrives', async () => {
    let calls = 0;
    deps.gateway.script.createDirect = async () => {
      calls += 1;
      return calls === 1 ? notSent : answered(gatewayPayment());
    };
    expect(await pay(deps)).toMatchObject({ status: 'success' });
    expect(calls).toBe(2);
  });

  it('because it breaks the rules of the gateway is a failure, logged by field and rule', async () => {
    deps.gateway.script.createDirect = () =>
      Promise.reject(new UnsendableError('The request', [{ field: 'customer_email', rule: 'format' }]));
    expect(await pay(deps)).toMatchObject({ status: 'failure', canRetry: true });
    expect(JSON.stringify(deps.lines)).toContain('customer_email: format');
  });
});

describe('a refusal', () => {
  it.each([400, 401, 404, 405, 406, 429])(
    'with HTTP %i is a failure that frees the order',
    async (status) => {
      fail(refused(status));
      expect(await pay(deps)).toMatchObject({ status: 'failure', canRetry: true });
      expect(deps.gateway.calls).toHaveLength(1);
      expect(await payAgain()).toMatchObject({ status: 'success' });
    },
  );

  it('is logged by the names of the fields, without what the gateway says of them', async () => {
    const details = ['customer_email: olena@shop.example'];
    fail(refused(400, null, { message: 'olena@shop.example?', details }));
    await pay(deps);
    expect(JSON.stringify(deps.lines)).toContain('customer_email');
    expect(JSON.stringify(deps.lines)).not.toContain('olena@shop.example');
    expect(JSON.stringify((await deps.order()).entries)).not.toContain('olena@shop.example');
  });

  it('names only fields to the customer and the merchant, each once', async () => {
    const values = ['Olena: x', 'olena@shop.example', '4242: x'];
    fail(refused(400, null, { details: ['amount: 10.1', 'amount: too big', ...values, 'order_id: '] }));
    expect(await pay(deps)).toMatchObject({
      statusDescription: 'The payment service did not accept the payment. (amount, order_id)',
    });
  });

  it('of a share names it, of a payment and of an operation', async () => {
    const details = ['split.1.sub_merchant_id: unknown'];
    const unknownShare = async () => refused(400, 'P-400', { details });
    deps.gateway.script = { createSplitDirect: unknownShare, splitCapture: unknownShare };
    expect(await pay(deps, { split: SPLIT })).toMatchObject({
      status: 'failure',
      statusDescription: 'The payment service did not accept the payment. (split.1.sub_merchant_id)',
    });
    await pay(deps, { method: 'auth' });
    expect(await captureOrder(deps, 'order-1', key(), { split: SPLIT })).toMatchObject({
      status: 'failure',
      statusDescription: 'The payment service refused the operation. (split.1.sub_merchant_id)',
    });
  });

  it('does not free the order if a report put the payment in review meanwhile', async () => {
    deps.gateway.script.createDirect = async () => {
      await hear(deps, { amountMinor: 1 });
      return refused(400);
    };
    expect(await pay(deps)).toMatchObject({ status: 'unknown', canRetry: false });
    await blocksTheOrder();
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

describe('an answer', () => {
  it('with a decline is a failure that frees the order', async () => {
    const decline = { status: 'failure', statusCode: '4009', statusDescription: 'No funds' } as const;
    answers(decline);
    expect(await pay(deps)).toMatchObject({ ...decline, canRetry: true });
  });

  it('with a challenge leads the customer there and blocks the order', async () => {
    const actionUrl = 'https://bank.example/acs';
    answers({ status: 'pending', statusCode: '2122', actionUrl, actionRequired: true });
    expect(await pay(deps)).toMatchObject({ status: 'pending', action: { url: actionUrl } });
    await blocksTheOrder();
  });

  it('with a commission on top is a success over the ordered amount, and no reason for a warning', async () => {
    answers({ amountMinor: 1035 });
    expect(await pay(deps)).toMatchObject({ status: 'success', amount: '10.10' });
    expect(deps.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('with 1000 times the amount is a success that logs a warning', async () => {
    answers({ amountMinor: 1_010_000 });
    expect(await pay(deps)).toMatchObject({ status: 'success', amount: '10.10' });
    expect(deps.lines).toContainEqual({
      level: 'warn',
      event: 'payment.overcharged',
      fields: expect.objectContaining({
        orderId: 'order-1',
        orderedMinor: 1010,
        chargedMinor: 1_010_000,
      }),
    });
  });

  it('about another order of ours changes nothing there', async () => {
    answers({ status: 'pending' });
    await pay(deps, { id: 'order-2' });
    answers({ gatewayOrderId: 'order-2' });
    await pay(deps);
    expect((await openSession(deps, signed({ id: 'order-2' }))).payment).toMatchObject({
      status: 'pending',
    });
  });

  it('with the pos_id in other letters is the same', async () => {
    answers({ posId: '0F2B1A52-6D5F-4C0E-9D6B-2F8F0C3A7B11' });
    expect(await pay(deps)).toMatchObject({ status: 'success' });
  });
});
