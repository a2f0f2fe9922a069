import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { openSession } from '../session.ts';
import type { GatewayRefusal, Outcome } from '../gateway-port.ts';
import { answered, notSent, refused, gatewayPayment, unknown } from '../test-gateway.ts';
import { hear, pay, refusal } from '../test-world.ts';
import { createWorld, gate, STORE_SECRETS, signed, type World } from '../test-world.ts';
import { pollAttempt } from './poll-payment.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
  world.gateway.script.createDirect = async () => unknown;
});
afterEach(() => world.store.close());

const poll = async (of = world) => pollAttempt(of, 'order-1', (await world.payment()).id);
const status = async () => (await openSession(world, signed())).payment?.status;
const saying = (means: GatewayRefusal['means'], over: Partial<GatewayRefusal> = {}): Outcome<never> => {
  const plain = { status: 404, documented: true, code: null, message: 'Refused', details: [] };
  return { kind: 'refused', refusal: { ...plain, means, ...over } };
};

describe('a status query', () => {
  it('asks for the kind of payment that was sent', async () => {
    const asked: string[] = [];
    world.gateway.script.readOperation = async (id, operation) => {
      asked.push(`${operation} of ${id}`);
      return answered(gatewayPayment({ method: 'auth' }));
    };
    await pay(world, { method: 'auth' });
    await poll();
    expect(asked).toEqual(['auth of order-1']);
    expect((await openSession(world, signed({ method: 'auth' }))).payment?.status).toBe('success');
  });

  it('is not made of a payment that has ended', async () => {
    world.gateway.script = {};
    await pay(world);
    await poll();
    expect(world.gateway.of('readOperation')).toEqual([]);
  });

  it('ends a payment as not found only after the grace time, counted until it was asked', async () => {
    await pay(world);
    world.gateway.script.readOperation = async () => {
      world.clock.pass(25);
      return saying('not-found');
    };
    world.clock.pass(40);
    await poll();
    expect(await status()).toBe('unknown');
    await poll();
    expect(await status()).toBe('failure');
  });

  it.each([
    ['404 about credentials', saying('credentials')],
    ['401', refused(401)],
    ['404 of which nobody knows what it means', saying('other', { documented: false, message: 'HTTP 404' })],
    ['429', refused(429)],
    ['400', refused(400)],
    ['P-409', refused(400, 'P-409')],
    ['unclear outcome', unknown],
  ])('that ends with %s says nothing of the payment, however old it is', async (_what, outcome) => {
    await pay(world);
    world.gateway.script.readOperation = async () => outcome;
    world.clock.pass(1_000_000);
    await poll();
    expect(await status()).toBe('unknown');
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });

  it.each([
    [
      '401',
      refused(401, 'S-403'),
      ['gateway.query-refused', { orderId: 'order-1', status: 401, code: 'S-403' }],
    ],
    ['no answer', unknown, ['gateway.query-failed', { orderId: 'order-1', reason: 'ECONNRESET' }]],
    ['no connection', notSent, ['gateway.query-failed', { orderId: 'order-1', reason: 'ECONNREFUSED' }]],
    ['no such payment', saying('not-found'), null],
  ])('that ends with %s leaves a line in the log unless it is an answer', async (_what, outcome, line) => {
    await pay(world);
    world.gateway.script.readOperation = async () => outcome;
    const before = world.lines.length;
    await poll();
    const logged = world.lines.slice(before).map(({ event, fields }) => [event, fields]);
    expect(logged).toEqual(line ? [line] : []);
  });

  it('writes nothing down where the gateway no longer knows what it has reported as pending', async () => {
    await pay(world);
    await hear(world, { status: 'pending' });
    const before = await world.order();
    world.gateway.script.readOperation = async () => saying('not-found');
    world.clock.pass(4_000);
    for (let turn = 0; turn < 2; turn += 1) await poll();
    expect(world.gateway.of('readOperation')).toHaveLength(2);
    expect(await world.order()).toEqual(before);
  });

  it('is not answered by a report of another order', async () => {
    await pay(world);
    world.gateway.script.readOperation = async () => answered(gatewayPayment({ gatewayOrderId: 'order-99' }));
    await poll();
    expect(await status()).toBe('unknown');
    expect(world.lines.at(-1)).toMatchObject({ level: 'error' });
  });

  it('is answered by a report that contradicts the request: that is disputed', async () => {
    await pay(world);
    world.gateway.script.readOperation = async () => answered(gatewayPayment({ amountMinor: 1 }));
    await poll();
    expect(await status()).toBe('unknown');
    expect(await world.payment()).toMatchObject({ dispute: 'amount-mismatch' });
  });
});

describe('"no such payment" while a call is in flight', () => {
  it('says nothing of a call of this process', async () => {
    const answer = gate<Outcome<never>>();
    world.gateway.script.createDirect = () => answer.promise;
    const paying = pay(world);
    await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
    world.clock.pass(1_000_000);
    await poll();
    expect(await status()).toBe('unknown');
    answer.open(unknown);
    await paying;
    await poll();
    expect(await status()).toBe('failure');
  });

  it('says nothing of a call of another process before its deadline', async () => {
    world.config.notFoundGraceS = 0;
    world.gateway.script.createDirect = () => new Promise(() => {});
    void pay({ ...world, inFlight: new Set() });
    await expect.poll(() => world.gateway.of('createDirect')).toHaveLength(1);
    world.clock.pass(35);
    await poll();
    expect(await status()).toBe('unknown');
    world.clock.pass(1);
    await poll();
    expect(await status()).toBe('failure');
  });

  it('says nothing of one whose journal lies in the future of this clock', async () => {
    await pay(world);
    world.clock.pass(-3_600);
    await poll();
    expect(await status()).toBe('unknown');
  });
});
