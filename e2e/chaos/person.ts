import type { SandboxOperation } from '../support/sandbox-control.ts';
import { type Ledger, operationByReport, operationOfRequest, paymentInBooks, requestsOf } from './books.ts';
import { merchantPost, viewOrder } from './merchant.ts';
import { count, type Stage } from './stage.ts';
import { isFinal, type OperationView, type OrderView, type ReviewItem } from './views.ts';

/** The operator who looks into the gateway's portal and resolves what needs manual review. */

/** Resolves what needs review in this order, as far as the gateway's books have an outcome for it. */
export async function review(stage: Stage, orderId: string, ledger: Ledger): Promise<void> {
  const view = await viewOrder(stage, orderId);
  if (!view) return;
  for (const item of [...view.review, ...longOpen(view)]) await decide(stage, view, item, ledger);
}

/** The companion lists an operation in doubt after a minute; this operator is less patient, but for late webhooks. */
const PATIENCE_MS = 40_000;
/** not one of the companion's reasons */
const OPEN_FOR_LONG = 'open for long';

function longOpen({ operations, review }: OrderView): ReviewItem[] {
  const listed = review.map(({ operationId }) => operationId);
  const isOld = ({ updatedAt }: OperationView) => Date.now() - Date.parse(updatedAt) > PATIENCE_MS;
  return operations
    .filter((one) => one.status === 'unknown' && isOld(one) && !listed.includes(one.id))
    .map(({ orderId, paymentId, id: operationId }) => ({
      orderId,
      paymentId,
      operationId,
      reason: OPEN_FOR_LONG,
      field: null,
      calls: [],
    }));
}

async function decide(stage: Stage, view: OrderView, item: ReviewItem, ledger: Ledger): Promise<void> {
  const returning = item.calls.find(({ action }) => action === 'void' || action === 'refund');
  if (returning) {
    await merchantPost(stage, returning.path.replace('/api', ''), returning.body ?? {});
    count(stage, 'refunded by a person');
    return;
  }
  const { paymentId, operationId } = item;
  const truth =
    operationId === null
      ? paymentTruth(view, paymentId, ledger)
      : operationTruth(view, { ...item, operationId }, ledger);
  if (truth === null) return;
  if (item.reason === OPEN_FOR_LONG) count(stage, 'unknown operations decided early');
  const path = operationId === null ? `/payments/${paymentId}/resolve` : `/operations/${operationId}/resolve`;
  await merchantPost(stage, path, { status: truth, comment: `seen in the portal: ${item.reason}` });
  count(stage, 'resolved by a person');
}

type End = 'success' | 'failure' | null;

/** The payment's outcome at the gateway; null if it has none yet. A missing payment has failed. */
export function paymentTruth(view: OrderView, paymentId: string, ledger: Ledger): End {
  const payment = paymentInBooks(view, paymentId, ledger);
  return payment ? endOf(payment) : 'failure';
}

/** One that the companion takes for another operation has failed: to confirm it, too, would count it twice. */
function operationTruth(
  view: OrderView,
  { operationId, reason }: Pick<ReviewItem, 'reason'> & { operationId: string },
  ledger: Ledger,
): End {
  const reported = operationByReport(view, operationId, ledger);
  if (reported) return endOf(reported);
  const request = requestsOf(view).find(({ id }) => id === operationId);
  const operation = request
    ? operationOfRequest(view, request, ledger)
    : // Made elsewhere, and reported without the operation's id.
      operationByReport(view, operationId, ledger, 'in-review');
  if (!operation) return 'failure';
  // Two amounts were told of it, so the companion knows which one it is.
  if (reason === 'contradicted') return endOf(operation);
  const owner = ownerOf(view, operation);
  return owner === null || owner === operationId ? endOf(operation) : 'failure';
}

/** What the companion takes an operation of the gateway for, as its timeline tells: a request rather than a row of its own. */
function ownerOf({ events }: OrderView, { transactionId }: SandboxOperation): string | null {
  const told = events.filter(
    (event) =>
      event.result !== 'unchanged' && event.transactionId?.toLowerCase() === transactionId.toLowerCase(),
  );
  const isRequest = (id: string | null) =>
    events.some(({ type, operationId }) => type === 'operation.created' && operationId === id);
  const its = told.find(({ operationId }) => isRequest(operationId)) ?? told[0];
  return its?.operationId ?? null;
}

const endOf = (one: { status: string }): End => (isFinal(one) ? (one.status as 'success' | 'failure') : null);
