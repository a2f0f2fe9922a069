import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { refundOrder } from './refund.ts';
import { settleByPerson } from './settle-by-person.ts';
import { hear, key, pay, refusal } from './test-operations.ts';
import { createWorld, STORE_SECRETS, unknown, type World } from './test-world.ts';
import { viewOrder } from './view-order.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  world.gateway.script.createDirect = async () => unknown;
});
afterEach(() => world.store.close());

const settle = async (status: 'success' | 'failure', id?: string) =>
  settleByPerson(world, id ?? (await world.payment()).id, { status, comment: 'Seen at the portal' });
const notAllowed = (code: string) => ['operation-not-allowed', `paymentId: ${code}`];

describe('a person', () => {
  it('ends a payment in doubt as paid: the order is taken', async () => {
    await pay(world);
    expect(await settle('success')).toMatchObject({ status: 'success', canRetry: false });
    expect(await world.payment()).toMatchObject({ settledBy: 'person', blocking: true, askAt: null });
    expect(await refusal(pay(world))).toEqual(['order-paid']);
  });

  it('ends it as failed: the order is free', async () => {
    await pay(world);
    expect(await settle('failure')).toMatchObject({ status: 'failure', canRetry: true });
    world.gateway.script = {};
    expect(await pay(world)).toMatchObject({
      status: 'success',
      gatewayOrderId: expect.not.stringMatching(/^order-1$/),
    });
  });

  it.each(['success', 'failure'] as const)('ends what is held as %s', async (status) => {
    await pay(world);
    expect(await hear(world, { amountMinor: 1 })).toBe('held');
    expect(await settle(status)).toMatchObject({ status });
    expect(await world.payment()).toMatchObject({ held: null, blocking: status === 'success' });
  });

  it.each([{ amountMinor: 100 }, { processed: { amountMinor: 100, currency: 'UAH' } }])(
    'makes no more refundable than was told to be paid: %j',
    async (less) => {
      await pay(world);
      expect(await hear(world, less)).toBe('held');
      await settle('success');
      expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('1.00');
      const refund = (amount: string) => refundOrder(world, 'order-1', key(), { amount });
      expect(await refusal(refund('1.01'))).toEqual(['invalid-input', 'amount: exceeds-refundable']);
      expect(await hear(world, { statusCode: '1000' })).toBe('applied');
      expect((await viewOrder(world, 'order-1')).allowed.refund).toBe('10.10');
    },
  );

  it('leaves his reason in the timeline, a line in the log and a message to the merchant', async () => {
    await pay(world);
    const messages = async () => (await world.store.messagesToSend('9999', 10)).length;
    expect(await messages()).toBe(1);
    await settle('success');
    const { events } = await viewOrder(world, 'order-1');
    expect(events.at(-1)).toMatchObject({
      type: 'news',
      source: 'person',
      status: 'success',
      comment: 'Seen at the portal',
    });
    expect(world.lines.at(-1)).toMatchObject({ level: 'warn' });
    expect(JSON.stringify(world.lines)).not.toContain('portal');
  });

  it('decides only where there is doubt', async () => {
    expect(await refusal(settle('success', crypto.randomUUID()))).toEqual(['payment-not-found']);
    world.gateway.script = {};
    await pay(world);
    expect(await refusal(settle('failure'))).toEqual(notAllowed('not-unknown'));
  });

  it('decides nothing while the call is under way', async () => {
    world.gateway.script.createDirect = () => new Promise(() => {});
    void pay(world);
    while (!(await world.store.findPaymentByGatewayOrderId('order-1'))) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(await refusal(settle('failure'))).toEqual(notAllowed('under-way'));
    world.clock.pass(36);
    expect(await settle('failure')).toMatchObject({ status: 'failure' });
  });

  it('who says of a second payment that it succeeded has it given back', async () => {
    await pay(world);
    await settle('failure');
    world.gateway.script = {};
    await pay(world);
    await hear(world, { amountMinor: 1 });
    expect(await settle('success')).toMatchObject({ status: 'success' });
    expect(await world.payment()).toMatchObject({ held: 'order-paid-twice', blocking: false });
    expect(await world.store.operationsToSend('9999', 10)).toHaveLength(1);
  });
});

describe('the gateway, after a person has decided', () => {
  it.each(['success', 'failure'] as const)('may confirm it: %s', async (status) => {
    await pay(world);
    await settle(status);
    expect(await hear(world, { status })).toBe('applied');
    expect(await world.payment()).toMatchObject({ status, settledBy: 'gateway', held: null });
  });

  it.each([
    ['success', 'failure'],
    ['failure', 'success'],
  ] as const)('that contradicts %s by %s puts it in doubt again', async (said, told) => {
    await pay(world);
    await settle(said);
    expect(await hear(world, { status: told })).toBe('held');
    expect(await world.payment()).toMatchObject({
      status: 'unknown',
      held: 'contradicting-ends',
      blocking: true,
      askAt: expect.any(String),
    });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    expect(await settle(told)).toMatchObject({ status: told });
  });

  it.each(['success', 'failure'] as const)(
    'that tells an earlier state after %s changes nothing',
    async (said) => {
      await pay(world);
      await settle(said);
      expect(await hear(world, { status: 'pending' })).toBe('stale');
      expect(await world.payment()).toMatchObject({ status: said, settledBy: 'person' });
    },
  );
});
