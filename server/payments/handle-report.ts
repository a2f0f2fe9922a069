import { change, findOrder } from './desk.ts';
import { sha256 } from './hash.ts';
import type { Fact, NotedEvent } from './order/journal.ts';
import { alike } from './order/alike.ts';
import { isOperationMethod } from './order/operation.ts';
import { extend, type Snapshot } from './order/order.ts';
import { type Report, reportOf, sanitizeCode, sanitizeId, sanitizeWord } from './order/report.ts';
import type { Effect } from './order/transaction.ts';
import type { PaymentDeps } from './ports/deps.ts';
import type { GatewayPayment, UnknownEvent } from './ports/gateway.ts';
import { updateSavedCard } from './update-saved-card.ts';

/** The result of a report: its effect on its order, or that it was a copy, or that its order is unknown here. */
export type ReportResult = Effect | 'copy' | 'unknown-payment';

export interface HandledReport {
  result: ReportResult;
  /** null if the order is unknown here */
  order: Snapshot | null;
}

/**
 * Processes a webhook: exact copies are dropped by their hash, states never move backwards, and a report that
 * contradicts the request is disputed instead of trusted (architecture rule 3).
 * @param text the event as it was signed
 */
export async function handleWebhook(
  deps: PaymentDeps,
  reported: GatewayPayment,
  text: string,
): Promise<HandledReport> {
  const hash = sha256(text);
  const order = await findOrder(deps, { kind: 'gateway-order', id: reported.gatewayOrderId });
  if (!order) return saveUnknown(deps, hash, { ...reported, cardToken: null });
  return handleReport(deps, order, reported, { source: 'webhook', hash });
}

/** Processes the answer to a status query about an order. An answer that says nothing new is not stored. */
export function handleStatusRead(
  deps: PaymentDeps,
  order: Snapshot,
  reported: GatewayPayment,
): Promise<HandledReport> {
  return handleReport(deps, order, reported, { source: 'read', hash: null });
}

type From = { source: 'webhook'; hash: string } | { source: 'read'; hash: null };

async function handleReport(
  deps: PaymentDeps,
  from: Snapshot,
  reported: GatewayPayment,
  { source, hash }: From,
): Promise<HandledReport> {
  const id = deps.newId();
  const report = reportOf(reported);
  const { result, order } = await change<ReportResult>(deps, from, (current, at) => {
    const attempt = current.state.attempts.find((one) => one.gatewayOrderId === reported.gatewayOrderId);
    if (!attempt) return { facts: [], result: 'unknown-payment' };
    const fact: Fact = { kind: 'reported', id, attemptId: attempt.id, source, hash, report };
    const after = extend(current.state, [{ ...fact, at }]);
    const effect = after.effects.at(-1) ?? 'ignored';
    if (hash !== null && isCopy(current, hash, effect)) return { facts: [], result: 'copy' };
    const saysNothing = source === 'read' && (effect === 'unchanged' || repeatsLast(current, fact, effect));
    return { facts: saysNothing ? [] : [fact], result: effect, after };
  });
  logReport(deps, order, reported, { source, result, gatewayOrderId: reported.gatewayOrderId });
  await updateCardOf(deps, order, reported, result);
  return { result, order };
}

/** Copies and reports that change nothing count too: a process may have died between a success and saving its card. */
async function updateCardOf(
  deps: PaymentDeps,
  order: Snapshot,
  reported: GatewayPayment,
  result: ReportResult,
): Promise<void> {
  const attempt = order.state.attempts.find((one) => one.gatewayOrderId === reported.gatewayOrderId);
  if (attempt?.method !== reported.method || result === 'ignored' || result === 'disputed') return;
  await updateSavedCard(deps, order, attempt.id, reported);
}

/** A report that was ignored before may change something when it comes again. */
function isCopy({ entries, state }: Snapshot, hash: string, effect: Effect): boolean {
  if (!state.hashes.has(hash)) return false;
  const earlier = entries.flatMap((entry, index) =>
    entry.kind === 'reported' && entry.hash === hash ? [state.effects[index]] : [],
  );
  return effect === 'ignored' || earlier.some((one) => one !== 'ignored');
}

/**
 * A contradiction that is read repeatedly is stored once, even if one of another transaction comes in between. An
 * operation without an id is stored once however many others are read in between.
 */
