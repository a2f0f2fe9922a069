import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentStatus } from '../contract/checkout-api.ts';
import { openSqliteStore } from '../store/sqlite.ts';
import { refundOrder } from './operate.ts';
import type { GatewayPayment } from './gateway-port.ts';
import { viewOrder } from './queries/order.ts';
import { type ReportResult, handleStatusRead, handleWebhook } from './reports.ts';
import { answered, gatewayPayment, gatewayPaymentOf, unknown } from './test-gateway.ts';
import { hear, key, operations, pay, refusal } from './test-world.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';
import { pollDue } from './workers/poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  world.gateway.script.createDirect = async () => unknown;
});
afterEach(() => world.store.close());

/** A webhook whose text is the same each time. */
const repeat = async (over: Partial<GatewayPayment> = {}): Promise<ReportResult> =>
  (await handleWebhook(world, gatewayPayment(over), 'the same text')).result;
const view = async () => (await viewOrder(world, 'order-1')).payments[0];
/** The messages to the merchant, oldest first. */
const messages = async (): Promise<object[]> => {
  const { items } = await world.store.outbox.list({ limit: 100 });
  return items.map(({ body }) => JSON.parse(body)).toReversed();
};

describe('a webhook', () => {
  it.each<[GatewayPayment['status'][], PaymentStatus]>([
    [['init', 'pending', 'success'], 'success'],
    [['pending', 'init'], 'pending'],
    [['success', 'pending'], 'success'],
    [['failure', 'pending'], 'failure'],
    [['success', 'init'], 'success'],
    [['success', 'success'], 'success'],
  ])('after another (%j) leaves a payment as %s, never backwards', async (statuses, end) => {
    await pay(world);
    for (const status of statuses) await hear(world, { status });
    expect(await view()).toMatchObject({ status: end });
  });

  it('that is an exact copy is dropped', async () => {
    await pay(world);
    expect(await repeat({ status: 'pending' })).toBe('applied');
    const before = await world.order();
    expect(await repeat({ status: 'pending' })).toBe('copy');
    expect(await world.order()).toEqual(before);
  });

  it('that brings the receipt only after the success is sent to the merchant', async () => {
    await pay(world);
    await hear(world);
    const before = (await messages()).length;
    const receiptUrl = 'https://gateway.example/receipt';
    expect(await hear(world, { receiptUrl })).toBe('applied');
    expect(await view()).toMatchObject({ status: 'success', receiptUrl });
    expect(await messages()).toHaveLength(before + 1);
  });

  it('that says nothing new is not sent', async () => {
    await pay(world);
    await hear(world, { status: 'pending', statusCode: '2119' });
    const before = [await view(), await messages()];
    world.clock.pass(5);
    expect(await hear(world, { status: 'pending', statusCode: '2119' })).toBe('unchanged');
    expect([await view(), await messages()]).toEqual(before);
  });

  it('of an operation that our own call is about to tell is applied once', async () => {
    world.gateway.script = {};
    await pay(world);
    const refund = { method: 'refund', operationId: 'o-1', amountMinor: 300 };
    world.gateway.script.refund = async () => {
      await hear(world, { ...refund, status: 'pending' });
      expect(await repeat({ ...refund, status: 'failure' })).toBe('applied');
      expect(await repeat({ ...refund, status: 'failure' })).toBe('copy');
      return answered(gatewayPayment({ ...refund, status: 'pending' }));
    };
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect(await repeat({ ...refund, status: 'failure' })).toBe('copy');
    expect(await operations(world)).toMatchObject([{ status: 'failure' }]);
  });

  it.each(['capture', 'void', 'refund'])('of a %s leaves the payment as it is', async (method) => {
    await pay(world);
    await hear(world);
    const before = await view();
    expect(await hear(world, { method, amountMinor: 500, operationId: 'o-1' })).toBe('applied');
    expect(await view()).toEqual(before);
  });

  it('drops the address for the customer with the end, and keeps mask and receipt', async () => {
    await pay(world);
    const actionUrl = 'https://bank.example/';
    await hear(world, { status: 'pending', actionUrl, cardMask: '424242******4242' });
    expect(await view()).toMatchObject({ action: { url: actionUrl } });
    await hear(world, { receiptUrl: 'https://gateway.example/receipt' });
    expect(await view()).toMatchObject({
      action: null,
      cardMask: '424242******4242',
      receiptUrl: 'https://gateway.example/receipt',
    });
  });

  it('goes to the merchant as the payment stands then, in order', async () => {
    await pay(world);
    await hear(world, { status: 'pending' });
    await hear(world);
    const message = (status: string) => ({
      type: 'payment.updated',
      data: { orderId: 'order-1', status, amount: '10.10', currency: 'UAH' },
    });
    expect(await messages()).toMatchObject([message('unknown'), message('pending'), message('success')]);
  });

  it('within the same millisecond as another gives the payment another time', async () => {
    await pay(world);
    const before = await view();
    await hear(world, { status: 'pending' });
    expect(String((await view())?.updatedAt) > String(before?.updatedAt)).toBe(true);
  });

  it('that the store cannot take in is taken in when it comes again', async () => {
    world.gateway.script.createDirect = async (request) =>
      answered(gatewayPaymentOf(request, { status: 'pending' }));
    await pay(world);
    const store = { ...world.store, append: () => Promise.reject(new Error('disk full')) };
    await expect(handleWebhook({ ...world, store }, gatewayPayment(), 'the same text')).rejects.toThrow(
      'disk full',
    );
    expect(await view()).toMatchObject({ status: 'pending' });
    expect(await repeat()).toBe('applied');
    expect(await view()).toMatchObject({ status: 'success' });
  });

  it('that races with others in another process loses nothing', async () => {
    await pay(world);
    const elsewhere: World = { ...world, inFlight: new Set() };
    const statuses = ['init', 'pending', 'success'] as const;
    await Promise.all([world, elsewhere].flatMap((one) => statuses.map((status) => hear(one, { status }))));
    expect(await view()).toMatchObject({ status: 'success' });
    const reported = (await world.order()).entries.filter(({ kind }) => kind === 'reported');
    expect(reported).toHaveLength(6);
  });
});

