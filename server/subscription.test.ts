import { afterEach, beforeEach, expect, it } from 'vitest';
import { refundOrder, voidOrder } from './payments/operate.ts';
import { resendWebhook } from './payments/resend.ts';
import { type ReportResult, handleWebhook } from './payments/reports.ts';
import { key, pay } from './payments/test-world.ts';
import { createWorld, STORE_SECRETS, type World } from './payments/test-world.ts';
import { openSqliteStore } from './store/sqlite.ts';
import { type Meeting, meet } from './test-gateway-sandbox.ts';

/** The rules of payment over the sandbox: the effect of a subscription on the order that started it. */

let met: Meeting;
let world: World;
let received: number;
beforeEach(async () => {
  met = await meet();
  const config = { posId: met.posId, publicUrl: 'http://127.0.0.1:9' };
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), config);
  const { client } = met;
  world.gateway.script = {
    createDirect: (request) => client.createDirect(request),
    refund: (request) => client.refund(request),
    voidAuth: (request) => client.voidAuth(request),
    readOperation: (...asked) => client.readOperation(...asked),
  };
  received = 0;
});
afterEach(async () => {
  await world.store.close();
  await met.close();
});

/** Processes the webhooks received since. @returns their effects */
async function receive(count: number): Promise<ReportResult[]> {
  await expect.poll(() => met.webhooks.length).toBe(received + count);
  const results: ReportResult[] = [];
  for (const payment of met.webhooks.slice(received)) {
    results.push((await handleWebhook(world, payment)).result);
  }
  received = met.webhooks.length;
  return results;
}

async function subscribe(method: 'purchase' | 'auth'): Promise<void> {
  await pay(world, { method });
  await receive(1);
  await met.control('orders/order-1/recurring');
  for (const charge of [{ amount: '50.00' }, { status: 'failure', statusCode: '4009' }, {}]) {
    await met.control('orders/order-1/recurring/transactions', charge);
  }
}

it('its further charges are stored and change nothing, and the purchase is refunded all the same', async () => {
  await subscribe('purchase');
  expect(await receive(3)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  expect(await resendWebhook(world, 'order-1', { operation: 'purchase' })).toMatchObject({
    result: 'unchanged',
  });
  expect(await receive(1)).toEqual(['unchanged']);
  expect(await world.payment()).toMatchObject({ status: 'success' });
  expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ status: 'success' });
});

it('an auth that began it is queried by its own name, and voided', async () => {
  await subscribe('auth');
  expect(await receive(3)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  expect(await resendWebhook(world, 'order-1', { operation: 'auth' })).toMatchObject({ result: 'unchanged' });
  expect(await voidOrder(world, 'order-1', key(), {})).toMatchObject({ status: 'success' });
});
