import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { openSession } from '../session.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { listReview } from '../queries/lists.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPayment, gatewayPaymentOf, unknown } from '../test-gateway.ts';
import { handleWebhook } from '../reports.ts';
import { payAgain } from '../test-world.ts';
import { hear, key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { pollDue } from '../workers/poll.ts';
import { refundOrder } from '../operate.ts';
import { resendWebhook } from '../resend.ts';
import { resolvePayment } from '../resolve.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  world.gateway.script.createDirect = async () => unknown;
});
afterEach(() => world.store.close());

const COMMENT = 'Seen in the portal';
const resolve = async (status: 'success' | 'failure', id?: string) =>
  resolvePayment(world, id ?? (await world.payment()).id, { status, comment: COMMENT });
const notAllowed = (code: string) => ['operation-not-allowed', `paymentId: ${code}`];
const review = async () => {
  world.clock.pass(1);
  return (await listReview(world, {})).data.map(({ reason }) => reason);
};
const shown = async () => (await openSession(world, signed())).payment;

describe('a manual resolution', () => {
  it('ends a payment of unknown outcome as paid: the order is paid, and is not polled any more', async () => {
    await pay(world);
    expect(await resolve('success')).toMatchObject({ status: 'success', canRetry: false });
    expect(await refusal(pay(world))).toEqual(['order-paid']);
    world.clock.pass(3_600);
    await pollDue(world);
    expect(world.gateway.of('readOperation')).toEqual([]);
  });

  it('ends it as failed: the order is free', async () => {
    await pay(world);
    expect(await resolve('failure')).toMatchObject({ status: 'failure', canRetry: true });
    world.gateway.script = {};
    expect(await pay(world)).toMatchObject({ status: 'success' });
    expect(world.gateway.of('createDirect')[1]).toMatch(/^order-1\.2/);
  });

  it.each(['success', 'failure'] as const)('ends what is disputed as %s', async (status) => {
    await pay(world);
    expect(await hear(world, { amountMinor: 1 })).toBe('disputed');
    expect(await resolve(status)).toMatchObject({ status, canRetry: status === 'failure' });
    expect(await review()).toEqual([]);
  });

  it('ends a success that was contradicted', async () => {
    await pay(world);
    await hear(world);
    await hear(world, { status: 'failure' });
    expect(await resolve('success')).toMatchObject({ status: 'success' });
    expect(await refusal(pay(world))).toEqual(['order-paid']);
    expect(await review()).toEqual([]);
  });

  it.each([
    [{ amountMinor: 100 }, '10.10'],
    [{ processed: { amountMinor: 100, currency: 'UAH' } }, '1.00'],
  ])(
    'makes no more refundable than was reported to be paid, until the gateway says otherwise of that: %j',
    async (less, afterwards) => {
      await pay(world);
      expect(await hear(world, less)).toBe('disputed');
      await resolve('success');
      expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('1.00');
      const refund = (amount: string) => refundOrder(world, 'order-1', key(), { amount });
      expect(await refusal(refund('1.01'))).toEqual(['invalid-input', 'amount: exceeds-refundable']);
      expect(await hear(world, { statusCode: '1000' })).toBe('applied');
      expect((await viewOrder(world, 'order-1')).allowed.refund).toBe(afterwards);
    },
  );

  it('leaves the reason in the timeline, a line in the log and a message to the merchant', async () => {
    await pay(world);
    const messages = async () => (await world.store.outbox.list({ limit: 10 })).items.length;
    expect(await messages()).toBe(1);
    await resolve('success');
    expect(await messages()).toBe(2);
    const resolved = { type: 'resolved', source: 'person', status: 'success', comment: COMMENT };
    expect((await viewOrder(world, 'order-1')).events.at(-1)).toMatchObject(resolved);
    expect(world.lines.at(-1)).toMatchObject({ level: 'warn', event: 'payment.resolved' });
    expect(JSON.stringify(world.lines)).not.toContain('portal');
  });

  it('decides only where there is doubt', async () => {
    expect(await refusal(resolve('success', crypto.randomUUID()))).toEqual(['payment-not-found']);
    world.gateway.script = {};
    await pay(world);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-unknown'));
    await hear(world, { status: 'pending' });
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-unknown'));
  });

  it('is refused while the call is in flight, regardless of the clock', async () => {
    world.gateway.script.createDirect = () => new Promise(() => {});
    void pay(world);
    await expect.poll(() => world.gateway.calls).toHaveLength(1);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('in-flight'));
    world.clock.pass(1_000_000);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('in-flight'));
  });

  it('decides on the call of a process that died once its deadline is over', async () => {
    world.gateway.script.createDirect = () => new Promise(() => {});
    void pay({ ...world, inFlight: new Set() });
    await expect.poll(() => world.gateway.calls).toHaveLength(1);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('in-flight'));
    world.clock.pass(36);
    expect(await resolve('failure')).toMatchObject({ status: 'failure' });
  });
});

