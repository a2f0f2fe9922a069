import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { type Gateway, UnsendableError } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { payTwice, reversals } from '../test-world.ts';
import { answered, notSent, refused, gatewayPayment, unknown } from '../test-gateway.ts';
import { hear } from '../test-world.ts';
import { createWorld, gate, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const work = async (seconds = 1) => {
  world.clock.pass(seconds);
  await pollDue(world);
};
const refunds = () => world.gateway.calls.filter(({ method }) => method === 'refund');
const statuses = async () => (await reversals(world)).map((one) => one.status);
const refundsAs = (refund: Gateway['refund']) => {
  world.gateway.script.refund = refund;
};
const portal = (over = {}) => hear(world, { method: 'refund', operationId: 'portal', ...over });
const review = async () => (await viewOrder(world, 'order-1')).review;

describe('a reversal that fails', () => {
  /** The times of further reversals, in seconds after the first one. */
  async function askedAt(step: number, until: number): Promise<number[]> {
    await work();
    const start = world.clock.time;
    const at: number[] = [];
    for (let asked = refunds().length; world.clock.time - start < until * 1_000; ) {
      await work(step);
      if (refunds().length > asked) at.push(Math.round((world.clock.time - start) / 1_000));
      asked = refunds().length;
    }
    return at;
  }

  it.each([
    ['was refused for too many requests', async () => refused(429)],
    ['was refused for its credentials', async () => refused(401)],
    ['was refused as of no known payment', async () => refused(404)],
    ['never left', async () => notSent],
  ])('since it %s is requested again five seconds later', async (_why, refund) => {
    await payTwice(world);
    refundsAs(refund);
    await work();
    const before = refunds().length;
    await work(3);
    expect(refunds()).toHaveLength(before);
    world.gateway.script = {};
    await work(3);
    expect((await statuses()).at(-1)).toBe('success');
    expect(refunds()).toHaveLength(before + 1);
  });

  it('for want of a way pauses twice as long each time, up to an hour', async () => {
    await payTwice(world);
    refundsAs(async () => refused(429));
    const at = await askedAt(5, 4 * 3_600);
    const pauses = at.map((one, index) => one - (at[index - 1] ?? 0));
    const least = pauses.map((_, index) => Math.min(5 * 2 ** index, 3_600));
    // The worker runs every five seconds here.
    expect(pauses.filter((pause, index) => pause < (least[index] ?? 0))).toEqual([]);
    expect(pauses.filter((pause, index) => pause > (least[index] ?? 0) + 5)).toEqual([]);
    expect(pauses.length).toBeGreaterThan(10);
  });

  it.each<[string, Gateway['refund'], string | null]>([
    ['refused by the gateway', async () => refused(400, 'P-400'), 'P-400'],
    [
      'against its rules',
      () => Promise.reject(new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }])),
      null,
    ],
    [
      'declined',
      async () =>
        answered(
          gatewayPayment({
            method: 'refund',
            operationId: crypto.randomUUID(),
            status: 'failure',
            statusCode: '4005',
          }),
        ),
      '4005',
    ],
  ])(
    'since it was %s is requested again after a minute, doubling up to a day',
    async (_why, refund, code) => {
      await payTwice(world);
      refundsAs(refund);
      await work();
      for (const minutes of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]) {
        const before = refunds().length;
        await work(minutes * 60 - 2);
        expect(refunds()).toHaveLength(before);
        await work(4);
        expect(refunds()).toHaveLength(before + 1);
      }
      expect((await reversals(world))[0]).toMatchObject({ status: 'failure', statusCode: code });
      const lines = world.lines.filter(({ event }) => event === 'reversal.failed');
      expect(lines).toHaveLength(14);
    },
  );

  it('is made at the next attempt', async () => {
    await payTwice(world);
    refundsAs(async () => refused(400, 'P-400'));
    await work();
    world.gateway.script = {};
    await work(61);
    expect(await statuses()).toEqual(['failure', 'success']);
    await work(86_400);
    expect(refunds()).toHaveLength(2);
  });

  it.each<[string, Awaited<ReturnType<Gateway['refund']>>]>([
    ['failed', answered(gatewayPayment({ method: 'refund', operationId: 'o-2', status: 'failure' }))],
    ['was refused', refused(400, 'P-400')],
  ])('is not requested again where the portal made it during a call that %s', async (_what, end) => {
    await payTwice(world);
    refundsAs(async () => {
      await portal();
      return end;
    });
    await work();
    await work(61);
    await work(86_400);
    expect(refunds()).toHaveLength(1);
    expect(await statuses()).toEqual(['failure']);
    expect(await review()).toEqual([]);
  });

  it('is not requested again where the portal released an authorization during the call', async () => {
    await payTwice(world, { method: 'auth' });
    world.gateway.script.voidAuth = async () => {
      await hear(world, { method: 'void', operationId: 'portal' });
      return answered(gatewayPayment({ method: 'void', operationId: 'o-2', status: 'failure' }));
    };
    await work();
    await work(86_400);
    expect(world.gateway.of('voidAuth')).toHaveLength(1);
  });

  it('and is reported as done after all needs review', async () => {
    await payTwice(world);
    refundsAs(async () =>
      answered(gatewayPayment({ method: 'refund', status: 'failure', operationId: 'o-1' })),
    );
    await work();
    expect(await hear(world, { method: 'refund', operationId: 'o-1' })).toBe('disputed');
    await work(86_400);
    expect(refunds()).toHaveLength(1);
    expect(await review()).toMatchObject([{ reason: 'contradicting-ends' }]);
  });
});

