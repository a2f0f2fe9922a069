import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayPayment, CallResult } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { payHosted } from '../paying/pay-hosted.ts';
import { answered, gatewayPayment, gatewayPaymentOf, notSent, refused, unknown } from '../testing/gateway.ts';
import { withTestDeps, work, deps } from '../testing/running-deps.ts';
import { gate, hear, operations, pay, refusal, signed } from '../testing/test-deps.ts';
import { pollDue } from './poll.ts';

withTestDeps();
beforeEach(() => {
  deps.gateway.script.createDirect = async () => unknown;
});

const NOT_FOUND = refused(404, 'S-404');
/** The gateway answers status queries so. */
const reads = (outcome: CallResult<GatewayPayment>) => {
  deps.gateway.script.readOperation = async () => outcome;
};
const status = async () => (await deps.payment()).status;
const queries = () => deps.gateway.of('readOperation').length;

describe('a payment that is polled', () => {
  it('is asked for by the method that was sent, and is what the gateway says', async () => {
    const asked: string[] = [];
    deps.gateway.script.readOperation = async (id, operation) => {
      asked.push(`${operation} of ${id}`);
      return answered(gatewayPayment({ method: 'auth', statusCode: '1000' }));
    };
    await pay(deps, { method: 'auth' });
    await work(2);
    expect(asked).toEqual(['auth of order-1']);
    expect(await deps.payment()).toMatchObject({ status: 'success', statusCode: '1000' });
    await work(4_000);
    expect(asked).toHaveLength(1);
  });

  it('is no other order’s', async () => {
    await pay(deps);
    reads(answered(gatewayPayment({ gatewayOrderId: 'order-99' })));
    await work(2);
    expect(await status()).toBe('unknown');
    expect(deps.lines.at(-1)).toMatchObject({ level: 'error', event: 'gateway.mismatched' });
  });

  it('is not asked for at another project, and nothing is concluded about it', async () => {
    await pay(deps);
    deps.config.posId = '1f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';
    await work(4_000);
    expect([queries(), await status()]).toEqual([0, 'unknown']);
  });
});

describe('"not found"', () => {
  it('counts once the grace time is over', async () => {
    await pay(deps);
    await work(59);
    expect([queries(), await deps.payment()]).toMatchObject([1, { status: 'unknown', canRetry: false }]);
    await work(30);
    expect(await deps.payment()).toMatchObject({ status: 'failure', canRetry: true });
  });

  it('does not count while the list of the order shows the payment', async () => {
    await pay(deps);
    reads(NOT_FOUND);
    deps.gateway.script.readOrder = async () => answered([gatewayPayment({ status: 'pending' })]);
    await work(100);
    expect(await deps.payment()).toMatchObject({ status: 'pending' });
    deps.gateway.script.readOrder = async () =>
      answered([
        gatewayPayment({ status: 'failure', statusCode: '4153' }),
        gatewayPayment({ statusCode: '1000' }),
      ]);
    await work(100);
    expect(await deps.payment()).toMatchObject({ status: 'success', statusCode: '1000' });
  });

  it.each<[string, CallResult<never>]>([
    ['is not there', refused(405)],
    ['does not answer', unknown],
    ['is refused for the credentials', refused(404, null, { means: 'credentials' })],
  ])('does not count where the list %s: the gateway is asked on', async (_what, outcome) => {
    await pay(deps);
    reads(NOT_FOUND);
    deps.gateway.script.readOrder = async () => outcome;
    await work(100, 4_000);
    expect([queries(), await status()]).toEqual([2, 'unknown']);
  });

  it('does not count once a report has told that something is there, even if it proves nothing', async () => {
    await pay(deps);
    expect(await hear(deps, { createdAt: null })).toBe('unchanged');
    await work(100, 4_000);
    expect([await status(), await refusal(pay(deps))]).toEqual(['unknown', ['payment-open']]);
    const { entries } = await deps.order();
    expect(await hear(deps, { createdAt: null })).toBe('copy');
    expect((await deps.order()).entries).toEqual(entries);
  });

  it('counts where the list has only other payments', async () => {
    await pay(deps);
    reads(NOT_FOUND);
    deps.gateway.script.readOrder = async () => answered([gatewayPayment({ method: 'auth' })]);
    await work(100);
    expect(await status()).toBe('failure');
  });

  it('counts by the time at which the gateway was asked, not at which it answered', async () => {
    await pay(deps);
    deps.gateway.script.readOperation = async () => {
      deps.clock.pass(25);
      return NOT_FOUND;
    };
    await work(40);
    expect(await status()).toBe('unknown');
    await work(100);
    expect(await status()).toBe('failure');
  });

  it.each(['init', 'pending'] as const)('says nothing about what was reported as %s', async (reported) => {
    await pay(deps);
    await hear(deps, { status: reported });
    const before = await deps.order();
    for (let round = 0; round < 2; round += 1) await work(4_000);
    expect([queries(), await deps.order()]).toEqual([2, before]);
  });

  it('says nothing if a webhook came while the gateway was asked', async () => {
    await pay(deps);
    const answer = gate<CallResult<GatewayPayment>>();
    deps.gateway.script.readOperation = () => answer.promise;
    deps.clock.pass(100);
    const round = pollDue(deps);
    await expect.poll(queries).toBe(1);
    await hear(deps, { method: 'refund', operationId: 'o-1', status: 'pending' });
    answer.open(NOT_FOUND);
    await round;
    expect(await status()).toBe('unknown');
  });
});

