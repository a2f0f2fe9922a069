import { hash } from 'node:crypto';
import { learnClock } from './gateway-clock.ts';
import type { GatewayPayment } from './gateway-port.ts';
import type { Report } from './order/journal.ts';
import { isOperationMethod } from './order/operations.ts';
import { isCopy, type Snapshot } from './order/order.ts';
import { isFarAbove } from './order/ownership.ts';
import type { Payment } from './order/payment.ts';
import { paymentReported } from './order/payment-entries.ts';
import { type Effect, effectOf } from './order/timeline.ts';
import { change, findOrder } from './orders.ts';
import type { PaymentDeps } from './ports.ts';
import { updateSavedCards } from './paying/saved-cards.ts';

/** What the gateway reports, by webhook or in answer to a query. */

/** What a report did to its order: a copy, one about an unknown payment, and one that may be about another's, does nothing. */
export type ReportResult = Effect | 'copy' | 'unknown-payment' | 'unproven';

export interface HandledReport {
  result: ReportResult;
  /** null if the order is unknown here */
  order: Snapshot | null;
}

/**
 * Takes in a signed webhook. An exact copy changes nothing, states never move backwards, and a report that cannot be
 * about our payment puts it in review (order/payment.ts). What names no payment of ours is only logged, without its
 * content: it may be sensitive.
 */
export async function handleWebhook(deps: PaymentDeps, reported: GatewayPayment): Promise<HandledReport> {
  const order = await findOrder(deps, { kind: 'gateway-order', id: reported.gatewayOrderId });
  if (order) return handleReport(deps, order, reported, 'webhook');
  deps.log('webhook.order-unknown');
  return { result: 'unknown-payment', order: null };
}

/**
 * Takes in a report about a known order. One that says nothing new is not stored, nor is one that does not prove to be
 * about our payment: the gateway is asked again, when more may be known about its clock.
 */
export async function handleReport(
  deps: PaymentDeps,
  from: Snapshot,
  reported: GatewayPayment,
  source: 'webhook' | 'query',
): Promise<HandledReport & { order: Snapshot }> {
  const report = reportOf(reported);
  let before = from;
  const { result, order } = await change<Written>(deps, from, (current) => {
    before = current;
    const payment = paymentOf(current, report);
    if (!payment) return { facts: [], result: 'unknown-payment' };
    const mayBeOthers = !isOperationMethod(report.method) && payment.ownership !== 'ours';
    const { range } = deps.gatewayClock;
    // What a report says may change with what is known of the clock, and once the payment is ours.
    const said = mayBeOthers ? [report, range] : report;
    const digest = hash('sha256', JSON.stringify(said), 'base64url');
    if (isCopy(current, digest)) return { facts: [], result: 'copy' };
    const reported = { source, hash: digest, report, ...(mayBeOthers && range && { gatewayClock: range }) };
    const isUnproven = mayBeOthers && paymentReported(payment, reported, 0) === payment;
    if (isUnproven) return { facts: [], result: 'unproven' };
    return { facts: [{ kind: 'reported', paymentId: payment.id, ...reported }], result: 'written' };
  });
  if (result === 'unproven') deps.log('payment.unproven', { orderId: order.orderId, source });
  if (result !== 'written') return { result, order };
  const payment = paymentOf(order, report);
  if (payment?.ownership === 'ours' && payment.terms.method === report.method)
    learnClock(deps, report.createdAt, payment.sentAt);
  await updateSavedCards(deps, order, reported);
  return { result: logChange(deps, before, order, report, source), order };
}

type Written = 'written' | Exclude<ReportResult, Effect>;

const paymentOf = ({ state }: Snapshot, { gatewayOrderId }: Report): Payment | undefined =>
  state.payments.find((one) => one.gatewayOrderId === gatewayOrderId);

/** One line for each report of a payment, as an error if a person has to look at it. @returns what it did */
export function logChange(
  { log }: Pick<PaymentDeps, 'log'>,
  before: Snapshot,
  { orderId, state }: Snapshot,
  report: Report,
  source: string,
): Effect {
  const result = effectOf(before.state, state);
  const { gatewayOrderId, method, status, amountMinor } = report;
  const kind = isOperationMethod(method) ? 'operation' : 'payment';
  const payment = state.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
  const fields = { orderId, gatewayOrderId: payment?.gatewayOrderId ?? null, method, status, source, result };
  if (result === 'in-review') log(`${kind}.in-review`, { ...fields, ...payment?.review });
  else log(`${kind}.reported`, fields);
  const isPaid = result === 'applied' && status === 'success' && kind === 'payment';
  if (isPaid && payment && isFarAbove(payment, report)) {
    const orderedMinor = payment.terms.amountMinor;
    log('payment.overcharged', { ...fields, orderedMinor, chargedMinor: amountMinor });
  }
  return result;
}

const MOST_DESCRIPTION = 512;
const MOST_COMMENT = 2048;
const MOST_UNREAD = 128;

/**
 * The fields that are stored: neither card tokens nor unknown fields. Texts are cut here; the gateway client has cut
 * ids, masks and words to 256 characters.
 */
export function reportOf(reported: Report): Report {
  return {
    posId: reported.posId,
    gatewayOrderId: reported.gatewayOrderId,
    gatewayPaymentId: reported.gatewayPaymentId,
    operationId: reported.operationId,
    transactionId: reported.transactionId,
    mode: reported.mode,
    method: reported.method,
    amountMinor: reported.amountMinor,
    currency: reported.currency,
    status: reported.status,
    statusCode: reported.statusCode,
    statusDescription: reported.statusDescription?.slice(0, MOST_DESCRIPTION) ?? null,
    actionUrl: reported.actionUrl,
    actionRequired: reported.actionRequired,
    cardMask: reported.cardMask,
    receiptUrl: reported.receiptUrl,
    comment: reported.comment?.slice(0, MOST_COMMENT) ?? null,
    processed: reported.processed,
    recurring: reported.recurring,
    createdAt: reported.createdAt,
    ...(reported.resultUrl !== undefined && { resultUrl: reported.resultUrl }),
    ...(reported.unread !== undefined && { unread: reported.unread.slice(0, MOST_UNREAD) }),
  };
}
