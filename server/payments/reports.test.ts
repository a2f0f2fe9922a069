import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayPayment } from './gateway-port.ts';
import { refundOrder } from './operations/operate.ts';
import { viewOrder } from './queries/order.ts';
import { handleReport, handleWebhook } from './reports.ts';
import { openSession } from './paying/session.ts';
import { answered, gatewayPayment, unknown } from './testing/gateway.ts';
import { messages } from './testing/messages.ts';
import { answers, review, withTestDeps, work, deps } from './testing/running-deps.ts';
import { hear, key, operations, pay, refusal, signed } from './testing/test-deps.ts';

withTestDeps({ notify: true });
beforeEach(() => {
  deps.gateway.script.createDirect = async () => unknown;
});

/** Seconds after the payment was sent. */
const at = (seconds: number) => new Date(Date.UTC(2026, 5, 15, 12) + seconds * 1_000).toISOString();

describe('a webhook', () => {
  it('sends the merchant a message only if something changed', async () => {
    await pay(deps);
    const receiptUrl = 'https://gateway.example/receipt';
    const pending = { status: 'pending', statusCode: '2119' } as const;
    expect(await hear(deps, pending)).toBe('applied');
    expect(await hear(deps, { ...pending, createdAt: at(2) })).toBe('unchanged');
    expect([await hear(deps), await hear(deps, { receiptUrl })]).toEqual(['applied', 'applied']);
    const data = (status: string, over = {}) => ({ type: 'payment.updated', data: { status, ...over } });
    expect(await messages(deps)).toMatchObject([
      data('unknown'),
      data('pending', { orderId: 'order-1', amount: '10.10', currency: 'UAH' }),
      data('success'),
      data('success', { receiptUrl }),
    ]);
  });

  it('that the store cannot write is taken in when it comes again', async () => {
    await pay(deps);
    const store = { ...deps.store, append: () => Promise.reject(new Error('disk full')) };
    await expect(handleWebhook({ ...deps, store }, gatewayPayment())).rejects.toThrow('disk full');
    expect(await hear(deps)).toBe('applied');
  });

  it('about an unknown order changes nothing, is logged without its content, and counts once the order is known', async () => {
    const secret = { cardToken: { token: 'c2VjcmV0', expiresAt: null }, method: '4242424242424242' };
    expect(await hear(deps, { ...secret, gatewayOrderId: '5555 5555 5555 4444' })).toBe('unknown-payment');
    expect(deps.lines).toEqual([{ event: 'webhook.order-unknown', level: 'warn', fields: {} }]);
    expect(await hear(deps)).toBe('unknown-payment');
    await pay(deps);
    expect(await hear(deps)).toBe('applied');
  });

  it.each(['credit', 'p2p', 'chargeback'])('about a %s changes nothing', async (method) => {
    answers({ status: 'pending' });
    await pay(deps);
    const cardToken = { token: 'c2VjcmV0', expiresAt: null };
    const other = { method, amountMinor: 1, gatewayPaymentId: 'another', cardToken };
    expect(await hear(deps, other)).toBe('unchanged');
    expect(await deps.payment()).toMatchObject({ status: 'pending' });
    const { entries } = await deps.order();
    expect(JSON.stringify(entries)).not.toContain('c2VjcmV0');
    expect((await viewOrder(deps, 'order-1')).events.at(-1)).toMatchObject({ type: 'report', method });
  });
});

describe('an exact copy', () => {
  it('changes nothing, by webhook or query', async () => {
    answers({ status: 'init' });
    await pay(deps);
    expect(await hear(deps, { status: 'pending' })).toBe('applied');
    const before = await deps.order();
    expect(await hear(deps, { status: 'pending' })).toBe('copy');
    const query = await handleReport(deps, before, gatewayPayment({ status: 'pending' }), 'query');
    expect(query.result).toBe('copy');
    expect(await deps.order()).toEqual(before);
  });

  it('of the answer to our own call changes nothing', async () => {
    answers({});
    await pay(deps);
    const refund = { method: 'refund', operationId: 'o-1', amountMinor: 300 };
    deps.gateway.script.refund = async () => {
      expect(await hear(deps, refund)).toBe('applied');
      return answered(gatewayPayment(refund));
    };
    await refundOrder(deps, 'order-1', key(), { amount: '3.00' });
    expect([await hear(deps), await hear(deps, refund)]).toEqual(['unchanged', 'copy']);
    expect(await operations(deps)).toMatchObject([{ status: 'success', amount: '3.00' }]);
  });
});

describe('a report that does not fit the request', () => {
  it('puts the payment in review, which blocks the order and is logged: 0.01 USD for 10.10 UAH', async () => {
    await pay(deps);
    expect(await hear(deps, { processed: { amountMinor: 1, currency: 'USD' } })).toBe('in-review');
    expect(await deps.payment()).toMatchObject({ status: 'unknown', action: null, canRetry: false });
    expect(await refusal(pay(deps))).toEqual(['payment-open']);
    expect(await review()).toEqual(['mismatch processedAmount']);
    const fields = { reason: 'mismatch', field: 'processedAmount' };
    expect(deps.lines.at(-1)).toMatchObject({ level: 'error', event: 'payment.in-review', fields });
  });

  it.each([{ amountMinor: 1 }, { gatewayOrderId: 'order-2' }])(
    'as the answer to our call (%o) is not ended by "no such payment"',
    async (over) => {
      answers(over);
      await pay(deps);
      await work(3_600);
      expect(deps.gateway.of('readOperation')).toHaveLength(1);
      expect(await refusal(pay(deps))).toEqual(['payment-open']);
    },
  );
});

describe('the log line of a report', () => {
  const logged = async (over: Partial<GatewayPayment>) => {
    deps.lines.length = 0;
    await hear(deps, over);
    return deps.lines.map(({ event }) => event);
  };
  const refund = { method: 'refund', operationId: 'o-1', amountMinor: 300 };

  it('names payment or operation, and is an error if a person must look at it', async () => {
    await pay(deps);
    expect(await logged({})).toEqual(['payment.reported']);
    expect(await logged(refund)).toEqual(['operation.reported']);
    expect(await logged({ ...refund, status: 'failure' })).toEqual(['operation.in-review']);
    expect(await logged({ status: 'failure' })).toEqual(['payment.in-review']);
  });

  it('warns once, with the success, of a charge that is far above the order', async () => {
    await pay(deps);
    const more = { amountMinor: 1_300 };
    // A commission is none.
    await pay(deps, { id: 'order-2' });
    expect(await logged({ gatewayOrderId: 'order-2', amountMinor: 1_035 })).toEqual(['payment.reported']);
    expect(await logged({ ...more, status: 'pending' })).toEqual(['payment.reported']);
    expect(await logged(more)).toEqual(['payment.reported', 'payment.overcharged']);
    const fields = { orderId: 'order-1', orderedMinor: 1_010, chargedMinor: 1_300 };
    expect(deps.lines.at(-1)).toMatchObject({ level: 'warn', fields });
    expect(await logged({ ...more, createdAt: at(2) })).toEqual(['payment.reported']);
  });
});

it('a payment is believed by its true time although our clock was set back an hour', async () => {
  deps.clock.pass(3_600);
  await openSession(deps, signed());
  deps.clock.time -= 3_600_000;
  await pay(deps);
  expect(await hear(deps, { createdAt: at(0) })).toBe('applied');
  expect(await deps.payment()).toMatchObject({ status: 'success' });
});
