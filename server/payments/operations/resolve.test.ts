import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayPayment } from '../gateway-port.ts';
import { refundOrder } from './operate.ts';
import { viewOrder } from '../queries/order.ts';
import { resolveOperation, resolvePayment } from './resolve.ts';
import { unknown } from '../testing/gateway.ts';
import { messages } from '../testing/messages.ts';
import { answers, review, withTestDeps, work, deps } from '../testing/running-deps.ts';
import { hear, key, operations, pay, refusal, type TestDeps } from '../testing/test-deps.ts';

withTestDeps({ notify: true });

const comment = 'Seen in the portal';
const ENDS = ['success', 'failure'] as const;
const shown = async () => viewOrder(deps, 'order-1');
/** A message of this kind, a line in the log, and an event in the timeline. */
async function expectTrace(kind: 'payment' | 'operation', id: string): Promise<void> {
  const resolved = { type: 'resolved', source: 'person', status: 'success', comment };
  expect((await shown()).events.at(-1)).toMatchObject({ ...resolved, [`${kind}Id`]: id });
  expect(deps.lines.at(-1)).toMatchObject({ level: 'warn', event: `${kind}.resolved`, fields: { id } });
  expect(JSON.stringify(deps.lines)).not.toContain('portal');
  const last = { type: `${kind}.updated`, data: { id, status: 'success' } };
  expect((await messages(deps)).at(-1)).toMatchObject(last);
}

describe('a payment', () => {
  beforeEach(() => {
    deps.gateway.script.createDirect = async () => unknown;
  });
  const resolve = async (status: 'success' | 'failure', id?: string) =>
    resolvePayment(deps, id ?? (await deps.payment()).id, { status, comment });
  const notAllowed = (code: string) => ['operation-not-allowed', `paymentId: ${code}`];

  it('of unknown outcome is resolved as paid: the order is paid, and is not polled any more', async () => {
    const { id } = await pay(deps);
    expect(await resolve('success')).toMatchObject({ status: 'success', canRetry: false });
    await expectTrace('payment', id);
    expect(await refusal(pay(deps))).toEqual(['order-paid']);
    await work(3_600);
    expect(deps.gateway.of('readOperation')).toEqual([]);
  });

  it('of unknown outcome is resolved as failed: the order is free', async () => {
    await pay(deps);
    expect(await resolve('failure')).toMatchObject({ status: 'failure', canRetry: true });
    deps.gateway.script = {};
    expect(await pay(deps)).toMatchObject({ status: 'success' });
  });

  it.each<[string, Partial<GatewayPayment>[]]>([
    ['that does not fit the request', [{ amountMinor: 1 }]],
    ['with two ends', [{}, { status: 'failure' }]],
  ])('%s is resolved as either', async (_what, reports) => {
    for (const status of ENDS) {
      const id = status === 'success' ? 'order-1' : 'order-2';
      const payment = await pay(deps, { id });
      for (const one of reports) await hear(deps, { ...one, gatewayOrderId: id });
      const canRetry = status === 'failure';
      expect(await resolve(status, payment.id)).toMatchObject({ status, canRetry });
      expect((await viewOrder(deps, id)).review).toEqual([]);
    }
  });

  it('is resolved only if there is doubt', async () => {
    expect(await refusal(resolve('success', crypto.randomUUID()))).toEqual(['payment-not-found']);
    await pay(deps);
    await hear(deps, { status: 'pending' });
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-unknown'));
    await hear(deps);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-unknown'));
  });

  it('that is pending is resolved after a day', async () => {
    answers({ status: 'pending' });
    await pay(deps);
    await work(86_399);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-unknown'));
    await work(1);
    expect(await review()).toEqual(['overdue']);
    expect(await resolve('failure')).toMatchObject({ status: 'failure', action: null });
    expect(await review()).toEqual([]);
  });

  it('is not resolved while its call is in flight: here ever, elsewhere until its deadline', async () => {
    deps.gateway.script.createDirect = () => new Promise(() => {});
    void pay(deps);
    await expect.poll(() => deps.gateway.calls).toHaveLength(1);
    const elsewhere: TestDeps = { ...deps, ownCalls: new Set() };
    const { id } = await deps.payment();
    const there = (status: 'failure') => resolvePayment(elsewhere, id, { status, comment });
    expect(await refusal(there('failure'))).toEqual(notAllowed('in-flight'));
    deps.clock.pass(1_000_000);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('in-flight'));
    expect(await there('failure')).toMatchObject({ status: 'failure' });
  });

  it('that was resolved is not opened again by a copy of what was resolved, and is by another mismatch', async () => {
    await pay(deps);
    await hear(deps, { amountMinor: 900 });
    await resolve('success');
    expect(await hear(deps, { amountMinor: 900 })).toBe('copy');
    expect(await refusal(pay(deps))).toEqual(['order-paid']);
    expect(await hear(deps, { amountMinor: 899 })).toBe('in-review');
  });
});

