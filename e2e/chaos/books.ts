import type { SandboxOperation, SandboxPayment } from '../support/sandbox-control.ts';
import type { OrderView } from './views.ts';

/** Which entry of the gateway's books an attempt or request of the companion is, whatever the companion takes it for. */

export type Ledger = readonly SandboxPayment[];

/** The attempt's payment: by its transaction; if none was ever reported, by the attempt's position in its order. */
export function paymentInBooks(view: OrderView, paymentId: string, ledger: Ledger): SandboxPayment | null {
  const names = transactionsOf(view, (event) => event.paymentId === paymentId && event.operationId === null);
  return ledger.find((one) => names.includes(one.transactionId)) ?? atPosition(view, paymentId, ledger);
}

function atPosition(view: OrderView, paymentId: string, ledger: Ledger): SandboxPayment | null {
  const number = view.payments.findIndex(({ id }) => id === paymentId) + 1;
  const isIts = ({ orderId }: SandboxPayment) =>
    number === 1 ? orderId === view.order.id : orderId.startsWith(`${view.order.id}.${number}`);
  return ledger.find(isIts) ?? null;
}

/**
 * The operation by the transaction that the companion takes for it: not by a report that it has rejected.
 * @param result of the report
 */
export function operationByReport(
  view: OrderView,
  operationId: string,
  ledger: Ledger,
  result = 'applied',
): SandboxOperation | null {
  const names = transactionsOf(view, (event) => event.operationId === operationId && event.result === result);
  const all = ledger.flatMap((one) => one.operations);
  return all.find((one) => names.includes(one.transactionId)) ?? null;
}

/** A request of the merchant. */
export interface Requested {
  id: string;
  paymentId: string;
  comment: string;
}

/** The requests of an order that have a comment of their own. */
export function requestsOf({ events }: OrderView): Requested[] {
  const all = events.flatMap(({ type, operationId: id, paymentId, comment }) =>
    type === 'operation.created' && id !== null && paymentId !== null && comment !== null
      ? [{ id, paymentId, comment }]
      : [],
  );
  return all.filter(
    (one) => all.filter((other) => isOn(other, one.paymentId) && other.comment === one.comment).length === 1,
  );
}

const isOn = (one: Requested, paymentId: string): boolean => one.paymentId === paymentId;

/** The operation that a request began, by its comment, which the gateway keeps. */
export function operationOfRequest(
  view: OrderView,
  { paymentId, comment }: Requested,
  ledger: Ledger,
): SandboxOperation | null {
  const payment = paymentInBooks(view, paymentId, ledger);
  return payment?.operations.find((one) => one.comment === comment) ?? null;
}

/** In any case: the gateway may write the same id in capitals. */
function transactionsOf(
  { events }: OrderView,
  isAbout: (event: OrderView['events'][number]) => boolean,
): string[] {
  return events.filter(isAbout).flatMap(({ transactionId }) => transactionId?.toLowerCase() ?? []);
}
