import { longestCallMs } from '../call.ts';
import { change } from '../desk.ts';
import { sendRequest } from '../operations/operate.ts';
import { type DueReversal, dueReversals, reversalDueAt } from '../order/duplicate.ts';
import type { OperationRequest } from '../order/journal.ts';
import { requestState } from '../order/ledger.ts';
import type { Snapshot } from '../order/order.ts';
import type { PaymentDeps } from '../ports/deps.ts';

/**
 * Reverses duplicate payments that are due (architecture rule 4): recorded first, then sent once. A reversal that did
 * not succeed is requested again later, as a new operation.
 */
export async function reverseDuplicates(deps: PaymentDeps, orderId: string): Promise<void> {
  for (;;) {
    const begun = await begin(deps, orderId);
    if (!begun) return;
    const { order, due, request } = begun;
    const { full } = due.remainder;
    const after = await sendRequest(deps, order, due.attempt, request, { full });
    logUnless(deps, after, request);
  }
}

interface ReversalStart {
  order: Snapshot;
  due: DueReversal;
  request: OperationRequest;
}

async function begin(deps: PaymentDeps, orderId: string): Promise<ReversalStart | null> {
  const { result, order } = await change(deps, orderId, ({ state }) => {
    const now = deps.clock.now().getTime();
    const due = dueReversals(state).find(({ attempt }) => reversalDueAt(state, attempt, now) <= now);
    if (!due) return { facts: [], result: null };
    const request = requestOf(deps, orderId, due);
    return { facts: [{ kind: 'operation-requested', request }], result: { due, request } };
  });
  if (!result) return null;
  deps.log('payment.duplicated', { orderId, paymentId: result.due.attempt.id });
  return { order, ...result };
}

function requestOf(
  deps: PaymentDeps,
  orderId: string,
  { attempt, remainder }: DueReversal,
): OperationRequest {
  return {
    id: deps.newId(),
    attemptId: attempt.id,
    method: remainder.method,
    amountMinor: remainder.amountMinor,
    split: remainder.split,
    comment: `Duplicate payment of order ${orderId}`,
    origin: 'reversal',
    idempotencyKey: null,
    requestHash: null,
    sentAt: deps.clock.now().getTime(),
    callMs: longestCallMs(deps),
  };
}

function logUnless(
  { log }: PaymentDeps,
  { orderId, state }: Snapshot,
  { id, attemptId }: OperationRequest,
): void {
  const request = state.requests.find((one) => one.id === id);
  if (!request || requestState(state, request).status !== 'failure') return;
  log('reversal.failed', { orderId, paymentId: attemptId, operationId: id });
}