function repeatsLast({ entries, state }: Snapshot, fact: Fact, effect: Effect): boolean {
  if (fact.kind !== 'reported' || (effect !== 'disputed' && effect !== 'ignored')) return false;
  const { attemptId, report } = fact;
  const attempt = state.attempts.find((one) => one.id === attemptId);
  if (attempt?.unnamed.some((one) => alike(one, report))) return true;
  const last = entries.findLast(
    (one) =>
      one.kind === 'reported' &&
      one.source === 'read' &&
      one.attemptId === attemptId &&
      one.report.method === report.method &&
      one.report.operationId === report.operationId,
  );
  return last?.kind === 'reported' && alike(last.report, report);
}

/**
 * Stores a signed webhook of unknown form with the order that it names. It changes nothing.
 * @param text the event as it was signed
 */
export async function handleUnknownWebhook(
  deps: PaymentDeps,
  event: UnknownEvent,
  text: string,
): Promise<ReportResult> {
  const hash = sha256(`unknown form ${text}`);
  const { gatewayOrderId } = event;
  const found =
    gatewayOrderId === null ? null : await findOrder(deps, { kind: 'gateway-order', id: gatewayOrderId });
  if (!found) return (await saveUnknown(deps, hash, event)).result;
  const id = deps.newId();
  const { result } = await change<ReportResult>(deps, found, ({ state }) => {
    const attempt = state.attempts.find((one) => one.gatewayOrderId === gatewayOrderId);
    if (!attempt || state.hashes.has(hash)) return { facts: [], result: 'copy' };
    const secret = { event: JSON.stringify(event.raw) };
    const noted = notedEvent(event, attempt.currency);
    return {
      facts: [{ kind: 'noted', id, attemptId: attempt.id, hash, event: noted, secret }],
      result: 'ignored',
    };
  });
  const { method, status } = event;
  const safe = { method: sanitizeWord(method), status: sanitizeWord(status) };
  deps.log('webhook.form-unknown', { result, orderId: found.orderId, ...safe });
  return result;
}

function notedEvent(event: UnknownEvent, currency: string): NotedEvent {
  return {
    method: sanitizeWord(event.method),
    status: sanitizeWord(event.status),
    statusCode: sanitizeCode(event.statusCode),
    transactionId: sanitizeId(event.transactionId),
    amountMinor: event.currency === currency ? event.amountMinor : null,
  };
}

/** Never log fields of events for unknown orders: they may contain sensitive data. */
async function saveUnknown(deps: PaymentDeps, hash: string, event: object): Promise<HandledReport> {
  const at = deps.clock.now().getTime();
  const fresh = await deps.store.saveUnknownEvent({ hash, at, body: JSON.stringify(event) });
  if (fresh) deps.log('webhook.order-unknown');
  return { result: fresh ? 'unknown-payment' : 'copy', order: null };
}

const UNEXPECTED_SHARE = 1.2;

/** One line for each report of an attempt, as an error if an operator has to look at it. */
export function logReport(
  { log }: Pick<PaymentDeps, 'log'>,
  { orderId, state }: Snapshot,
  { method, status, amountMinor, processed, operationId }: Report,
  { source, result, gatewayOrderId }: { source: string; result: ReportResult; gatewayOrderId: string | null },
): void {
  const fields = { orderId, gatewayOrderId, method: sanitizeWord(method), status, source, result };
  const attempt = state.attempts.find((one) => one.gatewayOrderId === gatewayOrderId);
  const operation = state.operations.find(
    (one) => one.attemptId === attempt?.id && one.operationId === operationId,
  );
  const isOfOperation = isOperationMethod(method) && (result !== 'disputed' || operation?.dispute);
  const kind = isOfOperation ? 'operation' : 'payment';
  if (result === 'disputed') {
    const { dispute } = (isOfOperation ? operation : attempt) ?? {};
    log(`${kind}.disputed`, { ...fields, reason: dispute ?? 'contradicting-ends' });
  } else if (result === 'ignored' && source === 'answer') {
    log('gateway.mismatched', fields);
  } else if (result === 'ignored' && kind === 'payment') {
    log('payment.ignored', fields);
  } else log(`${kind}.reported`, fields);
  const isOwn = attempt?.method === method && status === 'success' && result === 'applied';
  if (isOwn && processed && processed.currency !== attempt.currency) {
    const paidCurrency = sanitizeWord(processed.currency);
    log('payment.converted', { ...fields, paidCurrency, paidMinor: processed.amountMinor });
  }
  if (isOwn && amountMinor !== null && amountMinor > attempt.amountMinor * UNEXPECTED_SHARE) {
    log('payment.overcharged', {
      ...fields,
      orderedMinor: attempt.amountMinor,
      chargedMinor: amountMinor,
    });
  }
}
