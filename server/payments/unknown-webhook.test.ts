import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import type { GatewayPayment, UnknownEvent } from './gateway-port.ts';
import type { UnknownEventRecord } from './ports.ts';
import { viewOrder } from './queries/order.ts';
import { type ReportResult, handleUnknownWebhook, handleWebhook } from './reports.ts';
import { gatewayPayment, unknown } from './test-gateway.ts';
import { hear, pay } from './test-world.ts';
import { createWorld, STORE_SECRETS, type World } from './test-world.ts';

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

describe('a webhook of an unknown order', () => {
  const records: UnknownEventRecord[] = [];
  beforeEach(() => {
    records.length = 0;
    const { store } = world;
    const saveUnknownEvent = (event: UnknownEventRecord) => {
      records.push(event);
      return store.saveUnknownEvent(event);
    };
    Object.assign(world, { store: { ...store, saveUnknownEvent } });
  });

  it('is kept once, without a token with which a card could be charged, and changes nothing', async () => {
    const secret = { token: 'c2VjcmV0', expiresAt: null };
    expect(await repeat({ cardToken: secret })).toBe('unknown-payment');
    expect(await repeat({ cardToken: secret })).toBe('copy');
    expect(await messages()).toEqual([]);
    expect(JSON.stringify(records)).not.toContain('c2VjcmV0');
  });

  it('is logged without any of its words', async () => {
    await hear(world, { gatewayOrderId: '5555 5555 5555 4444', method: '4242424242424242' });
    expect(world.lines).toMatchObject([{ level: 'warn', fields: {} }]);
    expect(JSON.stringify(world.lines)).not.toMatch(/4242 ?4242|5555/);
  });

  it('counts when it comes again once the order is known', async () => {
    expect(await repeat()).toBe('unknown-payment');
    await pay(world);
    expect(await repeat()).toBe('applied');
    expect(await view()).toMatchObject({ status: 'success' });
  });
});

describe('a signed webhook of unknown form', () => {
  const EVENT: UnknownEvent = {
    gatewayOrderId: 'order-1',
    transactionId: 't-1',
    method: 'chargeback',
    status: 'opened',
    statusCode: '7001',
    amountMinor: 500,
    currency: 'UAH',
    raw: { order_id: 'order-1', reason: 'not mine' },
  };
  const take = (over: Partial<UnknownEvent> = {}, text = 'text') =>
    handleUnknownWebhook(world, { ...EVENT, ...over }, text);
  const noted = async () => (await world.order()).entries.filter(({ kind }) => kind === 'noted');

  it('is kept beside the order that it names, once, and moves nothing', async () => {
    await pay(world);
    const before = [await view(), await messages()];
    expect(await take()).toBe('ignored');
    expect(await take()).toBe('copy');
    expect([await view(), await messages()]).toEqual(before);
    const { gatewayOrderId: _, currency: __, raw, ...event } = EVENT;
    expect(await noted()).toMatchObject([{ event, secret: { event: JSON.stringify(raw) } }]);
    expect((await viewOrder(world, 'order-1')).events.at(-1)).toMatchObject({
      type: 'report',
      source: 'webhook',
      result: 'ignored',
      method: 'chargeback',
      status: 'opened',
    });
  });

  it('that names no order here is kept, and again once the order is known', async () => {
    expect([await take(), await take()]).toEqual(['unknown-payment', 'copy']);
    await pay(world);
    expect(await take()).toBe('ignored');
    expect(await noted()).toHaveLength(1);
  });

  it('that names no order at all is kept once', async () => {
    expect(await take({ gatewayOrderId: null })).toBe('unknown-payment');
    expect(await take({ gatewayOrderId: null })).toBe('copy');
  });

  it('in another currency states no amount in the payment’s', async () => {
    await pay(world);
    await take({ currency: 'EUR' });
    expect(await noted()).toMatchObject([{ event: { amountMinor: null } }]);
  });

  it('leaves what may be a card number neither readable in the journal nor in the log', async () => {
    await pay(world);
    const card = '4242424242424242';
    const places = { transactionId: card, method: `x${card}`, status: card, statusCode: card };
    await take(places, 'one');
    await take({ ...places, gatewayOrderId: card }, 'other');
    const nothing = { transactionId: null, method: null, status: null, statusCode: null };
    expect(await noted()).toMatchObject([{ event: nothing }]);
    const { events } = await viewOrder(world, 'order-1');
    expect(JSON.stringify([await noted(), world.lines, events])).not.toContain(card);
  });
});
