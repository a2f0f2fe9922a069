import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyNews, type Verdict } from './payments/apply-news.ts';
import { refundOrder } from './payments/refund.ts';
import { resendNews } from './payments/resend.ts';
import { key, pay } from './payments/test-operations.ts';
import { createWorld, STORE_SECRETS, type World } from './payments/test-world.ts';
import { voidOrder } from './payments/void.ts';
import { openSqliteStore } from './store/sqlite.ts';
import { type Meeting, meet } from './test-gateway-sandbox.ts';

/** The rules of payment over the sandbox: what a subscription does to the order that it began with. */

let met: Meeting;
let world: World;
let heard: number;
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
  heard = 0;
});
afterEach(async () => {
  await world.store.close();
  await met.close();
});

/** Takes in the webhooks that came since, and tells what was made of them. */
async function hear(count: number): Promise<Verdict[]> {
  await expect.poll(() => met.webhooks.length).toBe(heard + count);
  const verdicts: Verdict[] = [];
  for (const payment of met.webhooks.slice(heard)) {
    verdicts.push(await applyNews(world, { source: 'webhook', payment, text: JSON.stringify(payment) }));
  }
  heard = met.webhooks.length;
  return verdicts;
}

async function subscribe(method: 'purchase' | 'auth'): Promise<void> {
  await pay(world, { method });
  await hear(1);
  await met.control('orders/order-1/recurring');
  for (const charge of [{ amount: '50.00' }, { status: 'failure', statusCode: '4009' }, {}]) {
    await met.control('orders/order-1/recurring/transactions', charge);
  }
}

it('its further charges are kept, and the purchase is refunded all the same', async () => {
  await subscribe('purchase');
  expect(await hear(3)).toEqual(['kept', 'kept', 'kept']);
  expect(await resendNews(world, 'order-1', { operation: 'purchase' })).toMatchObject({ verdict: 'kept' });
  expect(await hear(1)).toEqual(['kept']);
  expect(await world.payment()).toMatchObject({ status: 'success', held: null });
  expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ status: 'success' });
});

it('an auth that began it is asked for by its own name, and released', async () => {
  await subscribe('auth');
  expect(await hear(3)).toEqual(['kept', 'kept', 'kept']);
  expect(await resendNews(world, 'order-1', { operation: 'auth' })).toMatchObject({ verdict: 'stale' });
  expect(await voidOrder(world, 'order-1', key(), {})).toMatchObject({ status: 'success' });
});
