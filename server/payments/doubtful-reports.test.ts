import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { refundOrder } from './operate.ts';
import { resolveOperation, resolvePayment } from './resolve.ts';
import { viewOrder } from './queries/order.ts';
import { answered, refused, gatewayPayment, unknown } from './test-gateway.ts';
import { hear, key, operations, pay, refusal } from './test-world.ts';
import { createWorld, STORE_SECRETS, signed, type World } from './test-world.ts';
import { pollDue } from './workers/poll.ts';

/** Reports that are incomplete, late, or about another payment; and a clock of ours that is set back. */

const HOUR_S = 3_600;
const comment = 'Seen in the portal';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const work = async (seconds: number, times = 1) => {
  for (let count = 0; count < times; count += 1) {
    world.clock.pass(seconds);
    await pollDue(world);
  }
};
const review = async () => (await viewOrder(world, 'order-1')).review.map(({ reason }) => reason);
const allowed = async () => (await viewOrder(world, 'order-1')).allowed.refund;
const at = (ms = world.clock.time) => new Date(ms).toISOString();
const payUnanswered = () => {
  world.gateway.script.createDirect = async () => unknown;
  return pay(world);
};

describe('an underpayment by `processed_amount`', () => {
  const underpaid = { processed: { amountMinor: 100, currency: 'UAH' } };

  it('is not forgotten by a report without it', async () => {
    await payUnanswered();
    expect(await hear(world, underpaid)).toBe('disputed');
    world.gateway.script.readOperation = async () => answered(gatewayPayment());
    await work(10, 5);
    expect(world.gateway.of('readOperation').length).toBeGreaterThan(0);
    await hear(world);
    expect(await world.payment()).toMatchObject({ status: 'unknown', dispute: 'amount-mismatch' });
    expect(await review()).toEqual(['amount-mismatch']);
  });

  it('stays refundable only as far as paid, if it is accepted manually and the gateway confirms it', async () => {
    const { id } = await payUnanswered();
    await hear(world, underpaid);
    world.clock.pass(40);
    await resolvePayment(world, id, { status: 'success', comment });
    expect(await allowed()).toBe('1.00');
    await hear(world);
    expect(await allowed()).toBe('1.00');
    const [code] = await refusal(refundOrder(world, 'order-1', key(), { amount: '1.01' }));
    expect(code).toBe('invalid-input');
  });

  it('is over when the gateway says that all was paid', async () => {
    await payUnanswered();
    await hear(world, underpaid);
    await hear(world, { processed: { amountMinor: 1010, currency: 'UAH' } });
    expect(await review()).toEqual([]);
    expect(await allowed()).toBe('10.10');
  });
});

describe('a `processed_amount` that cannot be read', () => {
  const unread = (id: string | null = null) => ({
    processed: { amountMinor: null, currency: 'UAH' },
    gatewayPaymentId: id,
    unread: 'processed_amount 50.005',
  });

  it('needs review, which shows what the gateway wrote', async () => {
    await payUnanswered();
    expect([await hear(world, unread()), await hear(world)]).toEqual(['disputed', 'disputed']);
    expect(await review()).toEqual(['amount-mismatch']);
    const { events } = await viewOrder(world, 'order-1');
    expect(events.map((event) => event.comment)).toContain(
      'The amount cannot be read: processed_amount 50.005',
    );
  });

  it('changes nothing if it repeats a manually accepted amount', async () => {
    const { id } = await payUnanswered();
    await hear(world, unread('payment-1'));
    world.clock.pass(40);
    await resolvePayment(world, id, { status: 'success', comment });
    expect(await hear(world, unread('payment-1'))).toBe('unchanged');
    const plain = { gatewayPaymentId: 'payment-1' };
    expect([await hear(world, plain), await hear(world, plain)]).toEqual(['applied', 'unchanged']);
    expect(await hear(world, unread('payment-1'))).toBe('unchanged');
    expect(await review()).toEqual([]);
  });

  it.each([
    ['less was paid', { processed: { amountMinor: 100, currency: 'UAH' } }],
    ['the amount is lower', { ...unread(), amountMinor: 900 }],
    ['no amount can be read', { ...unread(), amountMinor: null }],
    ['it is another payment', unread('payment-2')],
  ])('is in doubt again after a person has accepted it where %s', async (_, over) => {
    const { id } = await payUnanswered();
    await hear(world, unread('payment-1'));
    world.clock.pass(40);
    await resolvePayment(world, id, { status: 'success', comment });
    expect(await hear(world, over)).toBe('disputed');
  });
});

