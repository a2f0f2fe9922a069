import type { Entry, Report } from '../order/journal.ts';
import type { Operation } from '../order/operations.ts';
import { fold, type OrderState, type Snapshot } from '../order/order.ts';
import { isOnTerms, isBeingRefunded, payingPayment } from '../order/paying.ts';
import { isFinal, type TransactionState, type Payment } from '../order/payment.ts';
import { isPageToCancel, nextDueAt } from '../order/schedule.ts';
import {
  type Message,
  operationView,
  paymentView,
  reviewItems,
  shownOperations,
  shownStatus,
} from '../order/views.ts';
import type { Bank, BankOperation, BankPayment } from './bank.ts';

/**
 * For tests: what must never happen to an order, whatever the gateway, the network and the processes do. A rule about
 * sending compares what the journal knew when the request was written with what is true at the gateway.
 */

export interface Witness {
  bank: Bank;
  order: Snapshot;
  now: number;
  /** payments about which, or about whose operations, a person has said what is not true */
  misjudged: ReadonlySet<string>;
}

// --- At the moment of sending ---

/** What was decided on: not what was reported between writing and sending. */
function knownWhenWritten({ entries }: Snapshot, id: string): { state: OrderState; reports: Report[] } {
  const index = entries.findIndex(
    (one) =>
      (one.kind === 'payment-started' && one.payment.id === id) ||
      (one.kind === 'operation-started' && one.operation.id === id),
  );
  const known = entries.slice(0, index);
  return { state: fold(known), reports: known.flatMap(reportIn) };
}

function reportIn(entry: Entry): Report[] {
  if (entry.kind === 'reported') return [entry.report];
  return entry.kind === 'call-ended' && entry.end.how === 'answered' ? [entry.end.report] : [];
}

/** A payment is about to be sent. No other one may be alive, but for those that it or others replace. */
export function paymentFault({ bank, order, misjudged }: Witness, id: string): string | null {
  const { state, reports } = knownWhenWritten(order, id);
  const ours = order.state.payments.find((one) => one.id === id);
  const replaced = new Set([ours?.replaces, ...state.payments.map((one) => one.replaces)]);
  if (ours && isGivenUp(ours)) return `${id} was sent after it was given up`;
  if (state.closedAt !== null) return `${id} was sent for a closed order`;
  const alive = state.payments.find(
    (one) => !replaced.has(one.id) && !misjudged.has(one.id) && isAlive(bank, state, reports, one),
  );
  return alive ? `${id} was sent beside ${alive.id}` : null;
}

function isAlive(bank: Bank, state: OrderState, reports: Report[], one: Payment): boolean {
  const { gatewayOrderId } = one;
  if (bank.travelling.some(({ about, isTooLate }) => about === gatewayOrderId && !isTooLate)) return true;
  const its = bank.ours(gatewayOrderId);
  if (
    !its ||
    (its.cameTooLate && one.endedBy === 'not-found') ||
    ((its.hasFlipped || its.hasSecondCard) && !isTold(bank, reports, its))
  )
    return false;
  if (its.status === 'init' || its.status === 'pending')
    return its.mode === 'direct' || bank.isPageKnown(gatewayOrderId);
  return bank.isKept(its) && isOnTerms(state, one) && !isBeingRefunded(state, one);
}

/** Told as it is, with all that proves it to be ours. */
const isTold = (bank: Bank, reports: Report[], its: BankPayment): boolean =>
  reports.some((one) => JSON.stringify(one) === JSON.stringify(bank.reportOf(its)));

