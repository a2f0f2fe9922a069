import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { refundOrder } from '../operate.ts';
import { resolveOperation } from '../resolve.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPayment, refused, unknown } from '../test-gateway.ts';
import { hear, key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

/** Refunds that the gateway answers, reports or lists without an operation id. */

const DAY_S = 86_400;
const A_DAY_OF_POLLS = [0, 5, 30, 60, 100, 4_000, DAY_S];

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  await pay(world);
});
afterEach(() => world.store.close());

const refundOf = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  gatewayPayment({ method: 'refund', amountMinor: 300, operationId, ...over });
const timeAfter = (seconds: number) => new Date(world.clock.time + seconds * 1_000).toISOString();
const allowed = async () => (await viewOrder(world, 'order-1')).allowed.refund;

/** Refunds 3.00, which the gateway answers as given. */
const refund = (answer: GatewayPayment | null) => {
  world.gateway.script.refund = async () => (answer ? answered(answer) : unknown);
  return refundOrder(world, 'order-1', key(), { amount: '3.00' });
};

/** Polls for a day, while the gateway answers endpoint 12 with the last and lists all. */
async function pollFor(...all: GatewayPayment[]): Promise<void> {
  const last = all.at(-1);
  world.gateway.script.readOperation = async (_id, method) =>
    last && method === 'refund' ? answered(last) : refused(404, 'S-404');
  world.gateway.script.readOrder = async () => answered([gatewayPayment(), ...all.filter(isNamed)]);
  for (const seconds of A_DAY_OF_POLLS) {
    world.clock.pass(seconds);
    await pollDue(world);
  }
}
const isNamed = ({ operationId }: GatewayPayment) => operationId !== null;

/** All operations, ours as R1, R2 in the order of their requests. */
async function shown(): Promise<string[]> {
  const ids = (await world.order()).state.requests.map((one) => one.id);
  return (await operations(world)).map(({ id, amount, status }) => {
    const index = ids.indexOf(id);
    return `${index < 0 ? 'portal' : `R${index + 1}`} ${amount} ${status}`;
  });
}

it('a refund of unknown outcome is not given up while endpoint 12 repeats, without an id, that one is done', async () => {
  await refund(null);
  await hear(world, refundOf(null));
  await pollFor(refundOf(null));
  expect(await shown()).toEqual(['R1 3.00 unknown']);
  expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual(['operation-open']);
});

it('operations without an id are stored once, though endpoint 12 alternates between them', async () => {
  await refund(null);
  await pollFor(refundOf(null), refundOf(null, { status: 'pending' }));
  await pollFor(refundOf(null));
  const { entries } = await world.order();
  await pollFor(refundOf(null, { status: 'pending' }));
  await pollFor(refundOf(null));
  expect((await world.order()).entries).toEqual(entries);
});

describe('a refund that was answered without an id', () => {
  it.each([0, 1_800, -1_800])(
    'is the one that is reported later, and counts once, with a clock that is off by %i s',
    async (offset) => {
      const done = refundOf(null, { createdAt: timeAfter(offset) });
      await refund(done);
      world.clock.pass(7_200);
      await hear(world, { ...done, operationId: 'ours' });
      expect([await shown(), await allowed()]).toEqual([['R1 3.00 success'], '7.10']);
    },
  );

  it('is not the one that the portal makes the next day: no more is refunded than is left', async () => {
    const first = refundOf(null, { createdAt: timeAfter(0) });
    await refund(first);
    await hear(world, first);
    await pollFor(first);
    const second = refundOf('portal', { createdAt: timeAfter(0) });
    await hear(world, second);
    await pollFor(second);
    expect([await shown(), await allowed()]).toEqual([['R1 3.00 success', 'portal 3.00 success'], '4.10']);
    const more = refundOrder(world, 'order-1', key(), { amount: '7.10' });
    expect(await refusal(more)).toEqual(['invalid-input', 'amount: exceeds-refundable']);
  });

  it('is not the one that the portal made before, whose webhook comes during our call', async () => {
    world.clock.pass(3_600);
    const earlier = refundOf('portal', { createdAt: timeAfter(-600) });
    world.gateway.script.refund = async () => {
      await hear(world, earlier);
      return answered(refundOf(null, { createdAt: timeAfter(0) }));
    };
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    await pollFor(refundOf(null, { createdAt: timeAfter(0) }));
    expect(await allowed()).toBe('4.10');
  });

  it('leaves to a later refund the operation of that one’s time', async () => {
    const first = refundOf(null, { createdAt: timeAfter(0) });
    await refund(first);
    await pollFor(first);
    await refund(null);
    const second = refundOf('of-second', { createdAt: timeAfter(0) });
    await hear(world, second);
    await pollFor(second);
    expect(await shown()).toEqual(['R1 3.00 success', 'R2 3.00 success']);
  });

  it.each([
    ['was not found', async () => {}],
    [
      'a person has resolved as failed',
      (id: string) => resolveOperation(world, id, { status: 'failure', comment: 'not in the portal' }),
    ],
  ])(
    'does not take the place of a later one that %s when the portal refunds the next day',
    async (_what, end) => {
      const first = refundOf('of-first', { createdAt: timeAfter(0) });
      await refund({ ...first, operationId: null });
      world.clock.pass(20);
      const { id } = await refund(null);
      await hear(world, first);
      await end(id);
      await pollFor(first);
      const before = await shown();
      expect(before).toEqual(['R1 3.00 success', 'R2 3.00 failure']);
      const portal = refundOf('portal', { createdAt: timeAfter(0) });
      await hear(world, portal);
      await pollFor(first, portal);
      expect(await shown()).toEqual([...before, 'portal 3.00 success']);
      expect((await viewOrder(world, 'order-1')).review).toEqual([]);
    },
  );
});

it('a refund that a person has confirmed is not the one that the portal makes the next day', async () => {
  const { id } = await refund(null);
  await pollFor(refundOf(null, { createdAt: timeAfter(0) }));
  await resolveOperation(world, id, { status: 'success', comment: 'the portal shows it' });
  await hear(world, refundOf('portal', { createdAt: timeAfter(0) }));
  expect(await allowed()).toBe('4.10');
});
