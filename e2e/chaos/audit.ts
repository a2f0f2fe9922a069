import type { SandboxPayment } from '../support/sandbox-control.ts';
import { operationOfRequest, requestsOf } from './books.ts';
import { auditMessages } from './audit-messages.ts';
import type { Told } from './stage.ts';
import { isFinal, type Message, type OrderView } from './views.ts';

/** Everything known of one order at the end. */
export interface Evidence {
  orderId: string;
  /** the gateway's: the truth */
  ledger: readonly SandboxPayment[];
  /** payments of another shop under this order id */
  strangers: readonly SandboxPayment[];
  /** the companion's; null if it does not know the order */
  view: OrderView | null;
  /** in the order in which they arrived at the merchant */
  messages: readonly Message[];
  /** final states reported to customers and the merchant */
  told: readonly Told[];
  /** comments of the operations that were requested once each */
  once: readonly string[];
  /** why it was listed for review at the end; null where an order may need a person */
  reviewed: readonly string[] | null;
}

export const FAULTS = [
  'doubled',
  'lost',
  'contradicting',
  'unknown',
  'message',
  'stranger',
  'review',
] as const;

/** A violation of the rules. */
export interface Finding {
  fault: (typeof FAULTS)[number];
  orderId: string;
  what: string;
  /** the gateway's books and the companion's view of the order, for the analysis */
  books: Pick<Evidence, 'ledger' | 'strangers' | 'view'>;
}

/**
 * Compares what the companion shows, and what the merchant received, with the gateway's books. Finds money that moved
 * twice (`doubled`), that moved and is not known (`lost`), that is shown and did not move (`contradicting`), unresolved
 * outcomes (`unknown`), messages that are missing, out of order or untrue (`message`), another shop's payment that was
 * taken for ours or moved (`stranger`), and orders that needed a person where none should be needed (`review`).
 */
export function auditOrder(evidence: Evidence): Finding[] {
  const { orderId, ledger, strangers, view, messages } = evidence;
  const books = { ledger, strangers, view };
  const found = (fault: Finding['fault']) => (what: string) => ({ fault, orderId, what, books });
  return [
    ...doubled(evidence).map(found('doubled')),
    ...missing(shownSuccesses(view), ledgerSuccesses(ledger)).map(found('lost')),
    ...unknownPayments(ledger, view).map(found('lost')),
    ...missing(ledgerSuccesses(ledger), shownSuccesses(view)).map(found('contradicting')),
    ...untrue(evidence).map(found('contradicting')),
    ...declaredUndone(evidence).map(found('contradicting')),
    ...endless(evidence).map(found('unknown')),
    ...auditMessages(view, messages).map(found('message')),
    ...auditStrangers(evidence).map(found('stranger')),
    ...needingPerson(evidence).map(found('review')),
  ];
}

/** Without one of these, nothing justified a new attempt after the previous payment. */
const REASONS = ['order.updated', 'call.not-found', 'call.refused', 'call.not-sent', 'resolved'];

function doubled({ ledger, view, once, reviewed }: Evidence): string[] {
  const taking = ledger.filter(({ status, method }) => status === 'success' && method !== 'lookup');
  // A page that has told a decline is open for another card, and so is the order for another payment.
  const undeclined = taking.filter(({ declines }) => declines.length === 0);
  const isExplained = undeclined.length < 2 || view?.events.some(({ type }) => REASONS.includes(type));
  const kept = ledger.filter((one) => leftOf(one) > 0);
  const isForMerchant = reviewed !== null && view?.review.some(({ reason }) => reason === OTHER_TERMS);
  const done = ledger.flatMap(({ operations }) => operations.filter(({ status }) => status === 'success'));
  const twice = once.filter((asked) => done.filter(({ comment }) => comment === asked).length > 1);
  return [
    ...(kept.length > 1 && !isForMerchant
      ? [`${kept.length} payments keep money: ${kept.map(named).join(', ')}`]
      : []),
    ...(isExplained ? [] : [`${taking.length} payments were charged without a reason to pay again`]),
    ...twice.map((asked) => `${asked} was done more than once`),
    ...ledger.flatMap(exceeding).map((asked) => `${asked} was asked for beside what was left`),
  ];
}

/** Amount exceeded. */
const TOO_MUCH = '4139';

/** Operations beyond what the payment had left, where nobody else had moved any of it. */
function exceeding({ operations }: SandboxPayment): string[] {
  if (operations.some(({ comment }) => comment === 'portal')) return [];
  return operations
    .filter(({ statusCode }) => statusCode === TOO_MUCH)
    .map((one) => `${one.method} ${one.amount}`);
}

const named = ({ orderId, method, amount }: SandboxPayment): string => `${orderId} ${method} ${amount}`;

