import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { createDirectPayment } from './create-direct.ts';
import { failed, type Operation } from './payment.ts';
import { refundOrder } from './refund.ts';
import { sendReversals } from './reverse.ts';
import { settleOperationByPerson } from './settle-operation-by-person.ts';
import { hear, key, only, operations, pay, refusal, SPLIT } from './test-operations.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  order,
  STORE_SECRETS,
  told,
  unknown,
  type World,
} from './test-world.ts';
import { viewOrder } from './view-order.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const settle = async (status: 'success' | 'failure', of?: Operation) =>
  settleOperationByPerson(world, (of ?? (await only(world))).id, { status, comment: 'Seen at the portal' });
const refund = (amount?: string) =>
  refundOrder(world, 'order-1', key(), amount === undefined ? {} : { amount });
const notAllowed = (code: string) => ['operation-not-allowed', `operationId: ${code}`];
const allowed = async () => (await viewOrder(world, 'order-1')).allowed.refund;

async function refundInDoubt(): Promise<void> {
  await pay(world);
  world.gateway.script.refund = async () => unknown;
  await refund('4.00');
  world.gateway.script = {};
}

describe('a person', () => {
  it.each([
    ['success', '6.10'],
    ['failure', '10.10'],
  ] as const)('ends an operation in doubt as %s, and the rest may be refunded', async (status, rest) => {
    await refundInDoubt();
    expect(await refusal(refund())).toEqual(['operation-open']);
    expect(await settle(status)).toMatchObject({ status, amount: '4.00' });
    expect(await only(world)).toMatchObject({ settledBy: 'person', askAt: null });
    expect(await allowed()).toBe(rest);
    expect(await refund()).toMatchObject({ status: 'success', amount: rest });
  });

  it.each(['success', 'failure'] as const)('ends one that stays pending as %s', async (status) => {
    await pay(world);
    await hear(world, { method: 'refund', operationId: 'o-1', status: 'pending' });
    expect(await settle(status)).toMatchObject({ status });
  });

  it.each(['success', 'failure'] as const)('ends one of two told ends as %s', async (status) => {
    await pay(world);
    await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 400 });
    await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 400, status: 'failure' });
    expect(await settle(status)).toMatchObject({ status });
    expect(await only(world)).toMatchObject({ held: null });
    expect(await allowed()).toBe(status === 'success' ? '6.10' : '10.10');
  });

  it('leaves his reason in the timeline, a line in the log and a message to the merchant', async () => {
    await refundInDoubt();
    await settle('success');
    const { id } = await only(world);
    expect((await viewOrder(world, 'order-1')).events.at(-1)).toMatchObject({
      type: 'news',
      source: 'person',
      operationId: id,
      status: 'success',
      comment: 'Seen at the portal',
    });
    expect(world.lines.at(-1)).toMatchObject({ level: 'warn', fields: { operationId: id } });
    expect(JSON.stringify(world.lines)).not.toContain('portal');
    let last = {};
    for (;;) {
      const [message] = await world.store.messagesToSend('9999', 1);
      if (!message) break;
      last = JSON.parse(message.body) as object;
      await world.store.messageDelivered(message.id);
    }
    expect(last).toMatchObject({ type: 'operation.updated', data: { id, status: 'success' } });
  });

  it('decides only where there is doubt', async () => {
    const stranger = settleOperationByPerson(world, crypto.randomUUID(), { status: 'success', comment: 'x' });
    expect(await refusal(stranger)).toEqual(['not-found']);
    await pay(world);
    await refund();
    expect(await refusal(settle('failure'))).toEqual(notAllowed('not-open'));
  });

  it('decides nothing while the call is under way', async () => {
    await pay(world);
    world.gateway.script.refund = () => new Promise(() => {});
    void refund();
    while ((await operations(world)).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await refusal(settle('failure'))).toEqual(notAllowed('under-way'));
    world.clock.pass(36);
    expect(await settle('failure')).toMatchObject({ status: 'failure' });
  });
});

