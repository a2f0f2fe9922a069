import type { OrderEvent } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import type { Entry, NotedEvent, OrderParameters } from './journal.ts';
import { unlinked } from './ledger.ts';
import { isSameOperation, type Operation, type Request } from './operation.ts';
import type { Report } from './report.ts';
import type { OrderState } from './state.ts';
import { sameTerms } from './terms.ts';
import type { Effect } from './transaction.ts';
import { iso } from './views.ts';
import { unreachable } from './unreachable.ts';

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
export function timelineOf(entries: readonly Entry[], state: OrderState): OrderEvent[] {
  return entries.flatMap((entry, index) => {
    const event = eventOf(entry, state, state.effects[index] ?? 'ignored', index);
    return event ? [{ ...BLANK, at: iso(entry.at), ...event }] : [];
  });
}

type Event = Partial<OrderEvent> & Pick<OrderEvent, 'type'>;

function eventOf(entry: Entry, state: OrderState, result: Effect, index: number): Event | null {
  switch (entry.kind) {
    case 'order-updated':
      return updateEvent(entry.parameters, state, index);
    case 'attempt-begun':
      return { type: 'payment.created', paymentId: entry.attempt.id, method: entry.attempt.method };
    case 'operation-requested': {
      const { id: operationId, attemptId: paymentId, method, comment } = entry.request;
      return { type: 'operation.created', paymentId, operationId, method, comment };
    }
    case 'answered':
      return {
        type: 'report',
        source: 'answer',
        result,
        ...aboutOf(state, entry.about),
        ...facts(state, entry.report),
        ...unreadComment(entry.report),
      };
    case 'reported': {
      const operationId = operationIdOf(state, entry.attemptId, entry.report.operationId);
      const { source, attemptId: paymentId, report } = entry;
      const details = { ...facts(state, report), ...unreadComment(report) };
      return { type: 'report', source, result, paymentId, operationId, ...details };
    }
    case 'noted': {
      const { attemptId: paymentId, event } = entry;
      const { currency = null } = state.attempts.find((one) => one.id === paymentId) ?? {};
      return {
        type: 'report',
        source: 'webhook',
        result,
        paymentId,
        ...facts(state, { ...event, currency }),
      };
    }
    case 'page-opened':
      return { type: 'page.opened', ...aboutOf(state, entry.about) };
    case 'refused':
      return { type: 'call.refused', ...aboutOf(state, entry.about), comment: entry.refusal.description };
    case 'not-sent':
      return { type: 'call.not-sent', ...aboutOf(state, entry.about) };
    case 'unanswered':
      return { type: 'call.unanswered', ...aboutOf(state, entry.about) };
    case 'not-found':
      return { type: 'call.not-found', ...aboutOf(state, entry.about) };
    case 'linked':
    case 'operations-read':
    case 'clock-set-back':
      return null;
    case 'resolved': {
      const { status, comment } = entry;
      return { type: 'resolved', source: 'person', result, status, comment, ...aboutOf(state, entry.about) };
    }
    default:
      return unreachable(entry);
  }
}

/** Null if nothing has changed: every token with a newer `iat` is an update, and pages issue one per visit. */
function updateEvent(
  parameters: OrderParameters,
  { allParameters }: OrderState,
  index: number,
): Event | null {
  const before = allParameters[allParameters.indexOf(parameters) - 1];
  if (before && before.description === parameters.description && sameTerms(before, parameters)) return null;
  const { amountMinor, currency, method } = parameters;
  const type = index === 0 ? 'order.created' : 'order.updated';
  return { type, method, amount: formatAmount(amountMinor, currency) };
}

type Facts = NotedEvent & Pick<Report, 'currency'>;

function facts(
  state: OrderState,
  { method, status, statusCode, transactionId, amountMinor, currency }: Facts,
) {
  const own = state.attempts.some((one) => one.currency === currency);
  const amount =
    amountMinor === null || currency === null || !own ? null : formatAmount(amountMinor, currency);
  return { method, status, statusCode, transactionId, amount };
}

/** Manual review has no amount to go by, so it gets the gateway's original text. */
function unreadComment({ unread }: Report): Pick<OrderEvent, 'comment'> | null {
  return unread === undefined ? null : { comment: `The amount cannot be read: ${unread}` };
}

/** The payment and the operation that an id of ours names. */
function aboutOf(state: OrderState, about: string): Pick<OrderEvent, 'paymentId' | 'operationId'> {
  const operation = [...state.requests, ...state.operations].find((one) => one.id === about);
  return operation
    ? { paymentId: operation.attemptId, operationId: about }
    : { paymentId: about, operationId: null };
}

/** Our id of an operation of the gateway: that of the request that began it, otherwise its own. */
function operationIdOf(state: OrderState, attemptId: string, operationId: string | null): string | null {
  const isSame = (one: Request | Operation) => isSameOperation(one, { attemptId, operationId });
  return (state.requests.find(isSame) ?? unlinked(state).find(isSame))?.id ?? null;
}
