import { change } from '../desk.ts';
import type { Snapshot } from '../order/order.ts';
import { lostCalls } from '../order/schedule.ts';
import type { PaymentDeps } from '../ports/deps.ts';

/**
 * Ends the calls of a process that has died. After their deadline nothing else will record their end, and only a call
 * that has ended can be linked to an operation of the gateway.
 * @returns the order afterwards
 */
export async function endLostCalls(deps: PaymentDeps, order: Snapshot): Promise<Snapshot> {
  const ended = await change(deps, order, ({ state }) => {
    const lost = lostCalls(state, deps.clock.now().getTime()).filter((id) => !deps.inFlight.has(id));
    const facts = lost.map((about) => ({
      kind: 'unanswered' as const,
      about,
      reason: 'the process has ended',
    }));
    return { facts, result: null };
  });
  return ended.order;
}
