import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { attemptsLeft } from '../order/paying.ts';
import { UnsendableError } from '../gateway-port.ts';
import { answered, notSent, refused, gatewayPaymentOf } from '../test-gateway.ts';
import { hear, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { payHosted } from '../pay-hosted.ts';
import { openSession } from '../session.ts';

/** Attempts without a payment count neither towards the order's attempts nor as declines. */

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const left = async () => (await openSession(world, signed())).attemptsLeft;
async function payUnsent(times: number): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    expect(await pay(world)).toMatchObject({ status: 'failure', canRetry: true });
  }
}

describe.each([
  ['never left', async () => notSent],
  ['were refused with 429', async () => refused(429)],
  ['were refused over our credentials', async () => refused(401)],
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

it.each([400, 404])('an attempt that the gateway refused with HTTP %i counts', async (status) => {
  world.gateway.script.createDirect = async () => refused(status);
  await pay(world);
  expect(await left()).toBe(9);
});

describe('hosted pages', () => {
  const open = (over: Record<string, unknown> = {}, issuedAt: number | null = null) =>
    payHosted(world, signed(over, issuedAt), {});
  const openAndEnd = async (statusCode: string) => {
    await open();
    const gatewayOrderId = (await world.order()).state.attempts.at(-1)?.gatewayOrderId ?? '';
    expect(await hear(world, { gatewayOrderId, mode: 'hosted', status: 'failure', statusCode })).toBe(
      'applied',
    );
  };

  it.each(['4148', '4149', '6007'])('that ended by %s leave the order payable', async (statusCode) => {
    for (let number = 0; number < 12; number += 1) await openAndEnd(statusCode);
    expect(await left()).toBe(10);
    expect(await pay(world)).toMatchObject({ status: 'success' });
  });

  it('that new prices have cancelled leave the order payable', async () => {
    for (let number = 1; number <= 12; number += 1)
      await open({ amount: `0.${10 + number}` }, 1_700_000_000 + number);
    expect(world.gateway.of('cancelHosted')).toHaveLength(11);
    expect(attemptsLeft((await world.order()).state)).toBe(9);
  });

  it('beyond thirty within ten minutes are rescheduled', async () => {
    for (let number = 0; number < 30; number += 1) await openAndEnd('4148');
    expect(await refusal(open())).toEqual(['gateway-busy']);
    world.clock.pass(601);
    expect(await open()).toMatchObject({ payment: { status: 'init' } });
  });

  it('beyond sixty within a day are rescheduled', async () => {
    for (let number = 0; number < 60; number += 1) {
      await openAndEnd('4148');
      world.clock.pass(60);
    }
    expect(await refusal(open())).toEqual(['gateway-busy']);
    world.clock.pass(86_400);
    expect(await open()).toMatchObject({ payment: { status: 'init' } });
  });

  it('with a card that was declined count', async () => {
    await openAndEnd('4153');
    expect(await left()).toBe(9);
  });
});

it('a direct payment that ended by 4148 counts', async () => {
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { status: 'failure', statusCode: '4148' }));
  await pay(world);
  expect(await left()).toBe(9);
});