/** What a payment still takes or reserves of the ordered amount, in hundredths. */
export function leftOf({ status, method, ordered, operations }: SandboxPayment): number {
  if (status !== 'success' || method === 'lookup') return 0;
  const of = (name: string) => operations.filter((one) => one.method === name && one.status === 'success');
  const sum = (name: string) => of(name).reduce((total, one) => total + hundredths(one.amount), 0);
  if (of('void').length > 0) return 0;
  const taken = method === 'auth' && of('capture').length > 0 ? sum('capture') : hundredths(ordered);
  return taken - sum('refund');
}

const hundredths = (amount: string): number => Math.round(Number(amount) * 100);

function ledgerSuccesses(ledger: readonly SandboxPayment[]): string[] {
  return ledger.flatMap(({ operations, ...payment }) =>
    successes([{ ...payment, amount: payment.ordered }, ...operations]),
  );
}

function shownSuccesses(view: OrderView | null): string[] {
  return view ? successes([...view.payments, ...view.operations]) : [];
}

const successes = (all: readonly { method: string; amount: string; status: string }[]): string[] =>
  all.filter(({ status }) => status === 'success').map(({ method, amount }) => `${method} ${amount}`);

/** Entries that `wanted` contains more often than `there`. */
function missing(there: readonly string[], wanted: readonly string[]): string[] {
  const left = [...there];
  return wanted.filter((one) => {
    const index = left.indexOf(one);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

function unknownPayments(ledger: readonly SandboxPayment[], view: OrderView | null): string[] {
  const known = view?.payments.length ?? 0;
  return ledger.length > known ? [`${ledger.length} payments at the gateway, ${known} attempts here`] : [];
}

/** An outcome reported as final must stay. */
function untrue({ view, told }: Evidence): string[] {
  const shown = [...(view?.payments ?? []), ...(view?.operations ?? [])];
  return told
    .filter((one) => one.status === 'success' && shown.find(({ id }) => id === one.id)?.status !== 'success')
    .map(({ id }) => `${id} was told to be a success`);
}

/**
 * Requests that the gateway performed and that the companion has declared undone at any time, so that the merchant may
 * have requested them again. An operator decides by what stands in the list: see person.ts.
 */
function declaredUndone({ ledger, view }: Evidence): string[] {
  if (!view) return [];
  const isUndone = ({ id }: { id: string }) => {
    const about = view.events.filter(({ operationId }) => operationId === id).map(({ type }) => type);
    const isFailure = view.operations.find((one) => one.id === id)?.status === 'failure';
    return about.includes('call.not-found') || (isFailure && !about.includes('resolved'));
  };
  const done = requestsOf(view).filter(
    (one) => isUndone(one) && operationOfRequest(view, one, ledger)?.status === 'success',
  );
  return done.map(({ id, comment }) => `${comment} (${id}) was declared undone, and is done`);
}

/** A payment of ours under an order id that a stranger has used is refused: it is never a success. */
function auditStrangers({ strangers, view, messages, told }: Evidence): string[] {
  const names = strangers.map(({ transactionId }) => transactionId.toLowerCase());
  const ids = (view?.events ?? [])
    .filter(({ transactionId }) => names.includes(transactionId?.toLowerCase() ?? ''))
    .map(({ paymentId }) => paymentId);
  const shown = [...told, ...messages.map(({ data }) => data), ...(view?.payments ?? [])];
  const asOurs = shown.filter(({ id, status }) => ids.includes(id) && status === 'success');
  const moved = strangers.filter(({ status, operations }) => status !== 'success' || operations.length > 0);
  return [
    ...new Set(asOurs.map(({ id }) => `${id} was shown as a success, and is another shop's payment`)),
    ...moved.map((one) => `another shop's ${named(one)} was changed`),
  ];
}

/** Only the merchant knows what is to become of a payment over terms that it has changed. */
export const OTHER_TERMS = 'other-terms';

function needingPerson({ reviewed, view }: Evidence): string[] {
  if (reviewed === null) return [];
  const wasDoubted = view?.events.some(({ result }) => result === 'in-review') ?? false;
  if (wasDoubted && reviewed.length === 0) return ['was in review for a time'];
  return reviewed.filter((reason) => reason !== OTHER_TERMS);
}

function endless({ ledger, view, reviewed }: Evidence): string[] {
  const shown = [...(view?.payments ?? []), ...(view?.operations ?? [])];
  const waiting = (view?.review ?? []).filter(({ reason }) => reviewed === null || reason !== OTHER_TERMS);
  return [
    ...shown.filter((one) => !isFinal(one)).map((one) => `${one.method} ${one.id} is ${one.status}`),
    ...ledger.filter((one) => !isFinal(one)).map((one) => `${named(one)} is ${one.status} at the gateway`),
    ...waiting.map(({ paymentId, reason }) => `${paymentId} waits for a person: ${reason}`),
  ];
}
