import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { createDirectPayment } from './create-direct.ts';
import type { Payment } from './payment.ts';
import { openSession } from './session.ts';
import { sendReversals } from './reverse.ts';
import { settleByPerson } from './settle-by-person.ts';
import { settleOperationByPerson } from './settle-operation-by-person.ts';
import { hear, key, refusal } from './test-operations.ts';
import { payAgain, payTwice, reversals, sendLater } from './test-second.ts';
import {
  CLIENT,
  createWorld,
  input,
  order,
  refused,
  STORE_SECRETS,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const comment = 'Seen at the portal';
const contradict = async ({ gatewayOrderId }: Payment) =>
  expect(await hear(world, { gatewayOrderId, status: 'failure' })).toBe('held');
const settle = async (payment: Payment, status: 'success' | 'failure') => {
  world.clock.pass(100);
  return settleByPerson(world, payment.id, { status, comment });
};
const say = async (status: 'success' | 'failure') => {
  world.clock.pass(100);
  const [first] = await reversals(world);
  return settleOperationByPerson(world, first?.id ?? '', { status, comment });
};
const again = () => createDirectPayment(world, order(), key(), input(), CLIENT);
const canRetry = async () => (await openSession(world, order())).payment?.canRetry;
const messages = async () => {
  const bodies: { type: string; data: Record<string, unknown> }[] = [];
  for (;;) {
    const [message] = await world.store.messagesToSend('9999', 1);
    if (!message) return bodies;
    bodies.push(JSON.parse(message.body));
    await world.store.messageDelivered(message.id);
  }
};
const refuse = async () => {
  world.gateway.script.refund = async () => refused(429);
  await sendReversals(world);
};
/** The first try was believed lost and paid too little; a person says that it is paid, as the second one is. */
async function secondByPerson(): Promise<Payment> {
  const paying = await payAgain(world);
  expect(await hear(world, { amountMinor: 1000 })).toBe('held');
  await settle(await world.payment(), 'success');
  expect((await world.payment()).held).toBe('order-paid-twice');
  return paying;
}
const tries = async () =>
  (await world.store.paymentsOfOrder('order-1')).map(({ status, held, blocking }) => [
    status,
    held,
    blocking,
  ]);

describe('what was taken for giving a second payment back and was somebody else’s', () => {
  it('has given it back, where a person says so', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await say('failure');
    const createdAt = new Date(world.clock.time - 99_000).toISOString();
    expect(await hear(world, { method: 'refund', operationId: 'o-9', createdAt })).toBe('held');
    await contradict(paying);
    await settle(paying, 'failure');
    await say('failure');
    await sendLater(world, 86_400);
    expect(await tries()).toEqual([
      ['success', 'given-back', false],
      ['failure', null, false],
    ]);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('has given it back, where the call is refused', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => {
      await hear(world, { method: 'refund', operationId: 'o-9' });
      await contradict(paying);
      await settleByPerson(world, paying.id, { status: 'failure', comment });
      return refused(400);
    };
    await sendLater(world, 3_600);
    await sendLater(world, 86_400);
    expect(await tries()).toEqual([
      ['success', 'given-back', false],
      ['failure', null, false],
    ]);
  });

  it('leaves nothing to be written down and told of again', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => {
      await hear(world, { method: 'refund', operationId: 'o-9' });
      return refused(400);
    };
    await sendReversals(world);
    expect((await world.payment()).held).toBe('given-back');
    expect(await reversals(world)).toMatchObject([{ status: 'failure', settledBy: 'refused' }]);
  });
});

describe('a second payment that has failed itself', () => {
  it('is ended by a person where the other one failed, too: the order is free', async () => {
    const paying = await secondByPerson();
    await refuse();
    expect(await hear(world, { status: 'failure' })).toBe('held');
    expect(await hear(world, { status: 'failure', statusCode: '4009' })).toBe('applied');
    await contradict(paying);
    await settle(paying, 'failure');
    expect(await tries()).toEqual([
      ['failure', 'contradicting-ends', true],
      ['failure', null, false],
    ]);
    expect(await canRetry()).toBe(false);
    expect(await refusal(again())).toEqual(['payment-open']);
    await settle(await world.payment(), 'failure');
    expect(await canRetry()).toBe(true);
    expect(await again()).toMatchObject({ status: 'success', held: null });
  });

  it('is not given back any more, as soon as a person says so', async () => {
    await secondByPerson();
    await refuse();
    await hear(world, { status: 'failure' });
    await settle(await world.payment(), 'failure');
    expect(await reversals(world)).toMatchObject([
      {
        status: 'failure',
        settledBy: 'not-sent',
        statusDescription: 'The payment is not given back any more.',
      },
    ]);
  });
});

describe('an order whose second payment was given back and is in doubt', () => {
  it('since then may be paid again where the other one failed', async () => {
    const paying = await secondByPerson();
    await sendReversals(world);
    expect(await hear(world, { status: 'failure' })).toBe('held');
    expect((await tries())[0]).toEqual(['success', 'given-back', false]);
    await contradict(paying);
    await settle(paying, 'failure');
    expect(await canRetry()).toBe(true);
    expect(await again()).toMatchObject({ status: 'success', held: null });
  });

  it('since before then may be so, too', async () => {
    const paying = await secondByPerson();
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    expect(await hear(world, { status: 'failure' })).toBe('held');
    await hear(world, { method: 'refund', operationId: 'o-1', amountMinor: 1000 });
    expect((await tries())[0]).toEqual(['unknown', 'given-back', false]);
    await contradict(paying);
    await settle(paying, 'failure');
    expect((await openSession(world, order())).payment).toMatchObject({ id: paying.id, canRetry: true });
    expect(await again()).toMatchObject({ status: 'success', held: null });
  });
});

describe('the merchant is told', () => {
  it('that the order may be paid again, and that it may not after all', async () => {
    const paying = await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await contradict(paying);
    await settle(paying, 'failure');
    expect((await messages()).at(-1)).toMatchObject({ data: { id: paying.id, canRetry: false } });
    await hear(world, { method: 'refund', operationId: 'o-1' });
    expect((await messages()).at(-1)).toMatchObject({
      type: 'payment.updated',
      data: { id: paying.id, canRetry: true },
    });
    await hear(world, { method: 'refund', operationId: 'o-1', status: 'failure' });
    expect((await messages()).at(-1)).toMatchObject({
      type: 'payment.updated',
      data: { id: paying.id, canRetry: false },
    });
  });

  it('nothing of that while the order is paid', async () => {
    await payTwice(world);
    await messages();
    await sendReversals(world);
    expect((await world.payment()).held).toBe('given-back');
    expect((await messages()).map(({ type }) => type)).toEqual(['operation.updated']);
  });
});