describe('a pending payment that the gateway has forgotten', () => {
  beforeEach(async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending' }));
    await pay(world);
    world.clock.pass(86_300);
    await pollDue(world);
  });

  it('cannot be resolved within a day', async () => {
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-unknown'));
    expect(await review()).toEqual([]);
  });

  it.each(['success', 'failure'] as const)(
    'needs review after a day, and is resolved as %s',
    async (status) => {
      world.clock.pass(101);
      expect(await review()).toEqual(['no-report']);
      expect(await resolve(status)).toMatchObject({ status, action: null });
      expect(await review()).toEqual([]);
      expect(await refusal(resolve(status))).toEqual(notAllowed('not-unknown'));
    },
  );
});

describe('of two successes, one of which was resolved manually', () => {
  it('the gateway’s pays the order, and is never reversed', async () => {
    await payAgain(world);
    await hear(world, { amountMinor: 1 });
    await resolve('success');
    world.clock.pass(1);
    await pollDue(world);
    expect(await operations(world)).toEqual([]);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await shown()).toMatchObject({ id: (await world.order()).state.attempts[1]?.id });
    expect(await review()).toEqual(['unconfirmed-duplicate']);
  });

  it('the gateway’s pays the order although the manual resolution came first', async () => {
    await payAgain(world, {}, async () => unknown);
    const [first, second] = (await world.order()).state.attempts;
    await hear(world, { amountMinor: 1 });
    await resolve('success', first?.id);
    await hear(world, { gatewayOrderId: second?.gatewayOrderId ?? '' });
    world.clock.pass(1);
    await pollDue(world);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await shown()).toMatchObject({ id: second?.id, status: 'success' });
    expect(await review()).toEqual(['unconfirmed-duplicate']);
  });

  it('the gateway’s is not reversed although it is over terms that the order no longer has', async () => {
    await pay(world);
    world.clock.pass(61);
    await pollDue(world);
    await pay(world, { amount: '1000.00' });
    const second = (await world.order()).state.attempts[1];
    await hear(world);
    await resolve('success', second?.id);
    world.clock.pass(1);
    await pollDue(world);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await review()).toEqual(['other-terms', 'unconfirmed-duplicate']);
  });

  it('the manually resolved one is reversed once the gateway confirms it', async () => {
    await payAgain(world);
    await hear(world, { amountMinor: 1 });
    await resolve('success');
    expect(await hear(world)).toBe('applied');
    world.clock.pass(1);
    await pollDue(world);
    expect(world.gateway.of('refund')).toEqual(['order-1']);
    expect(await review()).toEqual([]);
  });
});

