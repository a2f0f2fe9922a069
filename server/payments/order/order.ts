import { isOneOf, PAYMENT_METHODS } from '../../contract/words.ts';
import type { Entry, Report, OrderTerms, Terms } from './journal.ts';
import {
  isOperationMethod,
  newOperation,
  operationCallEnded,
  operationNotFound,
  operationReported,
  operationResolved,
  type Operations,
} from './operations.ts';
import { mismatchOfOperation } from './ownership.ts';
import { concluded, inReview, type MismatchField, type Payment, standing } from './payment.ts';
import { asked, newPayment, paymentCallEnded, paymentReported, paymentResolved } from './payment-entries.ts';
import { sameTerms } from './terms.ts';

/** An order as its journal tells it. It does not depend on the time at which it is read. */
export interface OrderState {
  /** as it was updated last; null before */
  orderTerms: OrderTerms | null;
  /** terms that it had earlier, each once, oldest first */
  earlierTerms: readonly Terms[];
  /** so many of its payments had begun when the merchant's API updated it last: their declines no longer count */
  declinesForgotten: number;
  /** identifies the payment page; null if there is none */
  linkId: string | null;
  /** the last token that the merchant API issued; null if there is none, or if it can no longer be decrypted */
  token: string | null;
  /** since when it takes no further payment; null while it does */
  closedAt: number | null;
  payments: readonly Payment[];
  operations: Operations;
  /** the number of entries */
  length: number;
  createdAt: number | null;
  /** time of the last entry */
  updatedAt: number;
}

/** An order as it was read: its journal, and the state that follows from it. */
export interface Snapshot {
  orderId: string;
  entries: readonly Entry[];
  state: OrderState;
  /** `iat` of a newer token that only repeats an entry: `state.orderTerms` has it; null if there is none */
  newestIat?: number | null | undefined;
  /** of one that was just changed here: when its entries went to the store, by a clock that nobody sets */
  writtenAt?: number;
}

const EMPTY: OrderState = {
  orderTerms: null,
  earlierTerms: [],
  declinesForgotten: 0,
  linkId: null,
  token: null,
  closedAt: null,
  payments: [],
  operations: [],
  length: 0,
  createdAt: null,
  updatedAt: 0,
};

/**
 * The state of an order: a pure fold over its journal, for any entries in any order. It takes O(entries × (payments +
 * operations + distinct terms)): the same terms, n times, cost n comparisons.
 * @throws TypeError for a kind of entry that only a newer version knows
 */
export const fold = (entries: readonly Entry[], from: OrderState = EMPTY): OrderState =>
  entries.reduce(evolve, from);

export function snapshot(orderId: string, entries: readonly Entry[]): Snapshot {
  return { orderId, entries, state: fold(entries) };
}

/** The order after further entries. */
export function extended(order: Snapshot, more: readonly Entry[]): Snapshot {
  const { orderId, newestIat, entries, state } = order;
  return { orderId, newestIat, entries: [...entries, ...more], state: fold(more, state) };
}

/** Whether a report is an exact copy of one that is in the journal: it changes nothing. */
export const isCopy = ({ entries }: Snapshot, hash: string): boolean =>
  entries.some((one) => one.kind === 'reported' && one.hash === hash);

/** The state after one more entry. */
export const evolve = (state: OrderState, entry: Entry): OrderState => ({
  ...after(state, entry),
  length: state.length + 1,
  updatedAt: entry.at,
  createdAt: state.createdAt ?? entry.at,
});