describe('another payment under the order’s id', () => {
  it.each([
    ['of the same amount and time', {}],
    ['with a card', { cardMask: '424242******4242' }],
    ['with a payment id', { gatewayPaymentId: 'theirs' }],
  ])('never pays for a hosted payment that was refused with P-409: %s', async (_, over) => {
    world.gateway.script.createHosted = async () => refused(409, 'P-409');
    expect(await refusal(payHosted(world, signed(), {}))).toEqual(['payment-open']);
    const theirs = { mode: 'hosted', createdAt: at(), ...over } as const;
    world.gateway.script.readOperation = async () => answered(gatewayPayment(theirs));
    await work(10, 3);
    await hear(world, theirs);
    expect(await world.payment()).toMatchObject({ status: 'unknown', dispute: 'order-id-exists' });
    expect((await openSession(world, signed())).payment?.status).not.toBe('success');
  });

  it('is ignored after ours was resolved as a failure', async () => {
    world.gateway.script.createDirect = async () => refused(409, 'P-409');
    const { id } = await pay(world);
    world.clock.pass(100);
    await resolvePayment(world, id, { status: 'failure', comment });
    expect(await hear(world, { createdAt: at(0), gatewayPaymentId: 'theirs' })).toBe('ignored');
    expect(await review()).toEqual([]);
    delete world.gateway.script.createDirect;
    expect(await pay(world)).toMatchObject({ status: 'success' });
    await work(HOUR_S);
    expect(world.gateway.of('refund')).toEqual([]);
  });
});

describe('a refund that was given up', () => {
  const done = (createdAt: string) =>
    gatewayPayment({ method: 'refund', operationId: 'op-1', amountMinor: 500, createdAt });

  async function refundUnanswered() {
    await pay(world);
    world.gateway.script.refund = async () => unknown;
    return refundOrder(world, 'order-1', key(), { amount: '5.00' });
  }

  it('as not found becomes a success when the gateway reports it after all', async () => {
    const { id } = await refundUnanswered();
    const sent = at();
    world.gateway.script.readOrder = async () => answered([gatewayPayment()]);
    await work(70, 2);
    expect(await operations(world)).toMatchObject([{ id, status: 'failure' }]);
    await hear(world, done(sent));
    expect(await operations(world)).toMatchObject([{ id, status: 'success', amount: '5.00' }]);
    expect(await review()).toEqual([]);
    expect(await allowed()).toBe('5.10');
  });

  it('by manual resolution is contradicted by that: neither word ends it', async () => {
    const { id } = await refundUnanswered();
    const sent = at();
    world.clock.pass(40);
    await resolveOperation(world, id, { status: 'failure', comment });
    await hear(world, done(sent));
    expect(await operations(world)).toMatchObject([{ id, status: 'unknown' }]);
    expect(await review()).toEqual(['contradicting-ends']);
  });
});

describe('our clock is set back', () => {
  /** The order was written by a clock that was ahead by `seconds`. */
  async function setBack(seconds: number) {
    world.clock.pass(seconds);
    await openSession(world, signed());
    world.clock.pass(-seconds);
  }

  it('by an hour: a payment that is reported with the true time is not disputed', async () => {
    await setBack(HOUR_S);
    await payUnanswered();
    expect(await hear(world, { createdAt: at() })).toBe('applied');
    expect(await world.payment()).toMatchObject({ status: 'success', dispute: null });
  });

  it('by an hour: an unanswered refund that is found with the true time is a success', async () => {
    world.clock.pass(HOUR_S);
    await pay(world);
    world.clock.pass(-HOUR_S);
    const refund = gatewayPayment({
      method: 'refund',
      operationId: 'op-1',
      amountMinor: 500,
      createdAt: at(),
    });
    world.gateway.script.refund = async () => unknown;
    await refundOrder(world, 'order-1', key(), { amount: '5.00' });
    world.gateway.script.readOperation = async (_id, method) =>
      answered(method === 'refund' ? refund : gatewayPayment());
    world.gateway.script.readOrder = async () => answered([gatewayPayment(), refund]);
    await work(1_000, 3);
    expect(await operations(world)).toMatchObject([{ status: 'success', amount: '5.00' }]);
    expect(await review()).toEqual([]);
  });

  it.each([HOUR_S, 24 * HOUR_S])('by %i s: what is open is polled on', async (seconds) => {
    await setBack(seconds);
    await payUnanswered();
    world.gateway.script.readOperation = async () => answered(gatewayPayment());
    await work(60, 2);
    expect(await world.payment()).toMatchObject({ status: 'success', endedBy: 'gateway' });
  });
});
