import type { PaymentMethod, PaymentMode, PaymentStatus } from '../contract/checkout-api.ts';
import type { GatewayPayment, Share } from './ports.ts';

/** One try to pay an order: a row that is written before the gateway is called. Holds no card data. */
export interface Payment {
  id: string;
  /** the merchant's order */
  orderId: string;
  /** the order id of this try at the gateway, never used twice */
  gatewayOrderId: string;
  mode: PaymentMode;
  method: PaymentMethod;
  amountMinor: number;
  currency: string;
  /** how it is divided among sub-merchants, or null */
  split: readonly Share[] | null;
  status: PaymentStatus;
  statusCode: string | null;
  statusDescription: string | null;
  /** who ended it: the gateway's word, or our own conclusion, which the gateway's word still overrules */
  settledBy: 'gateway' | 'not-sent' | 'refused' | 'not-found' | 'person' | null;
  /** while true, no other try of the order may begin */
  blocking: boolean;
  /** why a person has to look at it, or null */
  held: string | null;
  /** what was told to be paid where that is below the amount: no more is refundable, whoever says that it succeeded */
  paidMinor: number | null;
  actionUrl: string | null;
  cardMask: string | null;
  receiptUrl: string | null;
  gatewayPaymentId: string | null;
  /** the gateway's `transaction_id` as told last, and for good once the gateway has said that it succeeded */
  gatewayTransactionId: string | null;
  returnUrl: string | null;
  idempotencyKey: string;
  /** keyed hash of the request, to tell a repetition from another request under the same key */
  requestHash: string;
  /** when to ask the gateway next, or null */
  askAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A secondary operation on a payment: a row that is written before the gateway is called. */
export interface Operation {
  id: string;
  paymentId: string;
  method: OperationMethod;
  /** minor units: what was asked for, then what the gateway says was captured, released or returned */
  amountMinor: number;
  currency: string;
  /** how it is divided among sub-merchants, or null */
  split: readonly Share[] | null;
  status: PaymentStatus;
  statusCode: string | null;
  statusDescription: string | null;
  /** who ended it, as of a {@link Payment}; `merged`: it is the same as another one */
  settledBy: 'gateway' | 'not-sent' | 'refused' | 'not-found' | 'person' | 'merged' | null;
  /** who began it: the merchant's call, ourselves (a second payment given back), or somebody at the gateway's portal */
  origin: 'merchant' | 'reversal' | 'gateway';
  comment: string | null;
  receiptUrl: string | null;
  /** the gateway's `operation_id`, once it is known */
  gatewayOperationId: string | null;
  /**
   * its state came from news that only fits it, `by-time` told as begun during its call, or only its `id` did; null: from
   * its answer or its id
   */
  guessed: 'by-fit' | 'by-time' | 'id' | null;
  /** why a person has to look at it, or null: both a success and a failure of it were told */
  held: string | null;
  /** of the merchant's call */
  idempotencyKey: string | null;
  requestHash: string | null;
  /** null while it waits for being sent */
  sentAt: string | null;
  /** when to ask the gateway next, or null */
  askAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export type OperationMethod = 'capture' | 'void' | 'refund';

/** An order as the merchant stated it last. */
export interface OrderRecord {
  id: string;
  amountMinor: number;
  currency: string;
  description: string;
  method: PaymentMethod;
  split: readonly Share[] | null;
  /** the last token that the merchant API made, encrypted at rest; null where orders are stated by tokens of the merchant's own */
  token: string | null;
  /** names the payment page in its address: random, not to be guessed */
  linkId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** `held` of a payment that succeeded although another try of its order had. */
export const PAID_TWICE = 'order-paid-twice';

/** `held` of such a payment once all of it was given back: it neither pays its order nor stands in its way. */
export const GIVEN_BACK = 'given-back';

/** `held` of a payment whose order id the gateway knew already: perhaps it belongs to one that we lost, and paid. */
export const DUPLICATE = 'order-id-exists';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const RANK: Record<PaymentStatus, number> = { unknown: 0, init: 1, pending: 2, success: 3, failure: 3 };

export const isFinal = (status: PaymentStatus): boolean => RANK[status] === 3;

/** Whether the gateway itself has said that it succeeded: what comes after that cannot move it any more. */
export const isPaid = ({ status, settledBy }: Pick<Payment, 'status' | 'settledBy'>): boolean =>
  status === 'success' && settledBy === 'gateway';

/** Whether the call has not come back yet, as far as the store knows: nothing has changed since the writing down. */
export const isUnderWay = (one: Pick<Payment, 'status' | 'createdAt' | 'updatedAt'>): boolean =>
  one.status === 'unknown' && one.updatedAt === one.createdAt;

/**
 * Whether a payment may take on what the gateway tells. States never move backwards (architecture rule 3);
 * only a failure that we concluded ourselves gives way to the gateway's own word. A person's word may be confirmed.
 */
export function mayMove(payment: Pick<Payment, 'status' | 'settledBy'>, to: PaymentStatus): boolean {
  if (!isFinal(payment.status)) return RANK[to] >= RANK[payment.status];
  return payment.settledBy === 'person' ? to === payment.status : payment.settledBy !== 'gateway';
}

/**
 * The first thing in which the gateway's word differs from what was asked for, or null. An amount above the
 * ordered one is the payer's commission and fine; one below is not (architecture rule 3).
 */
export function mismatch(payment: Payment, news: GatewayPayment, posId: string): string | null {
  if (news.posId !== null && news.posId.toLowerCase() !== posId.toLowerCase()) return 'pos-id-mismatch';
  if (news.gatewayOrderId !== payment.gatewayOrderId) return 'order-id-mismatch';
  if (news.method !== payment.method) return 'method-mismatch';
  if (news.mode !== null && news.mode !== payment.mode) return 'mode-mismatch';
  // Fields may be missing; what tells of a success without its amount is not believed.
  const vague = news.status !== 'success';
  if (news.currency === null ? !vague : news.currency !== payment.currency) return 'currency-mismatch';
  if (news.amountMinor === null ? !vague : news.amountMinor < payment.amountMinor) return 'amount-mismatch';
  if (!vague && paidLess(payment, news)) return 'amount-mismatch';
  const known = payment.gatewayPaymentId;
  if (known !== null && news.gatewayPaymentId !== null && known !== news.gatewayPaymentId) {
    return 'payment-id-mismatch';
  }
  return null;
}

/**
 * Where the payer can change the amount, `processed_amount` is what he paid (interface document, Payment response
 * object); on ordinary purchases it is the amount. In another currency it cannot be compared, and the amount counts.
 */
function paidLess(payment: Payment, { processed }: GatewayPayment): boolean {
  return processed?.currency === payment.currency && processed.amountMinor < payment.amountMinor;
}

/** What was paid by a success, or null where it says nothing of it; minor units in the payment's currency. */
export function paidBy(
  payment: Payment,
  { status, currency, amountMinor, processed }: GatewayPayment,
): number | null {
  if (status !== 'success' || currency !== payment.currency || amountMinor === null) return null;
  return Math.min(amountMinor, processed?.currency === currency ? processed.amountMinor : amountMinor);
}

/**
 * The payment as it stands after believable news; check {@link mayMove} and {@link mismatch} first. Of one that is
 * held only a success is taken as the end of all doubt: a failure must not free the order for another charge.
 */
export function moved(payment: Payment, news: GatewayPayment): Payment {
  const final = isFinal(news.status);
  const held = news.status === 'success' || payment.held === DUPLICATE ? null : payment.held;
  const before = news.status === payment.status ? payment : { statusCode: null, statusDescription: null };
  return {
    ...payment,
    status: news.status,
    statusCode: codeOf(news) ?? before.statusCode,
    statusDescription: news.statusDescription?.slice(0, 512) ?? before.statusDescription,
    settledBy: final ? 'gateway' : null,
    blocking: news.status !== 'failure' || held !== null,
    held,
    paidMinor: news.status === 'success' ? null : payment.paidMinor,
    actionUrl: final ? null : actionAfter(payment, news),
    cardMask: news.cardMask ?? payment.cardMask,
    receiptUrl: news.receiptUrl ?? payment.receiptUrl,
    gatewayPaymentId: news.gatewayPaymentId ?? payment.gatewayPaymentId,
    // A hosted page may try a second card as another transaction: what it ends with counts.
    gatewayTransactionId: transactionOf(news) ?? payment.gatewayTransactionId,
  };
}

/** Only an express "no action required" ends a challenge; most news says nothing of it, and none of the hosted page. */
function actionAfter(payment: Payment, news: GatewayPayment): string | null {
  const over = payment.mode === 'direct' && news.actionRequired === false;
  return news.actionUrl ?? (over ? null : payment.actionUrl);
}

/** "Order id exists already" as a payment's failure; as a refusal it is P-409. */
export function isDuplicate({ status, statusCode }: Pick<GatewayPayment, 'status' | 'statusCode'>): boolean {
  return status === 'failure' && statusCode === '4119';
}

/** A status code is a string of digits (interface document, Payment response object); what is none is not kept. */
export function codeOf({ statusCode }: Pick<GatewayPayment, 'statusCode'>): string | null {
  return statusCode !== null && /^\d{1,8}$/.test(statusCode) ? statusCode : null;
}

/** A method or a status: any other text may hold what must not be kept. */
export function wordOf(text: string | null): string | null {
  return text !== null && /^[a-z][a-z0-9_]{0,31}$/i.test(text) && !/\d{12}/.test(text) ? text : null;
}

/** As of codes: only what looks like an id is kept, and no long number but in a UUID. */
export function transactionOf({ transactionId }: Pick<GatewayPayment, 'transactionId'>): string | null {
  const id = transactionId ?? '';
  return UUID.test(id) || (/^[\w-]{1,64}$/.test(id) && !/\d{12}/.test(id)) ? id : null;
}

/** A payment that failed by our own conclusion: nothing was charged as far as anybody knows. One that is held stays. */
export function failed(
  payment: Payment,
  settledBy: 'not-sent' | 'refused' | 'not-found',
  statusDescription: string,
): Payment {
  if (payment.held) return payment;
  return {
    ...payment,
    status: 'failure',
    settledBy,
    statusDescription,
    blocking: false,
    actionUrl: null,
    askAt: null,
  };
}

/**
 * When to ask the gateway again: after half the payment's age, so that a young payment is asked often and an
 * old one rarely. What the customer waits for without a way on (`unknown`, or `pending` whose challenge a webhook
 * did not name) is asked from one second on, the rest, whose webhook is expected, from ten.
 */
export function nextAsk(
  payment: Pick<Payment, 'status' | 'statusCode' | 'actionUrl' | 'createdAt'>,
  now: Date,
): string | null {
  if (isFinal(payment.status)) return null;
  const age = now.getTime() - Date.parse(payment.createdAt);
  const stuck = payment.status === 'unknown' || (payment.statusCode === '2122' && payment.actionUrl === null);
  const least = stuck ? 1_000 : 10_000;
  return new Date(now.getTime() + Math.min(Math.max(age / 2, least), 3_600_000)).toISOString();
}

/** Two changes within a millisecond still differ, so that `since` sees both. */
export function laterThan(previous: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString();
}
