import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { createDirectPayment } from './create-direct.ts';
import { createHostedPayment } from './create-hosted.ts';
import { sendReversals } from './reverse.ts';
import { openSession } from './session.ts';
import { settleByPerson } from './settle-by-person.ts';
import { ANNA, BORYS, hear } from './test-operations.ts';
import { payTwice, reversal, sendLater } from './test-second.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  notSent,
  order,
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

describe('an order paid twice', () => {
  it.each([
    ['purchase', 'refund'],
    ['auth', 'voidAuth'],
  ] as const)('by %s gives the later payment back by %s, once, as a whole', async (method, call) => {
    await payTwice(world, method);
    await sendReversals(world);
    await sendReversals(world);
    expect(world.gateway.of(call)).toEqual(['order-1']);
    const sent = world.gateway.calls.at(-1)?.request;
    expect(sent).toMatchObject({ currency: 'UAH', comment: 'Order order-1 was paid twice' });
    expect(sent).toMatchObject({ serverUrl: 'https://pay.shop.example/pay/webhook' });
  });

  it('is reported: in the log, to the merchant, and the payment is marked', async () => {
    await payTwice(world);
    expect(world.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'order paid twice: the later payment is given back',
      }),
    );
    expect(await world.payment()).toMatchObject({ status: 'success', held: 'order-paid-twice' });
    const bodies: { type: string; data: { method: string; status: string; amount: string } }[] = [];
    for (;;) {
      const [message] = await world.store.messagesToSend('9999', 1);
      if (!message) break;
      bodies.push(JSON.parse(message.body));
      await world.store.messageDelivered(message.id);
    }
    expect(bodies.at(-1)).toMatchObject({
      type: 'operation.updated',
      data: { orderId: 'order-1', method: 'refund', status: 'unknown', amount: '10.10', currency: 'UAH' },
    });
  });

  it('shows the customer the payment that stays', async () => {
    await payTwice(world);
    const { payment } = await openSession(world, order());
    expect(payment).toMatchObject({ status: 'success', canRetry: false });
    expect(payment?.id).not.toBe((await world.payment()).id);
  });

  it('by lookup returns nothing', async () => {
    await payTwice(world, 'lookup');
    expect(await world.store.operationsToSend('9999', 10)).toEqual([]);
    expect(await world.payment()).toMatchObject({ held: 'order-paid-twice' });
  });

  it('is given back once however often its success is told', async () => {
    await createHostedPayment(world, order(), {});
    await createDirectPayment(world, order(), 'key-00001', input(), CLIENT);
    await hear(world, { mode: 'hosted' });
    const { id } = await world.payment();
    await settleByPerson(world, id, { status: 'success', comment: 'Seen at the portal' });
    await sendReversals(world);
    expect(await hear(world, { mode: 'hosted', statusCode: '1000' })).toBe('applied');
    await sendReversals(world);
    expect(await reversal(world)).toMatchObject({ status: 'success' });
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('stays marked where contradicting news comes later', async () => {
    await payTwice(world);
    await hear(world, { status: 'failure' });
    expect(await world.payment()).toMatchObject({ status: 'success', held: 'order-paid-twice' });
  });
});

