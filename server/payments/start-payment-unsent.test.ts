import { describe, expect, it } from 'vitest';
import { UnsendableError } from './gateway-port.ts';
import { notSent, refused } from './test-gateway.ts';
import { hear, pay, refusal, signed } from './test-world.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { answers, withWorld, world } from './test-running-world.ts';

/** Attempts without a payment count neither towards the order's attempts nor as declines. */

withWorld();

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
});

it('attempts that reached the gateway count beside those that did not', async () => {
  for (let number = 0; number < 10; number += 1) {
    world.gateway.script.createDirect = async () => notSent;
    await pay(world);
    answers({ status: 'failure' });
    await pay(world);
    expect(await left()).toBe(9 - number);
  }
  expect(await refusal(pay(world))).toEqual(['too-many-attempts']);
});

describe('hosted pages', () => {
  const open = (over: Record<string, unknown> = {}, issuedAt: number | null = null) =>
    payHosted(world, signed(over, issuedAt), {});
  const openAndEnd = async (statusCode: string) => {
    await open();
    const gatewayOrderId = (await world.order()).state.payments.at(-1)?.gatewayOrderId ?? '';
    expect(await hear(world, { gatewayOrderId, mode: 'hosted', status: 'failure', statusCode })).toBe(
      'applied',
    );
  };

  it.each(['4148', '4149', '6007'])('that ended by %s leave the order payable', async (statusCode) => {
    for (let number = 0; number < 12; number += 1) await openAndEnd(statusCode);
    expect(await left()).toBe(10);
    expect(await pay(world)).toMatchObject({ status: 'success' });
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
