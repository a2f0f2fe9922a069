import { change, readOrder } from '../desk.ts';
import type { Attempt } from '../order/attempt.ts';
import type { Snapshot } from '../order/order.ts';
import { isFinal } from '../order/transaction.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { Outcome } from '../ports/gateway.ts';
import { isOfProject } from '../project.ts';
import { handleStatusRead } from '../handle-report.ts';
import { logQuery } from '../log-query.ts';

/**
 * Polls one attempt at the gateway (interface document, endpoint 12) and processes the answer. "No such payment" counts
 * only for an attempt of unknown outcome that is older than the grace time: nothing was charged. An attempt of another
 * project is not polled, and nothing is concluded about it.
 * @returns whether the gateway answered, or no query was needed
 */
export async function pollAttempt(deps: PaymentDeps, orderId: string, attemptId: string): Promise<boolean> {
  const order = await readOrder(deps, orderId);
  const attempt = order.state.attempts.find((one) => one.id === attemptId);
  if (!attempt || isFinal(attempt.status) || deps.inFlight.has(attemptId)) return true;
  if (!isOfProject(deps, attempt)) return false;
  // Decided at the time of the query: the answer may take long.
  const mayConclude = isPastGrace(deps, attempt);
  const outcome = await deps.gateway.readOperation(attempt.gatewayOrderId, attempt.method);
  logQuery(deps, outcome, orderId);
  if (outcome.kind === 'answered') {
    if (outcome.value.gatewayOrderId === attempt.gatewayOrderId)
      await handleStatusRead(deps, order, outcome.value);
    else deps.log('gateway.mismatched', { orderId, call: 'status' });
  } else if (isNotFound(outcome) && mayConclude) {
    await concludeNotFound(deps, order, attempt);
  }
  return outcome.kind === 'answered' || isNotFound(outcome);
}

/** Whether the gateway said that it has no such payment or operation. */
export const isNotFound = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'refused' && outcome.refusal.means === 'not-found';

async function concludeNotFound(deps: PaymentDeps, order: Snapshot, { id }: Attempt): Promise<void> {
  await change(deps, order, ({ state }) => {
    const attempt = state.attempts.find((one) => one.id === id);
    const isUnknown = attempt?.status === 'unknown' && attempt.dispute === null && !deps.inFlight.has(id);
    return { facts: isUnknown ? [{ kind: 'not-found', about: id }] : [], result: null };
  });
}

/** Whether "not found" counts: the grace time is over, and the call can no longer arrive. */
export function isPastGrace(
  { clock, config }: Pick<PaymentDeps, 'clock' | 'config'>,
  { sentAt, callMs, inFlight }: { sentAt: number; callMs: number; inFlight: boolean },
): boolean {
  const age = clock.now().getTime() - sentAt;
  return age > Math.max(config.notFoundGraceS * 1_000, inFlight ? callMs : 0);
}