describe('giving back', () => {
  it('a divided payment returns every share', async () => {
    const split = [
      { subMerchantId: ANNA, amount: '7.00' },
      { subMerchantId: BORYS, amount: '3.10' },
    ];
    await payTwice(world, 'purchase', { split });
    await sendReversals(world);
    expect(world.gateway.of('splitRefund')).toEqual(['order-1']);
    expect(world.gateway.calls.at(-1)?.request).toMatchObject({
      amountMinor: 1010,
      split: [
        { subMerchantId: ANNA, amountMinor: 700 },
        { subMerchantId: BORYS, amountMinor: 310 },
      ],
    });
    expect(await reversal(world)).toMatchObject({ status: 'success' });
  });

  it('is settled by the answer', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => answered(told({ method: 'refund', statusCode: '1004' }));
    await sendReversals(world);
    expect(await reversal(world)).toMatchObject({ status: 'success', statusCode: '1004' });
  });

  it('is sent again where it never left', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => notSent;
    await sendReversals(world);
    expect(await reversal(world)).toMatchObject({ status: 'unknown', sentAt: null });
    world.gateway.script = {};
    await sendLater(world);
    expect(await reversal(world)).toMatchObject({ status: 'success' });
  });

  it('is not sent again where nobody knows, until its webhook settles it', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await sendReversals(world);
    await sendReversals(world);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await reversal(world)).toMatchObject({ status: 'unknown' });
    await hear(world, { method: 'refund', statusCode: '1004', operationId: 'o-1' });
    expect(await reversal(world)).toMatchObject({ status: 'success', statusCode: '1004' });
  });

  it('is left out where a person has returned the whole before', async () => {
    await payTwice(world);
    await hear(world, { method: 'refund', operationId: 'portal' });
    await sendReversals(world);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await reversal(world)).toMatchObject({ status: 'success', sentAt: null });
  });

  it('asks for what is left where a part was given back at the portal', async () => {
    await payTwice(world);
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 300 });
    await sendReversals(world);
    expect(world.gateway.calls.at(-1)?.request).toMatchObject({ amountMinor: 710 });
    expect(await reversal(world)).toMatchObject({ status: 'success', amountMinor: 710 });
    expect(await world.payment()).toMatchObject({ held: 'given-back', blocking: false });
  });

  it('waits while a part is being given back at the portal', async () => {
    await payTwice(world);
    const part = { method: 'refund', operationId: 'portal', amountMinor: 300 };
    await hear(world, { ...part, status: 'pending' });
    await sendReversals(world);
    expect(world.gateway.of('refund')).toEqual([]);
    await hear(world, part);
    await sendLater(world);
    expect(world.gateway.calls.at(-1)?.request).toMatchObject({ amountMinor: 710 });
  });

  it('waits while the payment itself is in doubt', async () => {
    await payTwice(world);
    await world.store.updatePayment({ ...(await world.payment()), status: 'unknown' });
    await sendReversals(world);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await reversal(world)).toMatchObject({ status: 'unknown', sentAt: null });
  });

  it('says no amount for the whole (interface document, Refund, refund_amount)', async () => {
    await payTwice(world);
    await sendReversals(world);
    expect(world.gateway.calls.at(-1)?.request).not.toHaveProperty('amountMinor');
  });

  it('asks for nothing where all was given back in parts', async () => {
    await payTwice(world);
    await hear(world, { method: 'refund', operationId: 'portal-1', amountMinor: 300 });
    await hear(world, { method: 'refund', operationId: 'portal-2', amountMinor: 710 });
    await sendReversals(world);
    expect(world.gateway.of('refund')).toEqual([]);
    expect(await reversal(world)).toMatchObject({
      status: 'failure',
      settledBy: 'not-sent',
      statusDescription: 'The payment was given back already.',
    });
  });

  it('refunds an auth that was captured meanwhile', async () => {
    await payTwice(world, 'auth');
    await hear(world, { method: 'capture', operationId: 'portal', amountMinor: 500 });
    await sendReversals(world);
    expect(world.gateway.of('voidAuth')).toEqual([]);
    expect(await reversal(world)).toMatchObject({ method: 'refund', status: 'success' });
    expect(await world.payment()).toMatchObject({ held: 'given-back' });
  });

  it('waits for a person where nobody can tell whose shares are left', async () => {
    const split = [
      { subMerchantId: ANNA, amount: '7.00' },
      { subMerchantId: BORYS, amount: '3.10' },
    ];
    await payTwice(world, 'purchase', { split });
    await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 300 });
    await sendReversals(world);
    expect(world.gateway.of('splitRefund')).toEqual([]);
    expect(world.lines.at(-1)).toMatchObject({ level: 'error' });
    await hear(world, { method: 'refund', operationId: 'portal-2', amountMinor: 710 });
    expect(await reversal(world)).toMatchObject({ settledBy: 'not-sent' });
    expect(await world.payment()).toMatchObject({ held: 'given-back' });
  });

  it.each([{ amountMinor: 500 }, { currency: 'EUR' }, { method: 'void' }])(
    'is not settled by news of something else: %j',
    async (over) => {
      await payTwice(world);
      world.gateway.script.refund = async () => unknown;
      await sendReversals(world);
      await hear(world, { method: 'refund', ...over });
      expect(await reversal(world)).toMatchObject({ status: 'unknown' });
    },
  );

  it('is sent once where two processes see it', async () => {
    await payTwice(world);
    await Promise.all([sendReversals(world), sendReversals(world)]);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });
});