describe('a reversal of unknown outcome', () => {
  beforeEach(async () => {
    await payTwice(world);
    refundsAs(async () => unknown);
    await work();
    expect(await statuses()).toEqual(['unknown']);
  });

  it('is ended by its webhook and not sent again', async () => {
    await work(30);
    expect(refunds()).toHaveLength(1);
    await hear(world, { method: 'refund', statusCode: '1004', operationId: 'o-1' });
    await work(86_400);
    expect(await reversals(world)).toMatchObject([{ status: 'success', statusCode: '1004' }]);
    expect(refunds()).toHaveLength(1);
  });

  it('is ended by what the gateway answers to a query', async () => {
    world.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-1', statusCode: '1004' }));
    await work(61);
    expect(await reversals(world)).toMatchObject([{ status: 'success', statusCode: '1004' }]);
    expect(refunds()).toHaveLength(1);
  });

  it('is requested again only where it never arrived', async () => {
    world.gateway.script = {};
    await work(30);
    expect(await statuses()).toEqual(['unknown']);
    await work(61);
    await work(6);
    expect(await statuses()).toEqual(['failure', 'success']);
    expect(refunds()).toHaveLength(2);
  });

  it.each([{ amountMinor: 500 }, { currency: 'EUR' }, { method: 'void' }])(
    'is not ended by a report of something else: %j',
    async (over) => {
      await hear(world, { method: 'refund', operationId: 'o-1', ...over });
      expect(await statuses()).toEqual(['unknown']);
    },
  );
});

it('a reversal is sent by the process that took it over, and not by one that was held up', async () => {
  await payTwice(world);
  const asleep = gate<null>();
  const { store } = world;
  const held: World['store'] = {
    ...store,
    async append(one) {
      await store.append(one);
      await asleep.promise;
    },
  };
  world.clock.pass(1);
  const first = reconcile({ ...world, store: held, inFlight: new Set() });
  while ((await reversals(world)).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await work(100);
  await work(6);
  expect(refunds()).toHaveLength(1);
  asleep.open(null);
  await first;
  expect(refunds()).toHaveLength(1);
  expect(await statuses()).toEqual(['failure', 'success']);
});