describe('the gateway, after a manual resolution', () => {
  it.each(['success', 'failure'] as const)('may confirm it: %s', async (status) => {
    await pay(world);
    await resolve(status);
    expect(await hear(world, { status })).toBe('applied');
    expect(await shown()).toMatchObject({ status });
    expect(await world.payment()).toMatchObject({ endedBy: 'gateway', dispute: null });
  });

  it.each([
    ['success', 'failure'],
    ['failure', 'success'],
  ] as const)('that contradicts %s by %s puts it in doubt again', async (decided, reported) => {
    await pay(world);
    await resolve(decided);
    expect(await hear(world, { status: reported })).toBe('disputed');
    expect(await shown()).toMatchObject({ status: 'unknown', canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    expect(await review()).toEqual(['contradicting-ends']);
    world.clock.pass(2);
    await pollDue(world);
    expect(world.gateway.of('readOperation')).toEqual(['order-1']);
    expect(await resolve(reported)).toMatchObject({ status: reported });
  });

  it('that repeats what contradicts the resolution leaves it in review', async () => {
    await pay(world);
    await resolve('failure');
    for (let times = 0; times < 3; times += 1) await hear(world);
    expect(await shown()).toMatchObject({ status: 'success' });
    expect(await review()).toEqual(['contradicting-ends']);
    const refused = await refusal(refundOrder(world, 'order-1', key(), {}));
    expect(refused).toEqual(['operation-not-allowed', 'orderId: disputed']);
  });

  it.each(['success', 'failure'] as const)(
    'that reports an earlier state after %s changes nothing',
    async (decided) => {
      await pay(world);
      await resolve(decided);
      expect(await hear(world, { status: 'pending' })).toBe('unchanged');
      expect(await shown()).toMatchObject({ status: decided });
    },
  );

  it.each<[string, Partial<GatewayPayment>]>([
    ['charged', { amountMinor: 900 }],
    ['paid', { processed: { amountMinor: 900, currency: 'UAH' } }],
  ])('that repeats the lower amount that was accepted as %s changes nothing', async (_what, less) => {
    await pay(world);
    expect(await hear(world, less)).toBe('disputed');
    await resolve('success');
    expect(await hear(world, less)).toBe('unchanged');
    expect(await hear(world, { ...less, status: 'pending', amountMinor: 900 })).toBe('unchanged');
    world.gateway.script.readOperation = async () => answered(gatewayPayment(less));
    expect(await resendWebhook(world, 'order-1', { operation: 'purchase' })).toMatchObject({
      result: 'unchanged',
      payment: { status: 'success' },
    });
    expect(await refusal(pay(world))).toEqual(['order-paid']);
    expect(await review()).toEqual([]);
  });

  it('that repeats an accepted lower amount after it has confirmed the success changes nothing', async () => {
    const less = { processed: { amountMinor: 900, currency: 'UAH' } };
    await pay(world);
    await hear(world, less);
    await resolve('success');
    expect(await hear(world)).toBe('applied');
    expect([await hear(world), await hear(world, less)]).toEqual(['unchanged', 'unchanged']);
    expect(await review()).toEqual([]);
  });

  it.each([{ amountMinor: 899 }, { amountMinor: 901 }, { amountMinor: 900, status: 'failure' as const }])(
    'that reports anything else than the lower amount that was accepted puts it in doubt again: %j',
    async (other) => {
      await pay(world);
      await hear(world, { amountMinor: 900 });
      await resolve('success');
      expect(await hear(world, other)).toBe('disputed');
      expect(await shown()).toMatchObject({ status: 'unknown' });
    },
  );

  it('that tells the accepted lower amount of another payment puts it in doubt', async () => {
    const less = (id: string) => ({ amountMinor: 900, gatewayPaymentId: `payment-${id}`, transactionId: id });
    await pay(world);
    expect(await hear(world, less('1'))).toBe('disputed');
    await resolve('success');
    expect(await hear(world, less('1'))).toBe('unchanged');
    expect(await hear(world, less('2'))).toBe('disputed');
  });

  it('that tells a copy of what was resolved does not open it again', async () => {
    await pay(world);
    const lie = gatewayPayment({ amountMinor: 1 });
    await handleWebhook(world, lie, 'the same text');
    await resolve('failure');
    expect((await handleWebhook(world, lie, 'the same text')).result).toBe('copy');
    expect(await shown()).toMatchObject({ status: 'failure', canRetry: true });
  });
});