describe('an operation', () => {
  beforeEach(() => pay(deps));
  const resolve = async (status: 'success' | 'failure', over: { amount?: string } = {}) => {
    const [first] = await operations(deps);
    return resolveOperation(deps, first?.id ?? '', { status, comment, ...over });
  };
  const refund = (over = {}) => refundOrder(deps, 'order-1', key(), over);
  const refundUnanswered = async () => {
    deps.gateway.script.refund = async () => unknown;
    await refund({ amount: '4.00' });
    deps.gateway.script = {};
  };
  const report = (over: Partial<GatewayPayment> = {}) =>
    hear(deps, { method: 'refund', amountMinor: 400, operationId: 'o-1', ...over });
  const notAllowed = (code: string) => ['operation-not-allowed', `operationId: ${code}`];
  const allowed = async () => (await shown()).allowed.refund;

  const DOUBTS: [string, () => Promise<unknown>][] = [
    ['of unknown outcome', refundUnanswered],
    ['of the portal that stays pending', () => report({ status: 'pending' })],
    ['with two ends', async () => [await report(), await report({ status: 'failure' })]],
  ];

  it.each(DOUBTS.flatMap(([what, begin]) => ENDS.map((status) => ({ what, begin, status }))))(
    '$what is resolved as a $status, and the rest may be refunded',
    async ({ begin, status }) => {
      await begin();
      expect(await refusal(refund())).toEqual(['operation-open']);
      expect(await resolve(status)).toMatchObject({ status, amount: '4.00' });
      expect(await review()).toEqual([]);
      expect(await refund()).toMatchObject({
        status: 'success',
        amount: status === 'success' ? '6.10' : '10.10',
      });
    },
  );

  it('with two amounts counts as the larger one until a person states what it moved', async () => {
    await report();
    expect(await report({ amountMinor: 500 })).toBe('in-review');
    const unreadable = resolve('success', { amount: '4.001' });
    expect(await refusal(unreadable)).toEqual(['invalid-input', 'amount: too-many-decimals']);
    expect(await resolve('success', { amount: '4.00' })).toMatchObject({ status: 'success', amount: '4.00' });
    expect([await review(), await allowed()]).toEqual([[], '6.10']);
  });

  it('takes an amount only if its amounts contradict', async () => {
    await refundUnanswered();
    const asked = resolve('success', { amount: '3.00' });
    expect(await refusal(asked)).toEqual(['invalid-input', 'amount: not-in-doubt']);
  });

  it('that was resolved leaves a message, a line in the log and an event', async () => {
    await refundUnanswered();
    await expectTrace('operation', (await resolve('success')).id);
  });

  it('is resolved only if it is open or in review', async () => {
    const input = { status: 'success' as const, comment };
    expect(await refusal(resolveOperation(deps, crypto.randomUUID(), input))).toEqual(['not-found']);
    await report();
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-open'));
  });

  it('is not resolved while its call is in flight: here ever, elsewhere until its deadline', async () => {
    deps.gateway.script.refund = () => new Promise(() => {});
    void refund();
    await expect.poll(() => operations(deps)).toHaveLength(1);
    const [{ id } = { id: '' }] = await operations(deps);
    const elsewhere: TestDeps = { ...deps, ownCalls: new Set() };
    const there = () => resolveOperation(elsewhere, id, { status: 'failure', comment });
    expect(await refusal(there())).toEqual(notAllowed('in-flight'));
    deps.clock.pass(4_000);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('in-flight'));
    expect(await there()).toMatchObject({ status: 'failure' });
  });

  it('that was resolved is in review again if the gateway contradicts, and not if it confirms', async () => {
    await report({ status: 'pending' });
    await resolve('failure');
    expect(await report({ status: 'failure' })).not.toBe('in-review');
    expect(await report()).toBe('in-review');
    expect(await operations(deps)).toMatchObject([{ status: 'unknown' }]);
    expect(await refusal(refund())).toEqual(['operation-open']);
    expect(await resolve('success')).toMatchObject({ status: 'success' });
  });
});
