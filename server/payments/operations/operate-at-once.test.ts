import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import type { GatewayPayment, Outcome } from '../gateway-port.ts';
import { answered, gatewayPayment } from '../test-gateway.ts';
import { key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, gate, STORE_SECRETS, type World } from '../test-world.ts';
import { captureOrder } from '../operate.ts';
import { refundOrder } from '../operate.ts';
import { voidOrder } from '../operate.ts';

/** Two companions over one file, and one gateway. */
let folder: string;
let world: World;
let other: World;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-operations-'));
  const open = () => openSqliteStore(join(folder, 'pay.db'), STORE_SECRETS);
  world = createWorld(await open());
  other = { ...createWorld(await open()), gateway: world.gateway, clock: world.clock };
});
afterEach(async () => {
  await world.store.close();
  await other.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const called = async (method: 'capture' | 'refund') => {
  while (world.gateway.of(method).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
};
const PROCESSES: [string, () => World][] = [
  ['in one process', () => world],
  ['in two processes', () => other],
];

it.each(PROCESSES)(
  'of two refunds at once that exceed the payment one is sent: %s',
  async (_where, second) => {
    await pay(world);
    const runs = await Promise.allSettled([
      refundOrder(world, 'order-1', key(), { amount: '6.00' }),
      refundOrder(second(), 'order-1', key(), { amount: '6.00' }),
    ]);
    expect(runs.map((run) => run.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await operations(world)).toHaveLength(1);
  },
);

it('of a capture and a void at once one is sent', async () => {
  await pay(world, { method: 'auth' });
  const held = gate<Outcome<GatewayPayment>>();
  world.gateway.script.capture = () => held.promise;
  const capture = captureOrder(world, 'order-1', key(), {});
  await called('capture');
  expect(await refusal(voidOrder(other, 'order-1', key(), {}))).toEqual(['operation-open']);
  held.open(answered(gatewayPayment({ method: 'capture', operationId: 'o-1' })));
  await capture;
  expect(await refusal(voidOrder(other, 'order-1', key(), {}))).toEqual([
    'operation-not-allowed',
    'orderId: already-captured',
  ]);
  expect(world.gateway.of('voidAuth')).toEqual([]);
});

it.each(PROCESSES)(
  'the same request twice at once is sent once, and both are answered by it: %s',
  async (_where, second) => {
    await pay(world);
    const same = key();
    const held = gate<Outcome<GatewayPayment>>();
    world.gateway.script.refund = () => held.promise;
    const runs = Promise.all([
      refundOrder(world, 'order-1', same, { amount: '6.00' }),
      refundOrder(second(), 'order-1', same, { amount: '6.00' }),
    ]);
    await called('refund');
    held.open(answered(gatewayPayment({ method: 'refund', amountMinor: 600, operationId: 'o-1' })));
    const [one, two] = await runs;
    expect(one).toMatchObject({ status: 'success', amount: '6.00' });
    expect(two).toEqual(one);
    expect(world.gateway.of('refund')).toHaveLength(1);
  },
);
