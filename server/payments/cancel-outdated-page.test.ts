import { beforeEach, describe, expect, it } from 'vitest';
import { answered, gatewayPayment, notSent } from './test-gateway.ts';
import { signed } from './test-world.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { withWorld, work, world } from './test-running-world.ts';

/** A hosted page over terms that the order no longer has: its cancel is tried until it succeeds. */

withWorld();

const FIRST = Date.UTC(2026, 5, 15, 11) / 1_000;
const DEAR = signed({ amount: '1000.00' }, FIRST + 600);
const cancels = () => world.gateway.of('cancelHosted').length;
const cancelled = async () =>
  answered([gatewayPayment({ mode: 'hosted', status: 'failure', statusCode: '6007' })]);

describe('a hosted page over other terms whose cancel did not reach the gateway', () => {
  beforeEach(async () => {
    await payHosted(world, signed({}, FIRST), {});
    world.gateway.script.cancelHosted = async () => notSent;
    await openSession(world, DEAR);
    expect((await world.payment()).status).toBe('init');
    world.gateway.script.cancelHosted = cancelled;
    world.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ mode: 'hosted', status: 'init' }));
  });

  it('is cancelled when the page is loaded again with the same token', async () => {
    await openSession(world, DEAR);
    expect((await world.payment()).status).toBe('failure');
  });

  it('is cancelled without any customer', async () => {
    await work(11);
    expect((await world.payment()).status).toBe('failure');
  });
});

it('a page over other terms is cancelled once by two sessions at the same time', async () => {
  await payHosted(world, signed({}, FIRST), {});
  const sessions = await Promise.all([openSession(world, DEAR), openSession(world, DEAR)]);
  expect(sessions.map(({ payment }) => payment?.status)).toEqual(['failure', 'failure']);
  expect(cancels()).toBe(1);
});

describe('an old page over other terms', () => {
  it('is cancelled within an hour, though unpaid pages of that age are polled once in days', async () => {
    await payHosted(world, signed({}, FIRST), {});
    world.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ mode: 'hosted', status: 'init' }));
    await work(8 * 86_400);
    world.gateway.script.cancelHosted = async () => notSent;
    await openSession(world, DEAR);
    world.gateway.script.cancelHosted = cancelled;
    await work(3_601);
    expect((await world.payment()).status).toBe('failure');
  });

  it('over the terms of its order stays open', async () => {
    await payHosted(world, signed({}, FIRST), {});
    await work(11);
    await openSession(world, signed({}, FIRST + 600));
    expect(cancels()).toBe(0);
  });
});