/** A capture, void or refund is about to be sent. @param amountMinor as the gateway understands the request */
export function operationFault(witness: Witness, id: string, amountMinor: number): string | null {
  const { bank, order, misjudged } = witness;
  const ours = order.state.operations.find((one) => one.id === id);
  const payment = order.state.payments.find((one) => one.id === ours?.paymentId);
  const its = payment && bank.ours(payment.gatewayOrderId);
  if (!ours || !its || misjudged.has(payment.id)) return null;
  if (isGivenUp(ours)) return `${id} was sent after it was given up`;
  const { state, reports } = knownWhenWritten(order, id);
  const told = new Set(reports.map((one) => one.operationId));
  const known = its.operations.filter(
    (one) => one.status !== 'failure' && (one.request !== null || told.has(one.id)),
  );
  const again = state.operations.find((one) => isSentAgain(bank, known, one, ours));
  if (again) return `${ours.method} ${again.id} was sent again as ${id}`;
  if (ours.origin === 'automatic' && isLastOne(witness, its, state, reports))
    return `the last payment, ${payment.id}, goes back`;
  if (ours.method !== 'refund') {
    return known.some((one) => one.method !== 'refund') ? `${ours.method} ${id} of what was moved` : null;
  }
  const back = sum(known.filter((one) => one.method === 'refund'));
  const taken = bank.taken(its);
  return taken > 0 && back + amountMinor > taken
    ? `${id}: ${back} + ${amountMinor} of ${taken} go back`
    : null;
}

/** Nobody waits for its call any more. */
const isGivenUp = (one: TransactionState): boolean => isFinal(one) && one.endedBy !== 'gateway';

/** It was given up, and is alive. */
const isSentAgain = (bank: Bank, known: BankOperation[], one: Operation, by: Operation): boolean =>
  one.paymentId === by.paymentId &&
  one.method === by.method &&
  one.status === 'failure' &&
  (known.some(({ request }) => request === one.id) || bank.travelling.some(({ about }) => about === one.id));

/** There is no other payment of which nothing went back, as far as the journal knew. */
function isLastOne(
  { bank, misjudged }: Witness,
  its: BankPayment,
  state: OrderState,
  reports: Report[],
): boolean {
  if (misjudged.size > 0) return false;
  const known = new Set([...reports.map((one) => one.operationId), ...state.operations.map((one) => one.id)]);
  const isFull = (one: BankPayment) =>
    (one.status === 'success' || (one.hasFlipped && !isTold(bank, reports, one))) &&
    !one.operations.some(
      ({ id, request, method, status }) =>
        method !== 'capture' && status !== 'failure' && (known.has(id) || known.has(request ?? '')),
    );
  return !bank.payments.some((one) => one.isOurs && one !== its && isFull(one));
}

// --- After each append ---

/** A payment that is not ours is shown as ours. */
export function strangerFault({ payments }: OrderState): string | null {
  const believed = payments.find(
    (one) =>
      one.review === null &&
      one.endedBy === 'gateway' &&
      (one.gatewayPaymentId?.startsWith('bank-stranger') ?? false),
  );
  return believed ? `a stranger's payment is believed to be ${believed.id}` : null;
}

// --- At rest ---

/** Everything that is wrong once nothing is on its way and the gateway has told all. */
export function faultsAtRest(witness: Witness): string[] {
  return [
    ...moreBackThanTaken(witness),
    ...keptTwice(witness),
    ...payingWentBack(witness),
    ...againstTheGateway(witness),
    ...inNobodysHands(witness),
  ];
}

/** Those that were asked for through us: the portal is not ours to watch. */
const moreBackThanTaken = ({ bank, order, misjudged }: Witness): string[] =>
  order.state.payments.flatMap((payment) => {
    const its = bank.ours(payment.gatewayOrderId);
    if (!its || its.status !== 'success' || misjudged.has(payment.id)) return [];
    const back = sum(its.operations.filter((one) => isDone(one, 'refund') && one.request !== null));
    return back > bank.taken(its) ? [`${payment.id}: ${back} of ${bank.taken(its)} went back`] : [];
  });

