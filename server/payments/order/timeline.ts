import type { OrderEvent } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import type { CallEnd, Entry, Report } from './journal.ts';
import type { Operation } from './operations.ts';
import { evolve, fold, type OrderState } from './order.ts';
import { isOrderIdTaken } from './ownership.ts';
import { sameTerms } from './terms.ts';
import { ID_TAKEN, isIdTaken } from './payment-entries.ts';
import { iso } from './views.ts';

/** What an entry did to its order. */
export type Effect = 'applied' | 'unchanged' | 'in-review';

/** What an entry did, beside when it came. */
export function effectOf(before: OrderState, after: OrderState): Effect {
  const ids = (state: OrderState) =>
    [...state.payments, ...state.operations]
      .filter((one) => one.review !== null)
      .map((one) => `${one.id} ${one.review?.reason}`);
  if (ids(after).some((one) => !ids(before).includes(one))) return 'in-review';
  return factsOf(before) === factsOf(after) ? 'unchanged' : 'applied';
}

const factsOf = ({ payments, operations }: OrderState): string =>
  JSON.stringify(
    [...payments, ...operations].map((one) => ({ ...one, updatedAt: 0, inFlight: false, ownership: null })),
  );

const BLANK: Omit<OrderEvent, 'at' | 'type'> = {
  paymentId: null,
  operationId: null,
  source: null,
  result: null,
  method: null,
  status: null,
  statusCode: null,
  transactionId: null,
  amount: null,
  comment: null,
};

/** The timeline of an order, oldest first: its journal, as the merchant sees it. */
export function timelineOf(entries: readonly Entry[]): OrderEvent[] {
  let state = fold([]);
  const last = fold(entries);
  return entries.flatMap((entry) => {
    const before = state;
    state = evolve(before, entry);
    const event = eventOf(entry, before, state, last);
    return event ? [{ ...BLANK, at: iso(entry.at), ...event }] : [];
  });
}

type Event = Partial<OrderEvent> & Pick<OrderEvent, 'type'>;

function eventOf(entry: Entry, before: OrderState, after: OrderState, last: OrderState): Event | null {
  switch (entry.kind) {
    case 'order-updated':
      return updateEvent(before, after);
    case 'order-closed':
      return { type: 'order.closed' };
    case 'payment-started':
      return {
        type: 'payment.created',
        paymentId: entry.payment.id,
        method: entry.payment.terms.method,
      };
    case 'operation-started': {
      const { id: operationId, paymentId, method, comment } = entry.operation;
      return { type: 'operation.created', paymentId, operationId, method, comment };
    }
    case 'call-ended':
      return {
        ...aboutOf(before, entry.about),
        ...endEvent(entry.end, before),
        ...(entry.end.how === 'answered' && { result: effectOf(before, after) }),
      };
    case 'reported': {
      const { source, paymentId, report } = entry;
      const isTaken = (state: OrderState) =>
        state.payments.some((one) => one.id === paymentId && isOrderIdTaken(one));
      // What was found there is another's.
      if (isTaken(after) && !isTaken(before))
        return { type: 'call.refused', paymentId, source, comment: ID_TAKEN };
      const operationId = operationOf(report, paymentId, before, after, last)?.id ?? null;
      const result = effectOf(before, after);
      return { type: 'report', source, result, paymentId, operationId, ...factsOfReport(report, before) };
    }
    case 'not-found':
      return notFoundEvent(entry.about, before, after);
    case 'resolved': {
      const { status, comment } = entry;
      return { type: 'resolved', source: 'person', status, comment, ...aboutOf(before, entry.about) };
    }
  }
}

/**
 * The operation that a report names, as the order's last state knows it: what was reported before our own call was answered
 * turns out to be ours. Without a name, the one that is new by it.
 */
function operationOf(
  { operationId }: Report,
  paymentId: string,
  before: OrderState,
  { operations }: OrderState,
  last: OrderState,
): Operation | undefined {
  if (operationId === null)
    return operations.find(({ id }) => !before.operations.some((one) => one.id === id));
  return last.operations.find((one) => one.paymentId === paymentId && one.operationId === operationId);
}

/** Null where an operation was found after all, among those that were reported. */
function notFoundEvent(about: string, before: OrderState, after: OrderState): Event | null {
  const one = [...after.payments, ...after.operations].find(({ id }) => id === about);
  if (one?.endedBy !== 'not-found' && !one?.review) return null;
  const type = one.review ? 'report' : 'call.not-found';
  return { type, ...(one.review && { source: 'query', result: 'in-review' }), ...aboutOf(before, about) };
}

function endEvent(end: CallEnd, state: OrderState): Event {
  switch (end.how) {
    case 'answered':
      if (isIdTaken(end.report)) return { type: 'call.refused', comment: ID_TAKEN };
      return { type: 'report', source: 'answer', ...factsOfReport(end.report, state) };
    case 'page-opened':
      return { type: 'page.opened' };
    case 'refused':
      return { type: 'call.refused', comment: end.refusal.description };
    case 'not-sent':
      return { type: 'call.not-sent' };
    case 'unknown':
      return { type: 'call.unanswered' };
  }
}

/** Null if nothing has changed: every token with a newer `iat` states the order, and pages make one per visit. */
function updateEvent(
  { orderTerms: was, length, closedAt }: OrderState,
  { orderTerms }: OrderState,
): Event | null {
  if (!orderTerms) return null;
  const { description, terms } = orderTerms;
  const isReopened = closedAt !== null;
  if (was && !isReopened && was.description === description && sameTerms(was.terms, terms)) return null;
  const { amountMinor, currency, method } = terms;
  const type = length === 0 ? 'order.created' : 'order.updated';
  return { type, method, amount: formatAmount(amountMinor, currency) };
}

/** An amount that cannot be read is shown in the gateway's own words: a person has nothing else to go by. */
function factsOfReport(report: Report, { payments }: OrderState): Partial<OrderEvent> {
  const { method, status, statusCode, transactionId, amountMinor, currency, unread } = report;
  const isOurs = payments.some((one) => one.terms.currency === currency);
  const amount =
    amountMinor === null || currency === null || !isOurs ? null : formatAmount(amountMinor, currency);
  const comment = unread === undefined ? null : `The amount cannot be read: ${unread}`;
  return { method, status, statusCode, transactionId, amount, comment };
}

/** The payment and the operation that an id of ours names. */
function aboutOf({ operations }: OrderState, about: string): Pick<OrderEvent, 'paymentId' | 'operationId'> {
  const operation = operations.find((one) => one.id === about);
  return operation
    ? { paymentId: operation.paymentId, operationId: about }
    : { paymentId: about, operationId: null };
}
