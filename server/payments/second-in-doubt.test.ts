import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import type { Payment } from './payment.ts';
import { sendReversals } from './reverse.ts';
import { settleByPerson } from './settle-by-person.ts';
import { settleOperationByPerson } from './settle-operation-by-person.ts';
import { hear } from './test-operations.ts';
import { payTwice, reversals, sendLater } from './test-second.ts';
import { createWorld, refused, STORE_SECRETS, unknown, type World } from './test-world.ts';

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