describe('a report that does not prove to be about our payment', () => {
  const at = (seconds: number) => new Date(deps.clock.time + seconds * 1_000).toISOString();

  it.each([-75, 50_400])(
    'changes nothing, and counts once the gateway’s clock is known: %i s off',
    async (offset) => {
      await pay(deps);
      const payment = gatewayPayment({ createdAt: at(offset) });
      reads(answered(payment));
      await work(2, 4);
      const { entries } = await deps.order();
      expect([await status(), entries.length]).toEqual(['unknown', 4]);
      // Another customer's payment is answered.
      deps.gateway.script.createDirect = async (request) =>
        answered(gatewayPaymentOf(request, { createdAt: at(offset) }));
      await pay(deps, { id: 'order-2' });
      expect(deps.gatewayClock.offsetSeconds).toBe(offset);
      await work(10);
      expect(await status()).toBe('success');
    },
  );

  it('that names no time never ends a payment: a person looks at it after a day', async () => {
    await pay(deps);
    reads(answered(gatewayPayment({ createdAt: null })));
    await work(100, 86_400);
    expect((await viewOrder(deps, 'order-1')).review).toMatchObject([{ reason: 'overdue' }]);
  });
});

describe('a hosted page on which a card was declined', () => {
  const page = (over: Partial<GatewayPayment>) => gatewayPayment({ mode: 'hosted', ...over });
  const decline = async (over: Record<string, unknown> = {}) => {
    await payHosted(deps, signed(over), {});
    await hear(deps, page({ status: 'failure', statusCode: '4153', transactionId: 't1' }));
  };

  it('is asked about for a day: the webhook of the card that paid may be lost', async () => {
    await decline();
    reads(answered(page({ transactionId: 't2', gatewayPaymentId: 'g2' })));
    expect(await status()).toBe('failure');
    await work(10);
    expect(await status()).toBe('success');
  });

  it('makes its success a duplicate, which goes back by itself, if another payment has paid meanwhile', async () => {
    await decline();
    deps.gateway.script.createDirect = async (request) => answered(gatewayPaymentOf(request));
    await pay(deps);
    await hear(deps, page({ transactionId: 't2', gatewayPaymentId: 'g2' }));
    await work(1);
    expect(await operations(deps)).toMatchObject([{ method: 'refund', status: 'success' }]);
    expect((await viewOrder(deps, 'order-1')).review).toEqual([]);
  });

  it.each([
    ['expired an hour ago', { orderTimeout: 60 }, 3_661],
    ['was left for a day', {}, 90_001],
  ])('is asked about no more once it %s', async (_what, over, seconds) => {
    await decline(over);
    reads(answered(page({ status: 'failure', statusCode: '4153', transactionId: 't1' })));
    await work(seconds);
    const before = queries();
    await work(seconds, seconds);
    expect(queries() - before).toBe(0);
    expect(await deps.store.dueOrders(Infinity, 9)).toEqual([]);
  });
});

describe('a query that ends with', () => {
  it.each<[string, CallResult<never>]>([
    ['404 about credentials', refused(404, null, { means: 'credentials' })],
    ['404 of something in between', refused(404, null, { means: 'other', documented: false })],
    ['401', refused(401)],
    ['400', refused(400)],
    ['P-409', refused(400, 'P-409')],
    ['429', refused(429)],
    ['no answer', unknown],
    ['no connection', notSent],
  ])('%s says nothing about the payment, however old it is', async (_what, outcome) => {
    await pay(deps);
    reads(outcome);
    await work(1_000_000);
    expect(await status()).toBe('unknown');
    expect(await refusal(pay(deps))).toEqual(['payment-open']);
    await work(4_000);
    expect(queries()).toBeGreaterThan(1);
  });

  it.each([
    ['401', refused(401, 'S-403'), 'gateway.query-refused', { status: 401, code: 'S-403' }],
    ['no answer', unknown, 'gateway.query-failed', { reason: 'ECONNRESET' }],
    ['no connection', notSent, 'gateway.query-failed', { reason: 'ECONNREFUSED' }],
    ['"not found"', NOT_FOUND, null, {}],
  ])('%s leaves a line in the log unless it is an answer', async (_what, outcome, event, fields) => {
    await pay(deps);
    reads(outcome);
    deps.lines.length = 0;
    await work(2);
    const line = { event, fields: { orderId: 'order-1', ...fields } };
    expect(deps.lines).toMatchObject(event === null ? [] : [line]);
  });
});
