import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { listReview } from '../queries/lists.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from '../test-gateway.ts';
import { createWorld, hear, payTwice, reversals, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const reasons = async () => (await listReview(world, {})).data.map(({ reason }) => reason);
const statuses = async () => (await reversals(world)).map(({ status }) => status);

/** Polls after so many seconds. */
async function later(seconds: number): Promise<void> {
  world.clock.pass(seconds);
  await pollDue(world);
}

describe('a duplicate payment', () => {
  it.each([
    ['purchase', 'refund', 'refund'],
    ['auth', 'void', 'voidAuth'],
  ] as const)('that is a %s goes back in full by a %s, once', async (method, operation, call) => {
    await payTwice(world, { method });
    await pollDue(world);
    await later(3_600);
    expect(await reversals(world)).toMatchObject([{ method: operation, amount: '10.10', status: 'success' }]);
    expect(world.gateway.of(call)).toEqual(['order-1']);
    expect(world.gateway.calls.find((one) => one.method === call)?.request?.amountMinor).toBeUndefined();
  });

  it('states its amount where the gateway took another', async () => {
    const paying = await payTwice(world);
    expect(paying.status).toBe('success');
    await hear(world, { amountMinor: 1110, statusCode: '1000' });
    await pollDue(world);
    expect(world.gateway.calls.find((one) => one.method === 'refund')?.request?.amountMinor).toBe(1010);
  });

  it('of which a part was refunded in the portal waits for a person', async () => {
    await payTwice(world);
    await hear(world, { method: 'refund', amountMinor: 300, operationId: 'portal' });
    await pollDue(world);
    expect(await reversals(world)).toEqual([]);
    expect(await reasons()).toEqual(['duplicate']);
  });

  it('of another project of the gateway waits for a person, and nothing is sent', async () => {
    await payTwice(world);
    world.config.posId = '11111111-1111-4111-8111-111111111111';
    await pollDue(world);
    expect(world.gateway.of('refund')).toEqual([]);
  });

  it('is reversed once by two companions', async () => {
    await payTwice(world);
    await Promise.all([pollDue(world), pollDue({ ...world, inFlight: new Set() })]);
    expect(world.gateway.of('refund')).toEqual(['order-1']);
  });
});

describe('a reversal', () => {
  it.each([
    ['never left', notSent],
    ['was refused', refused(400)],
    ['came at a busy time', refused(429)],
  ])('that %s is requested again after a minute', async (_name, outcome) => {
    await payTwice(world);
    world.gateway.script.refund = async () => outcome;
    await pollDue(world);
    await later(30);
    expect(await statuses()).toEqual(['failure']);
    world.gateway.script = {};
    await later(31);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('that was declined five times waits for a person', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', status: 'failure', operationId: crypto.randomUUID() }));
    for (const seconds of [0, 61, 121, 241, 481, 961]) await later(seconds);
    expect(await statuses()).toEqual(Array(5).fill('failure'));
    expect(await reasons()).toEqual(['duplicate']);
  });

  it('of unknown outcome is not sent again, and is ended by its webhook', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    world.gateway.script.readOperation = async () => unknown;
    world.gateway.script.readOrder = async () => unknown;
    await pollDue(world);
    await later(3_600);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await statuses()).toEqual(['unknown']);
    await hear(world, { method: 'refund', operationId: 'late' });
    world.gateway.script.readOrder = async () =>
      answered([gatewayPayment(), gatewayPayment({ method: 'refund', operationId: 'late' })]);
    await later(3_600);
    expect(await statuses()).toEqual(['success']);
  });
});
