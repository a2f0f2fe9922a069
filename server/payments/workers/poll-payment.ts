import { isNotFound, isOfProject, query } from '../call.ts';
import type { GatewayPayment, CallResult } from '../gateway-port.ts';
import type { Sent } from '../order/journal.ts';
import { isOperationMethod } from '../order/operations.ts';
import type { Snapshot } from '../order/order.ts';
import { isIdTaken } from '../order/payment-entries.ts';
import type { TransactionState, Payment } from '../order/payment.ts';
import { graceEndsAt, isAwaited } from '../order/schedule.ts';
import { change, readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { handleReport } from '../reports.ts';

/**
 * Polls one payment at the gateway and processes the answer: by its state (interface 12.1), and if that is not found,
 * or the gateway has said that it knows the order id already, by the list of the order's transactions (interface
 * 17.1). Only if both know no such payment, after the grace time, nothing was charged. A payment of another project
 * is not polled, and nothing is concluded about it.
 */
export async function pollPayment(deps: PaymentDeps, orderId: string, paymentId: string): Promise<void> {
  const order = await readOrder(deps, orderId);
  const payment = order.state.payments.find((one) => one.id === paymentId);
  const now = deps.clock.now().getTime();
  if (!payment || !isAwaited(payment, now) || deps.ownCalls.has(paymentId) || !isOfProject(deps, payment))
    return;
  // Decided at the time of the query: the answer may take long.
  const mayConclude = isPastGrace(deps, payment);
  const { gatewayOrderId, terms, ownership } = payment;
  const readState = async (): Promise<CallResult<GatewayPayment>> => {
    const state = await query(deps, () => deps.gateway.readOperation(gatewayOrderId, terms.method), orderId);
    if (state.kind === 'answered') await take(deps, order, payment, [state.value]);
    return state;
  };
  // A stranger's payment may be of another method: then only the list has it.
  if (ownership !== 'id-taken' && !isNotFound(await readState())) return;
  const list = await query(deps, () => deps.gateway.readOrder(gatewayOrderId), orderId);
  if (ownership === 'id-taken' && hasNoList(list)) await readState();
  if (list.kind === 'answered') await take(deps, order, payment, primaryReport(list.value, payment));
  if (knowsNone(list, payment) && mayConclude) await concludeNotFound(deps, order, paymentId);
}

async function take(
  deps: PaymentDeps,
  order: Snapshot,
  { gatewayOrderId }: Payment,
  reports: readonly GatewayPayment[],
): Promise<void> {
  for (const one of reports) {
    if (one.gatewayOrderId === gatewayOrderId) await handleReport(deps, order, one, 'query');
    else deps.log('gateway.mismatched', { orderId: order.orderId, call: 'status' });
  }
}

/**
 * The transaction of a list that tells what became of a payment. A hosted page that was tried twice is listed twice:
 * the success counts, then an open payment, otherwise the last one. Nothing if the list has none of its method; but a
 * stranger's payment, which has taken its order id, may be of another one.
 */
export function primaryReport(
  list: readonly GatewayPayment[],
  { terms: { method }, ownership }: Pick<Payment, 'terms' | 'ownership'>,
): GatewayPayment[] {
  // An attempt to create it again (4119) is no payment.
  const made = list.filter((one) => !isIdTaken(one));
  const own = made.filter((one) => one.method === method);
  const others = ownership === 'id-taken' ? made.filter((one) => !isOperationMethod(one.method)) : [];
  const payments = own.length > 0 ? own : others;
  const its =
    payments.find((one) => one.status === 'success') ??
    payments.findLast((one) => one.status !== 'failure') ??
    payments.at(-1);
  return its ? [its] : [];
}

/** Statuses with which the gateway says that it has no such list. */
const NO_LIST: ReadonlySet<number> = new Set([400, 404, 405, 406]);

/** Whether the gateway has no such list. A 404 may also mean wrong credentials, which says nothing about the list. */
export const hasNoList = (outcome: CallResult<unknown>): boolean =>
  outcome.kind === 'refused' &&
  NO_LIST.has(outcome.refusal.status) &&
  outcome.refusal.means !== 'credentials';

const knowsNone = (list: CallResult<GatewayPayment[]>, payment: Payment): boolean =>
  isNotFound(list) || (list.kind === 'answered' && primaryReport(list.value, payment).length === 0);

/** Nothing may have been written since the query: it may be about what was not found. */
async function concludeNotFound(deps: PaymentDeps, asked: Snapshot, about: string): Promise<void> {
  await change(deps, asked, ({ entries, state }) => {
    const payment = state.payments.find((one) => one.id === about);
    const isOpen =
      payment && isUnknown(payment) && payment.ownership === 'unclear' && !deps.ownCalls.has(about);
    const isSame = entries.length === asked.entries.length;
    return { facts: isOpen && isSame ? [{ kind: 'not-found', about }] : [], result: null };
  });
}

/** The outcome is unknown, our call has ended, and nobody has to look at it. */
export const isUnknown = ({ status, inFlight, review }: TransactionState): boolean =>
  status === 'unknown' && !inFlight && review === null;

/** Whether "not found" counts. */
export const isPastGrace = ({ clock, config }: Pick<PaymentDeps, 'clock' | 'config'>, one: Sent): boolean =>
  clock.now().getTime() >= graceEndsAt(one, config.notFoundGraceS * 1_000);
