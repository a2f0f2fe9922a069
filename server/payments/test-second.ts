import type { PaymentMethod } from '../contract/checkout-api.ts';
import { createDirectPayment } from './create-direct.ts';
import { failed, type Operation, type Payment } from './payment.ts';
import type { Gateway } from './ports.ts';
import { sendReversals } from './reverse.ts';
import { hear, key } from './test-operations.ts';
import { answered, CLIENT, input, order, toldOf, unknown, type World } from './test-world.ts';

/** For tests: orders of which two tries have succeeded. */

/** The first try is believed never to have arrived, and a second one pays. @returns the second one */
export async function payAgain(
  world: World,
  over: Record<string, unknown> = {},
  ends: Gateway['createDirect'] = async (request) => answered(toldOf(request)),
): Promise<Payment> {
  const pay = () => createDirectPayment(world, order(over), key(), input(), CLIENT);
  world.gateway.script.createDirect = async () => unknown;
  world.gateway.script.createSplitDirect = async () => unknown;
  await pay();
  await world.store.updatePayment(failed(await world.payment(), 'not-found', ''));
  world.gateway.script.createDirect = ends;
  world.gateway.script.createSplitDirect = ends;
  return pay();
}

/** The same, and then the first one turns out paid too: it is given back. @returns the one that pays the order */
export async function payTwice(
  world: World,
  method: PaymentMethod = 'purchase',
  over: Record<string, unknown> = {},
): Promise<Payment> {
  const paying = await payAgain(world, { method, ...over });
  await hear(world, { method });
  return paying;
}

/** What was written down to give the first try back. */
export async function reversals(world: World): Promise<Operation[]> {
  const all = await world.store.operationsOfPayment((await world.payment()).id);
  return all.filter((one) => one.origin === 'reversal');
}

export async function reversal(world: World): Promise<Operation> {
  const [found, ...more] = await reversals(world);
  if (!found || more.length > 0) throw new Error(`${more.length} reversals too many`);
  return found;
}

export async function sendLater(world: World, seconds = 5): Promise<void> {
  world.clock.pass(seconds);
  await sendReversals(world);
}