function after(state: OrderState, entry: Entry): OrderState {
  const { at } = entry;
  switch (entry.kind) {
    case 'order-updated':
      return updated(state, entry);
    case 'order-closed':
      return { ...state, closedAt: state.closedAt ?? at };
    case 'payment-started':
      return { ...state, payments: [...state.payments, newPayment(entry.payment, at)] };
    case 'operation-started':
      return {
        ...state,
        operations: [...state.operations, newOperation(entry.operation, at, state.length)],
      };
    case 'call-ended':
      return withAbout(
        state,
        entry,
        (one) => paymentCallEnded(one, entry.end, state.length),
        (all, payment) => operationCallEnded(all, payment, entry.about, entry.end, at, state.length),
      );
    case 'reported':
      return reported(state, entry);
    case 'not-found':
      return withAbout(state, entry, paymentNotFound, (all, payment) =>
        operationNotFound(all, payment, entry.about),
      );
    case 'resolved':
      return withAbout(
        state,
        entry,
        (one) => paymentResolved(one, entry.status, state.length),
        (all) => operationResolved(all, entry.about, entry.status, entry.amountMinor),
      );
    default:
      throw new TypeError('A newer version wrote this entry.');
  }
}

function updated(state: OrderState, { orderTerms, secret }: Entry & { kind: 'order-updated' }): OrderState {
  const isApi = orderTerms.by === 'api';
  return {
    ...state,
    orderTerms,
    earlierTerms: withTerms(state.earlierTerms, state.orderTerms?.terms),
    declinesForgotten: isApi ? state.payments.length : state.declinesForgotten,
    linkId: orderTerms.linkId ?? state.linkId,
    token: isApi ? (secret?.token ?? null) : state.token,
    closedAt: isApi ? null : state.closedAt,
  };
}

/** Shops state an order with each visit of its page, mostly with the same terms. */
const withTerms = (all: readonly Terms[], terms: Terms | undefined): readonly Terms[] =>
  !terms || all.some((one) => sameTerms(one, terms)) ? all : [...all, terms];

/** What the gateway has said is there, and does not list, is asked for on. */
const paymentNotFound = (one: Payment): Payment =>
  one.ownership !== 'unclear'
    ? one
    : concluded({ ...one, inFlight: false }, 'not-found', 'The payment did not reach the payment service.');

function reported(state: OrderState, entry: Entry & { kind: 'reported' }): OrderState {
  const { paymentId, report, at } = entry;
  const payment = state.payments.find((one) => one.id === paymentId);
  if (!payment) return state;
  if (!isOperationMethod(report.method)) {
    // Others under our order id, as `credit`, move nothing (interface 15.4).
    if (!isOneOf(PAYMENT_METHODS, report.method)) return state;
    return withPayment(state, paymentId, at, (one) => paymentReported(one, entry, state.length));
  }
  const operations = operationReported(state.operations, payment, report, at, state.length);
  // It counts even then, until a person has looked.
  const field = mismatchOfOperation(payment, report);
  return withPayment({ ...state, operations }, paymentId, at, (one) => doubted(one, report, field));
}

/** Only a successful payment can have operations (interface 14.3, 14.4). */
function doubted(payment: Payment, report: Report, field: MismatchField | null): Payment {
  if (field !== null) return inReview(payment, 'mismatch', field);
  const isMoved =
    report.status === 'success' && report.method !== 'void' && payment.terms.method !== 'lookup';
  if (!isMoved || payment.status !== 'failure') return payment;
  // On a page, another card may have succeeded since.
  return standing(payment) === 'failure on a page' ? asked(payment) : inReview(payment, 'contradicted');
}

/** Changes the payment or the operation that an entry is about. */
function withAbout(
  state: OrderState,
  { about, at }: { about: string; at: number },
  ofPayment: (one: Payment) => Payment,
  ofOperation: (all: Operations, payment: Payment) => Operations,
): OrderState {
  const row = state.operations.find((one) => one.id === about);
  const payment = state.payments.find((one) => one.id === row?.paymentId);
  if (!row || !payment) return withPayment(state, about, at, ofPayment);
  const operations = ofOperation(state.operations, payment);
  return {
    ...state,
    operations: operations.map((one) => (one.id === about ? { ...one, updatedAt: at } : one)),
  };
}

function withPayment(
  state: OrderState,
  id: string,
  at: number,
  change: (one: Payment) => Payment,
): OrderState {
  const before = state.payments.find((one) => one.id === id);
  const changed = before && change(before);
  if (!changed || changed === before) return state;
  const payments = state.payments.map((one) => (one === before ? { ...changed, updatedAt: at } : one));
  return { ...state, payments };
}
