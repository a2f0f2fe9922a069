import type { SandboxPayment } from '../sandbox-control.ts';
import { merchantPost, viewOrder } from './merchant.ts';
import { count, type Stage } from './stage.ts';
import { isFinal, type OrderView, type ReviewItem } from './views.ts';

/** The operator who looks into the gateway's portal and resolves what needs manual review. */

const MOVES_MONEY = [
  'other-terms',
  'reversed-in-part',
  'reversal-declined',
  'other-payment-returned',
] as const;

/** Resolves what needs review in this order, as far as the gateway's books have an outcome for it. */
export async function review(
  stage: Stage,
  orderId: string,
  ledger: readonly SandboxPayment[],
): Promise<void> {
  const view = await viewOrder(stage, orderId);
  for (const item of view?.review ?? []) if (view) await decide(stage, view, item, ledger);
}

async function decide(
  stage: Stage,
  view: OrderView,
  item: ReviewItem,
  ledger: readonly SandboxPayment[],
): Promise<void> {
  if (MOVES_MONEY.some((reason) => reason === item.reason)) return giveBack(stage, view, item);
  const { paymentId, operationId } = item;
  const truth =
    operationId === null ? paymentTruth(view, paymentId, ledger) : operationTruth(view, operationId, ledger);
  if (truth === null) return;
  const path = operationId === null ? `/payments/${paymentId}/resolve` : `/operations/${operationId}/resolve`;
  await merchantPost(stage, path, { status: truth, comment: `seen in the portal: ${item.reason}` });
  count(stage, 'resolved by a person');
}

/** Reverses a success that pays nothing: voids it if it is only reserved, otherwise refunds it. */
async function giveBack(stage: Stage, view: OrderView, { orderId, paymentId }: ReviewItem): Promise<void> {
  const payment = view.payments.find(({ id }) => id === paymentId);
  const isCaptured = view.operations.some(
    (one) => one.paymentId === paymentId && one.method === 'capture' && one.status === 'success',
  );
  const call = payment?.method === 'auth' && !isCaptured ? 'void' : 'refund';
  await merchantPost(stage, `/orders/${orderId}/${call}`, { paymentId });
  count(stage, 'refunded by a person');
}

type End = 'success' | 'failure' | null;

/** The payment's outcome at the gateway; null if it has none yet. A missing payment has failed. */
export function paymentTruth(view: OrderView, paymentId: string, ledger: readonly SandboxPayment[]): End {
  const names = transactionsOf(view, (event) => event.paymentId === paymentId && event.operationId === null);
  const payment =
    ledger.find((one) => names.includes(one.transactionId)) ?? unreported(view, paymentId, ledger);
  return payment ? endOf(payment) : 'failure';
}

/** If nothing was ever reported, the attempt's position in the order identifies the payment. */
function unreported(
  view: OrderView,
  paymentId: string,
  ledger: readonly SandboxPayment[],
): SandboxPayment | undefined {
  const number = view.payments.findIndex(({ id }) => id === paymentId) + 1;
  const isIts = ({ orderId }: SandboxPayment) =>
    number === 1 ? orderId === view.order.id : orderId.startsWith(`${view.order.id}.${number}`);
  return ledger.find(isIts);
}

function operationTruth(view: OrderView, operationId: string, ledger: readonly SandboxPayment[]): End {
  const names = transactionsOf(view, (event) => event.operationId === operationId);
  const all = ledger.flatMap((one) => one.operations);
  const operation = all.find((one) => names.includes(one.transactionId));
  return operation ? endOf(operation) : 'failure';
}

function transactionsOf(
  { events }: OrderView,
  isAbout: (event: OrderView['events'][number]) => boolean,
): string[] {
  return events.filter(isAbout).flatMap(({ transactionId }) => transactionId ?? []);
}

const endOf = (one: { status: string }): End => (isFinal(one) ? (one.status as 'success' | 'failure') : null);
