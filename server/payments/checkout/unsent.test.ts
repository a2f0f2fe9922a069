import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { UnsendableError } from '../ports/gateway.ts';
import { answered, notSent, refused, gatewayPaymentOf } from '../test-gateway.ts';
import { pay, refusal } from '../test-operations.ts';
import { createWorld, STORE_SECRETS, stated, type World } from '../test-world.ts';
import { openSession } from './session.ts';

/** Attempts that never reached the gateway, or found it too busy, count neither as tries nor as declines. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const left = async () => (await openSession(world, stated())).attemptsLeft;
async function payUnsent(times: number): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    expect(await pay(world)).toMatchObject({ status: 'failure', canRetry: true });
  }
}

describe.each([
  ['never left', async () => notSent],
  ['were refused with 429', async () => refused(429)],
  [
    'broke the rules of the gateway',
    () => Promise.reject(new UnsendableError('The request', [{ field: 'mcc', rule: 'format' }])),
  ],
])('attempts that %s', (_what, createDirect) => {
  it('leave the order payable, however many they are', async () => {
    world.gateway.script = { createDirect };
    await payUnsent(25);
    expect(await left()).toBe(10);
    world.gateway.script = {};
    expect(await pay(world)).toMatchObject({ status: 'success' });
    const used = world.gateway.of('createDirect');
    expect(new Set(used).size).toBe(26);
    expect(used.every((id) => id.length <= 32)).toBe(true);
  });

  it('beyond thirty within ten minutes are rescheduled, and the order is payable later', async () => {
    world.gateway.script = { createDirect };
    await payUnsent(30);
    const { length } = world.gateway.calls;
    await expect(pay(world)).rejects.toMatchObject({ code: 'gateway-busy', retryAfterS: 60 });
    expect(world.gateway.calls).toHaveLength(length);
    expect(await left()).toBe(10);
    world.gateway.script = {};
    world.clock.pass(601);
    expect(await pay(world)).toMatchObject({ status: 'success' });
  });
});

it('attempts that reached the gateway count beside those that did not', async () => {
  for (let number = 0; number < 10; number += 1) {
    world.gateway.script.createDirect = async () => notSent;
    await pay(world);
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'failure' }));
    await pay(world);
    expect(await left()).toBe(9 - number);
  }
  expect(await refusal(pay(world))).toEqual(['too-many-attempts']);
});

it.each([400, 401, 404])('an attempt that the gateway refused with HTTP %i counts', async (status) => {
  world.gateway.script.createDirect = async () => refused(status);
  await pay(world);
  expect(await left()).toBe(9);
});
