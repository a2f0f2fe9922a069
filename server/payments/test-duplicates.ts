import type { PaymentView } from '../contract/checkout-api.ts';
import type { OperationView } from '../contract/merchant-api.ts';
import type { Gateway } from './gateway-port.ts';
import { answered, gatewayPaymentOf, unknown } from './test-gateway.ts';
import { hear, operations, pay } from './test-operations.ts';
import type { World } from './test-world.ts';
import { reconcile } from './workers/poll.ts';

/** For tests: orders with two successful attempts. */

/** The first attempt ends as not found, and a second one pays. @returns the second one */
export async function payAgain(
  world: World,
  over: Record<string, unknown> = {},
  ends: Gateway['createDirect'] = async (request) => answered(gatewayPaymentOf(request)),
): Promise<PaymentView> {
  world.gateway.script.createDirect = async () => unknown;
  world.gateway.script.createSplitDirect = async () => unknown;
  await pay(world, over);
  world.clock.pass(61);
  await reconcile(world);
  world.gateway.script.createDirect = ends;
  world.gateway.script.createSplitDirect = ends;
  return pay(world, over);
}

/** As above, and then the first one turns out to be paid too, as a duplicate. @returns the one that pays the order */
export async function payTwice(
  world: World,
  over: Record<string, unknown> & { method?: string } = {},
): Promise<PaymentView> {
  const paying = await payAgain(world, over);
  await hear(world, { method: over.method ?? 'purchase' });
  return paying;
}

/** The requests to reverse the first attempt. */
export async function reversals(world: World): Promise<OperationView[]> {
  const { id } = await world.attempt();
  const { state } = await world.order();
  const own = state.requests.filter((one) => one.attemptId === id && one.origin === 'reversal');
  const ids = new Set(own.map((one) => one.id));
  return (await operations(world)).filter((one) => ids.has(one.id));
}
