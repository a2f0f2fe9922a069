import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { change } from '../orders.ts';
import { refundOrder } from '../operate.ts';
import { resolveOperation } from '../resolve.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { viewOrder } from '../queries/order.ts';
import { answered, gatewayPayment, gatewayPaymentOf, refused, unknown } from '../test-gateway.ts';
import { messages } from '../test-messages.ts';
import { hear, key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from './poll.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { gatewayPaymentId: 'payment-1' }));
  await pay(world);
});
afterEach(() => world.store.close());

const DAY_S = 86_400;
const refundOf = (operationId: string | null, over: Partial<GatewayPayment> = {}) =>
  gatewayPayment({ method: 'refund', amountMinor: 300, operationId, ...over });
/** A time by the gateway's clock, which is that many seconds ahead of ours. */
const timeAhead = (seconds: number) => new Date(world.clock.time + seconds * 1_000).toISOString();

/** A refund to which no answer comes. */
async function begin(input: { amount?: string } = { amount: '3.00' }): Promise<string> {
  world.gateway.script.refund = async () => unknown;
  return (await refundOrder(world, 'order-1', key(), input)).id;
}

/** The gateway lists the payment and these operations, long after the grace time. */
async function poll(...listed: GatewayPayment[]): Promise<void> {
  const last = listed.at(-1);
  world.gateway.script.readOperation = async () => (last ? answered(last) : refused(404, 'S-404'));
  world.gateway.script.readOrder = async () => answered([gatewayPayment(), ...listed]);
  world.clock.pass(4_000);
  await pollDue(world);
}

const statusOf = async (id: string) => (await operations(world)).find((one) => one.id === id)?.status;
const allowed = async () => (await viewOrder(world, 'order-1')).allowed.refund;

describe('a request is not concluded as not found while it may have begun an operation that was reported since', () => {
  it.each([7_200, -90, 120])('and that the gateway dates with a clock %i seconds ahead', async (seconds) => {
    const id = await begin();
    await poll(refundOf('o-1', { createdAt: timeAhead(seconds) }));
    expect(await statusOf(id)).toBe('unknown');
    expect(await refusal(refundOrder(world, 'order-1', key(), { amount: '3.00' }))).toEqual([
      'operation-open',
    ]);
    world.clock.pass(DAY_S);
    expect((await viewOrder(world, 'order-1')).review).toMatchObject([
      { operationId: id, reason: 'no-report' },
    ]);
  });

  it.each([
    ['a full refund, of what the gateway had left', {}, 710],
    ['a part of it', { amount: '3.00' }, 285],
    ['more than that', { amount: '3.00' }, 301],
  ])('and that moved another amount: %s', async (_what, input, amountMinor) => {
    const id = await begin(input);
    await poll(refundOf('o-1', { amountMinor }));
    expect(await statusOf(id)).toBe('unknown');
  });

  it('needs review a minute later: no report decides whose the operation is', async () => {
    const id = await begin();
    await hear(world, refundOf('o-1', { amountMinor: 285 }));
    expect((await viewOrder(world, 'order-1')).review).toEqual([]);
    world.clock.pass(61);
    expect((await viewOrder(world, 'order-1')).review).toMatchObject([
      { reason: 'no-report', operationId: id },
    ]);
  });

  it('and that has not ended', async () => {
    const id = await begin();
    await poll(refundOf('o-1', { amountMinor: 285, status: 'pending' }));
    expect(await statusOf(id)).toBe('unknown');
  });

  it.each([
    ['another payment', { gatewayPaymentId: 'payment-9' }],
    ['another currency', { currency: 'USD' }],
  ])('and that names %s', async (_what, over) => {
    const id = await begin();
    await poll(refundOf('o-1', over));
    expect(await statusOf(id)).toBe('unknown');
  });

  it('and that has no id', async () => {
    const id = await begin();
    world.gateway.script.readOperation = async () => answered(refundOf(null));
    world.gateway.script.readOrder = async () => answered([gatewayPayment()]);
    world.clock.pass(4_000);
    await pollDue(world);
    expect(await statusOf(id)).toBe('unknown');
  });

  it('and whose report a clock that was set back seems to date before the request', async () => {
    const id = await begin();
    await hear(world, refundOf('o-1', { amountMinor: 285 }));
    await change(world, 'order-1', () => ({
      facts: [{ kind: 'clock-set-back', now: world.clock.time - 7_200_000 }],
      result: null,
    }));
    await poll(refundOf('o-1', { amountMinor: 285 }));
    expect(await statusOf(id)).toBe('unknown');
  });
});

describe('a request is concluded as not found beside an operation', () => {
  it('that was reported before the request was written', async () => {
    const earlier = refundOf('portal', { amountMinor: 285, createdAt: timeAhead(7_200) });
    await hear(world, earlier);
    const id = await begin();
    await poll(earlier);
    expect(await statusOf(id)).toBe('failure');
  });

  it('of another method', async () => {
    const id = await begin();
    const failed = refundOf('o-2', { status: 'failure' });
    await poll(refundOf('o-1', { method: 'void' }), failed);
    expect(await statusOf(id)).toBe('failure');
  });

  it('that has failed, whatever its time and amount', async () => {
    const id = await begin();
    await poll(refundOf('o-1', { amountMinor: 285, status: 'failure', createdAt: timeAhead(7_200) }));
    expect(await statusOf(id)).toBe('failure');
  });
});

describe('a person who resolves such a request', () => {
  it('as successful also says which operation it began, if that has its amount', async () => {
    const id = await begin();
    await poll(refundOf('o-1', { createdAt: timeAhead(7_200) }));
    await resolveOperation(world, id, { status: 'success', comment: 'Seen in the portal' });
    expect(await operations(world)).toMatchObject([{ id, status: 'success', amount: '3.00' }]);
    expect(await allowed()).toBe('7.10');
  });

  it('as successful withdraws the message about that operation, so that the merchant counts it once', async () => {
    const id = await begin();
    await poll(refundOf('o-1', { createdAt: timeAhead(7_200) }));
    await resolveOperation(world, id, { status: 'success', comment: 'Seen in the portal' });
    const told = (await messages(world)).filter(({ type }) => type === 'operation.updated');
    const last = new Map(told.map(({ data }) => [data.id, data]));
    const counted = [...last.values()].filter(({ status }) => status === 'success');
    expect(counted.map((one) => one.id)).toEqual([id]);
  });

  it('as successful lets both amounts count, if they differ', async () => {
    const id = await begin();
    await poll(refundOf('o-1', { amountMinor: 285 }));
    await resolveOperation(world, id, { status: 'success', comment: 'Seen in the portal' });
    expect(await allowed()).toBe('4.25');
  });

  it('as failed lets the reported operation count', async () => {
    const id = await begin();
    await poll(refundOf('o-1', { amountMinor: 285 }));
    await resolveOperation(world, id, { status: 'failure', comment: 'It is the other one' });
    expect(await allowed()).toBe('7.25');
  });
});