describe('the gateway, after a person has decided', () => {
  const news = (over = {}) =>
    hear(world, { method: 'refund', amountMinor: 400, operationId: 'o-1', ...over });

  it.each(['success', 'failure'] as const)('may confirm it: %s', async (status) => {
    await refundInDoubt();
    await settle(status);
    expect(await news({ status: 'pending' })).toBe('stale');
    expect(await news({ status })).toBe('applied');
    expect(await only(world)).toMatchObject({ status, settledBy: 'gateway', held: null });
  });

  it.each([
    ['success', 'failure'],
    ['failure', 'success'],
  ] as const)('that contradicts %s by %s puts it in doubt again', async (said, heard) => {
    await refundInDoubt();
    await settle(said);
    expect(await news({ status: heard })).toBe('held');
    expect((await viewOrder(world, 'order-1')).operations).toMatchObject([{ status: 'unknown' }]);
    expect(await refusal(refund())).toEqual(['operation-open']);
    expect(await settle(heard)).toMatchObject({ status: heard });
  });

  it('that tells of a success which he says again is not this one, has told of somebody else’s', async () => {
    await refundInDoubt();
    await settle('failure');
    await news();
    expect(await settle('failure')).toMatchObject({ status: 'failure' });
    expect(await operations(world)).toMatchObject([
      { origin: 'merchant', settledBy: 'person', gatewayOperationId: null, held: null },
      { origin: 'gateway', status: 'success', gatewayOperationId: 'o-1', held: null },
    ]);
    expect(await allowed()).toBe('6.10');
  });
});

describe('a second payment that is given back', () => {
  /** The first try turns out paid after the second has paid. */
  async function payTwice(over: Record<string, unknown> = {}): Promise<void> {
    world.gateway.script.createDirect = async () => unknown;
    world.gateway.script.createSplitDirect = async () => unknown;
    await pay(world, over);
    await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
    world.gateway.script = {};
    await createDirectPayment(world, order(over), key(), input(), CLIENT);
    await hear(world, {});
  }
  const sendAs = async (status: 'pending' | 'failure') => {
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', status, operationId: 'o-1' }));
    await sendReversals(world);
    world.gateway.script = {};
  };
  /** Giving it back fails, and is told as done after all. */
  async function contradicted(): Promise<void> {
    await payTwice();
    await sendAs('failure');
    expect(await hear(world, { method: 'refund', operationId: 'o-1' })).toBe('held');
  }
  const sendLater = async () => {
    world.clock.pass(86_400);
    await sendReversals(world);
  };

  it('by the word of a person is not given back again', async () => {
    await contradicted();
    const [first] = await operations(world);
    await settle('success', first);
    await sendLater();
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect((await operations(world)).map((one) => one.status)).toEqual(['success', 'failure']);
  });

  it('by the word of a person is so not while the next try may be under way', async () => {
    await contradicted();
    const [first, next] = await operations(world);
    if (!next) throw new Error('no second try');
    await world.store.updateOperation({ ...next, sentAt: world.clock.now().toISOString() });
    expect(await refusal(settle('success', first))).toEqual(notAllowed('given-back-again'));
    await world.store.updateOperation({ ...next, status: 'pending' });
    expect(await refusal(settle('success', first))).toEqual(notAllowed('given-back-again'));
  });

  it('is nobody’s to decide while its call may be under way, though it has changed since', async () => {
    await payTwice();
    world.gateway.script.refund = () => new Promise(() => {});
    void sendReversals(world);
    while ((await only(world)).sentAt === null) await new Promise((resolve) => setTimeout(resolve, 1));
    const one = await only(world);
    await world.store.updateOperation({ ...one, updatedAt: '2026-06-15T12:00:01.000Z' });
    expect(await refusal(settle('failure'))).toEqual(notAllowed('under-way'));
    world.clock.pass(36);
    expect(await settle('failure')).toMatchObject({ status: 'failure' });
  });

  it('is, where he says that it was not', async () => {
    await contradicted();
    const [first] = await operations(world);
    await settle('failure', first);
    await sendLater();
    expect(world.gateway.of('refund')).toHaveLength(2);
    expect((await operations(world)).map((one) => one.status)).toEqual(['failure', 'success']);
  });

  it('is, where he says so of a try that stays pending', async () => {
    await payTwice();
    await sendAs('pending');
    await settle('failure');
    await sendLater();
    expect(world.gateway.of('refund')).toHaveLength(2);
    expect((await operations(world)).map((one) => one.status)).toEqual(['failure', 'success']);
  });

  it('by the word of a person is so over what was left of it, where it waits for being sent', async () => {
    await payTwice();
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 300 });
    const [waiting] = await operations(world);
    await hear(world, { method: 'refund', operationId: 'pending', amountMinor: 100, status: 'pending' });
    expect(await settle('success', waiting)).toMatchObject({ status: 'success', amount: '6.10' });
    await hear(world, { method: 'refund', operationId: 'pending', amountMinor: 100 });
    expect(await world.payment()).toMatchObject({ held: 'given-back' });
    await sendLater();
    expect(world.gateway.of('refund')).toEqual([]);
  });

  it('is so without shares, where whose are left is not known', async () => {
    await payTwice({ split: SPLIT });
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 300 });
    const [waiting] = await operations(world);
    expect(await settle('success', waiting)).toMatchObject({ amount: '7.10', split: null });
    expect(await world.payment()).toMatchObject({ held: 'given-back' });
  });
});