function keptTwice({ bank, order, now, misjudged }: Witness): string[] {
  const kept = order.state.payments.filter((one) => {
    const its = bank.ours(one.gatewayOrderId);
    return its !== undefined && bank.isKept(its);
  });
  const seen = new Set([...misjudged, ...reviewItems(order.state, now).map((one) => one.paymentId)]);
  const isSeen = kept.some((one) => seen.has(one.id) || isOfPerson(order.state, one));
  return kept.length > 1 && !isSeen ? [`kept: ${kept.map((one) => one.id).join(', ')}`] : [];
}

/** A person has answered for it. */
const isOfPerson = ({ operations }: OrderState, payment: Payment): boolean =>
  [payment, ...operations.filter((one) => one.paymentId === payment.id)].some(
    ({ endedBy }) => endedBy === 'person',
  );

function payingWentBack({ bank, order }: Witness): string[] {
  const paying = payingPayment(order.state);
  const done = paying ? (bank.ours(paying.gatewayOrderId)?.operations ?? []) : [];
  const automaticRefunds = new Set(
    order.state.operations.filter((one) => one.origin === 'automatic').map((one) => one.id),
  );
  const back = done.find((one) => one.status === 'success' && automaticRefunds.has(one.request ?? ''));
  return paying && back ? [`${paying.id} pays, and was refunded`] : [];
}

const againstTheGateway = ({ bank, order, now }: Witness): string[] =>
  order.state.payments.flatMap((one) => {
    const shown = shownStatus(one);
    const its = bank.ours(one.gatewayOrderId);
    // Nobody can pay on a page whose address nobody knows.
    const isOver = its?.mode === 'hosted' && its.status === 'init' && !bank.isPageKnown(one.gatewayOrderId);
    const truth = its && !isOver ? its.status : 'failure';
    const isDoubted = reviewItems(order.state, now).some(
      ({ paymentId, operationId }) => paymentId === one.id && operationId === null,
    );
    const isWrong = isFinal({ status: shown }) && shown !== truth && one.endedBy !== 'person' && !isDoubted;
    return isWrong ? [`${one.id} is shown as ${shown}, and is ${truth}`] : [];
  });

/** Open, and neither due, nor in review, nor a page that can still be paid. */
export function inNobodysHands({ order, now }: Witness): string[] {
  const { state } = order;
  const due = nextDueAt(state, now);
  const items = reviewItems(state, now);
  const isInReview = ({ id }: { id: string }) =>
    items.some((one) => id === (one.operationId ?? one.paymentId));
  const isPage = (one: Payment | Operation) =>
    'mode' in one && one.mode === 'hosted' && one.status === 'init' && !isPageToCancel(state, one, now);
  return [...state.payments, ...state.operations]
    .filter((one) => !isFinal(one) && !isInReview(one) && !(due !== null && isPage(one)))
    .map((one) => `${one.id} is ${one.status}, and nobody looks after it`);
}

const isDone = (one: BankOperation, method: string) => one.method === method && one.status === 'success';

const sum = (all: readonly BankOperation[]): number => all.reduce((total, one) => total + one.amountMinor, 0);

// --- Messages ---

/** The last messages to the merchant, by payment and operation, that are not what is now shown. */
export function messageFaults({ order }: Witness, last: ReadonlyMap<string, Message>): string[] {
  const { state } = order;
  const shown = new Map<string, Message['data']>([
    ...state.payments.map((one) => [one.id, paymentView(order, one)] as const),
    ...shownOperations(state).map((one) => [one.id, operationView(order, one)] as const),
  ]);
  const wrong = [...last.values()]
    .filter(({ data }) => factsOf(data) !== factsOf(shown.get(data.id)))
    .map(
      ({ data }) => `${data.id} was told as ${data.status}, and is ${shown.get(data.id)?.status ?? 'gone'}`,
    );
  return [...wrong, ...[...shown.keys()].filter((id) => !last.has(id)).map((id) => `${id} was never told`)];
}

const factsOf = (data: Message['data'] | undefined): string =>
  JSON.stringify({ ...data, updatedAt: null, canRetry: null });