describe('the gateway’s own word about a failure that we concluded', () => {
  beforeEach(async () => {
    await pay(world);
    world.clock.pass(61);
    await pollDue(world);
    expect(await view()).toMatchObject({ status: 'failure', canRetry: true });
  });

  it.each(['init', 'pending', 'success', 'failure'] as const)('overrules it: %s', async (status) => {
    await hear(world, { status });
    expect(await view()).toMatchObject({ status });
    const code = { init: 'payment-open', pending: 'payment-open', success: 'order-paid', failure: null }[
      status
    ];
    world.gateway.script = {};
    if (code === null) expect(await pay(world)).toMatchObject({ status: 'success' });
    else expect(await refusal(pay(world))).toEqual([code]);
  });

  it('keeps new attempts away while that payment is open beside another', async () => {
    await pay(world);
    const second = world.gateway.of('createDirect')[1] ?? '';
    await hear(world, { status: 'pending' });
    await hear(world, { gatewayOrderId: second, status: 'failure' });
    expect(await view()).toMatchObject({ status: 'pending' });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });
});

describe('a report of a kind that no payment here can be of', () => {
  it.each(['credit', 'p2p', 'something-new'])('%s is kept, and not held against it', async (method) => {
    await pay(world);
    const before = [await view(), await messages()];
    const cardToken = { token: 'c2VjcmV0', expiresAt: null };
    const over = { method, amountMinor: 1, gatewayPaymentId: 'another', cardToken };
    expect(await repeat(over)).toBe('ignored');
    expect(await repeat(over)).toBe('copy');
    expect([await view(), await messages()]).toEqual(before);
    const { entries } = await world.order();
    expect(entries.at(-1)).toMatchObject({ kind: 'reported', report: { amountMinor: 1 } });
    expect(JSON.stringify(entries)).not.toContain('c2VjcmV0');
  });

  it('is written down once, however often it is read', async () => {
    await pay(world);
    const read = async () =>
      handleStatusRead(world, await world.order(), gatewayPayment({ method: 'credit' }));
    await read();
    const { entries } = await world.order();
    await read();
    expect((await world.order()).entries).toEqual(entries);
  });

  it('is compared with what was read last, not with what was read first', async () => {
    await pay(world);
    const read = async (amountMinor: number) =>
      handleStatusRead(world, await world.order(), gatewayPayment({ method: 'credit', amountMinor }));
    for (const amountMinor of [100, 200, 200, 100]) await read(amountMinor);
    const reported = (await world.order()).entries.flatMap((one) =>
      one.kind === 'reported' ? [one.report.amountMinor] : [],
    );
    expect(reported).toEqual([100, 200, 100]);
  });
});

describe('the log line of a webhook', () => {
  /** What is logged while it is taken in. */
  const logged = async (over: Partial<GatewayPayment>) => {
    world.lines.length = 0;
    await hear(world, over);
    return world.lines.map(({ event }) => event);
  };
  const refund = { method: 'refund', amountMinor: 300 };

  it.each<[string, Partial<GatewayPayment>, string]>([
    ['of a payment', {}, 'payment.reported'],
    ['of a payment with a commission', { amountMinor: 1_200 }, 'payment.reported'],
    ['of a payment that contradicts the request', { amountMinor: 5 }, 'payment.disputed'],
    ['of a kind that no payment here can be of', { method: 'credit' }, 'payment.ignored'],
    ['of an operation', { ...refund, operationId: 'o-1' }, 'operation.reported'],
    ['of an operation that it does not name', refund, 'operation.reported'],
  ])('%s', async (_what, over, event) => {
    await pay(world);
    expect(await logged(over)).toEqual([event]);
  });

  it('of an operation that is disputed leaves the payment out of it', async () => {
    await pay(world);
    await hear(world);
    await hear(world, { ...refund, operationId: 'o-1' });
    expect(await logged({ ...refund, operationId: 'o-1', status: 'failure' })).toEqual([
      'operation.disputed',
    ]);
  });

  it('warns once, with the success, of a charge that is far above the order', async () => {
    await pay(world);
    const more = { amountMinor: 1_300 };
    expect(await logged({ ...more, status: 'pending' })).toEqual(['payment.reported']);
    expect(await logged(more)).toEqual(['payment.reported', 'payment.overcharged']);
    expect(await logged(more)).toEqual(['payment.reported']);
    expect(await logged({ ...refund, amountMinor: 1_300, operationId: 'o-1' })).toEqual([
      'operation.reported',
    ]);
  });
});
