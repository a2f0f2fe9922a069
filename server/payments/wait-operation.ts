import { LONGEST_RETRY_MS } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { isUnderWay, type Operation } from './payment.ts';

/** How often it is looked for changes made by another process. */
const LOOK_EVERY_MS = 1_000;

/** Where the call of an operation is still under way (two equal requests at once): waits for what comes of it. */
export async function whenOperationAnswered(deps: PaymentDeps, operation: Operation): Promise<Operation> {
  const end = Date.parse(operation.createdAt) + deps.config.gatewayTimeoutMs + LONGEST_RETRY_MS;
  let current = operation;
  while (isUnderWay(current) && deps.clock.now().getTime() < end && !deps.changes.ended) {
    current = await look(deps, current, Math.min(LOOK_EVERY_MS, end - deps.clock.now().getTime()));
  }
  return current;
}

/** The operation after its next change. Listens before it looks, so that no change falls in between. */
async function look(deps: PaymentDeps, seen: Operation, ms: number): Promise<Operation> {
  const enough = new AbortController();
  const change = deps.changes.next(seen.id, ms, enough.signal);
  const present = await deps.store.findOperation(seen.id);
  if (present && !isUnderWay(present)) enough.abort();
  await change;
  return (await deps.store.findOperation(seen.id)) ?? seen;
}
