import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { reconcileOperations } from './ask-operations.ts';
import { UnsendableError } from './ports.ts';
import { sendReversals } from './reverse.ts';
import { settleOperationByPerson } from './settle-operation-by-person.ts';
import { hear } from './test-operations.ts';
import { payTwice, reversal, reversals, sendLater } from './test-second.ts';
import {
  answered,
  createWorld,
  gate,
  notSent,
  refused,
  STORE_SECRETS,
  told,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

describe('giving back, when the gateway is in trouble', () => {
  it.each([401, 404, 405, 406, 429])('is sent again after HTTP %i', async (status) => {
    await payTwice(world);
    world.gateway.script.refund = async () => refused(status);
    await sendReversals(world);
    world.gateway.script = {};
    await sendLater(world);
    expect(await reversal(world)).toMatchObject({ status: 'success' });
  });

  it('waits twice as long each time, up to an hour', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => refused(429);
    const sent: number[] = [];
    const start = world.clock.time;
    for (let second = 0; second < 4 * 3_600; second += 5) {
      const before = world.gateway.of('refund').length;
      await sendReversals(world);
      if (world.gateway.of('refund').length > before) sent.push((world.clock.time - start) / 1_000);
      world.clock.pass(5);
    }
    expect(sent).toEqual([0, 5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 8_720, 12_320]);
  });

  it('is tried anew under another operation where the gateway answers that it failed', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', status: 'failure', statusCode: '4005', operationId: 'o-1' }));
    await sendReversals(world);
    await sendReversals(world);
    expect(world.gateway.of('refund')).toHaveLength(1);
    world.gateway.script = {};
    await sendLater(world, 60);
    await sendLater(world, 86_400);
    expect(world.gateway.of('refund')).toHaveLength(2);
    const all = await world.store.operationsOfPayment((await world.payment()).id);
    expect(all.map((one) => [one.origin, one.status])).toEqual([
      ['reversal', 'failure'],
      ['reversal', 'success'],
    ]);
  });

  it.each([
    ['refused by the gateway', async () => refused(400, 'P-400'), 'P-400'],
    [
      'against its rules',
      () => Promise.reject(new UnsendableError('no', [{ field: 'comment', rule: 'too-long' }])),
      null,
    ],
  ])('that is %s is tried anew, after a pause that doubles up to a day', async (_what, refund, code) => {
    await payTwice(world);
    world.gateway.script.refund = refund;
    await sendReversals(world);
    const minutes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440];
    for (const [index, pause] of minutes.entries()) {
      await sendLater(world, pause * 60 - 1);
      expect(world.gateway.of('refund')).toHaveLength(index + 1);
      await sendLater(world, 1);
      expect(world.gateway.of('refund')).toHaveLength(index + 2);
    }
    const all = await reversals(world);
    expect(all[0]).toMatchObject({ status: 'failure', settledBy: 'refused', statusCode: code });
    expect(all.at(-1)).toMatchObject({ status: 'unknown', sentAt: null });
    const errors = world.lines.filter(({ message }) => message.startsWith('giving back a second'));
    expect(errors).toHaveLength(minutes.length + 1);
  });

  it('that was refused is given back at the next try', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => refused(400, 'P-400');
    await sendReversals(world);
    world.gateway.script = {};
    await sendLater(world, 60);
    expect((await reversals(world)).map((one) => one.status)).toEqual(['failure', 'success']);
  });

  it.each(['success', 'failure'] as const)(
    'that was refused ends by the word of a person, or goes on: %s',
    async (status) => {
      await payTwice(world);
      world.gateway.script.refund = async () => refused(400, 'P-400');
      await sendReversals(world);
      world.gateway.script = {};
      const waiting = (await reversals(world)).at(-1);
      await settleOperationByPerson(world, waiting?.id ?? '', { status, comment: 'Seen at the portal' });
      await sendLater(world, 60);
      expect(world.gateway.of('refund')).toHaveLength(status === 'success' ? 1 : 2);
      await sendLater(world, 86_400);
      expect(world.gateway.of('refund')).toHaveLength(status === 'success' ? 1 : 2);
      expect(await world.payment()).toMatchObject({ held: 'given-back' });
    },
  );

  it.each([
    ['has failed', answered(told({ method: 'refund', operationId: 'o-2', status: 'failure' }))],
    ['was refused', refused(400, 'P-400')],
  ])(
    'is not asked for again where the portal has given it back during a call that %s',
    async (_what, end) => {
      await payTwice(world);
      world.gateway.script.refund = async () => {
        await hear(world, { method: 'refund', operationId: 'portal' });
        return end;
      };
      await sendReversals(world);
      await sendLater(world, 61);
      await sendLater(world, 86_400);
      expect(world.gateway.of('refund')).toHaveLength(1);
      expect((await reversals(world)).every((one) => one.status === 'failure')).toBe(true);
      expect(await world.payment()).toMatchObject({ held: 'given-back' });
    },
  );

  it('is not asked for again where the portal has released an auth during the call', async () => {
    await payTwice(world, 'auth');
    world.gateway.script.voidAuth = async () => {
      await hear(world, { method: 'void', operationId: 'portal' });
      return answered(told({ method: 'void', operationId: 'o-2', status: 'failure' }));
    };
    await sendReversals(world);
    await sendLater(world, 86_400);
    expect(world.gateway.of('voidAuth')).toHaveLength(1);
    expect(await world.payment()).toMatchObject({ held: 'given-back' });
  });

  it('in part only calls a person', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', operationId: 'o-1', amountMinor: 300 }));
    await sendReversals(world);
    await sendLater(world, 86_400);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await world.payment()).toMatchObject({ held: 'order-paid-twice' });
    expect(world.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'a second payment was given back in part only: a person has to',
      }),
    );
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 710 });
    expect(await world.payment()).toMatchObject({ held: 'given-back' });
  });

  it('is not tried anew while a person has to say whether it had succeeded after all', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', status: 'failure', operationId: 'o-1' }));
    await sendReversals(world);
    expect(await hear(world, { method: 'refund', operationId: 'o-1' })).toBe('held');
    await sendLater(world, 60);
    await sendLater(world, 86_400);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('told as pending before it was sent is not sent, and asked about', async () => {
    await payTwice(world);
    await hear(world, { method: 'refund', operationId: 'portal', status: 'pending' });
    await sendReversals(world);
    expect(world.gateway.of('refund')).toEqual([]);
    world.clock.pass(61);
    world.gateway.script.readOperation = async () =>
      answered(told({ method: 'refund', operationId: 'portal' }));
    await reconcileOperations(world);
    expect(await reversal(world)).toMatchObject({ status: 'success' });
  });

  it('tells the merchant nothing while nothing changes', async () => {
    await payTwice(world);
    const count = async () => {
      let messages = 0;
      for (;;) {
        const [message] = await world.store.messagesToSend('9999', 1);
        if (!message) return messages;
        await world.store.messageDelivered(message.id);
        messages += 1;
      }
    };
    await count();
    world.gateway.script.refund = async () => notSent;
    await sendReversals(world);
    await sendLater(world);
    expect(world.gateway.of('refund').length).toBeGreaterThan(1);
    expect(await count()).toBe(0);
  });

  it('calls a person where the gateway answers that it failed', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => answered(told({ method: 'refund', status: 'failure' }));
    await sendReversals(world);
    expect(world.lines.at(-1)).toMatchObject({
      level: 'error',
      message: 'a second payment was not given back: it is tried again later',
    });
  });

  it('does not believe an answer about another order', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () =>
      answered(told({ method: 'refund', gatewayOrderId: 'order-99' }));
    await sendReversals(world);
    expect(await reversal(world)).toMatchObject({ status: 'unknown' });
  });

  it('of unknown outcome is asked about, and sent again only where it never arrived', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await reconcileOperations(world);
    expect(world.gateway.of('readOperation')).toEqual([]);
    world.clock.pass(61);
    await reconcileOperations(world);
    expect(world.gateway.of('readOperation')).toEqual(['order-1']);
    world.gateway.script = {};
    await sendReversals(world);
    expect(await reversal(world)).toMatchObject({ status: 'success' });
    expect(world.gateway.of('refund')).toHaveLength(2);
  });

  it('is sent by the process that took it over, and not by one that was held up before', async () => {
    await payTwice(world);
    const asleep = gate<null>();
    const { store } = world;
    const held: World['store'] = {
      ...store,
      async transaction(run) {
        const done = await store.transaction(run);
        await asleep.promise;
        return done;
      },
    };
    const first = sendReversals({ ...world, store: held });
    while ((await reversal(world)).sentAt === null) await new Promise((resolve) => setTimeout(resolve, 1));
    world.clock.pass(100);
    await reconcileOperations(world);
    world.gateway.script.refund = async () => {
      asleep.open(null);
      await first;
      return unknown;
    };
    await sendLater(world);
    expect((await reversal(world)).sentAt).toBe(world.clock.now().toISOString());
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('of unknown outcome is settled by what the gateway says', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    world.clock.pass(61);
    world.gateway.script.readOperation = async () => answered(told({ method: 'refund', statusCode: '1004' }));
    await reconcileOperations(world);
    await sendReversals(world);
    expect(await reversal(world)).toMatchObject({ status: 'success', statusCode: '1004' });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('that is pending is asked about too', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => answered(told({ method: 'refund', status: 'pending' }));
    await sendReversals(world);
    world.clock.pass(61);
    world.gateway.script.readOperation = async () => answered(told({ method: 'refund' }));
    await reconcileOperations(world);
    expect(await reversal(world)).toMatchObject({ status: 'success' });
  });
});
