import type { PaymentMethod, PaymentMode } from '../../contract/checkout-api.ts';
import type { Report } from './report.ts';
import type { Share } from './shares.ts';

/**
 * The journal of an order: what we requested from the gateway and what it reported, in the order in which we learned
 * it. Entries are only ever added. Everything else that is known about an order is derived from them (order.ts).
 */
export type Entry = { at: number } & Fact;

/** An entry without the time at which it is written: `at` is milliseconds since 1970, growing within a journal. */
export type Fact =
  /** the merchant's back end created the order, or changed its parameters */
  | { kind: 'order-updated'; parameters: OrderParameters; secret?: { token: string } }
  /** an attempt to pay it is about to be sent */
  | { kind: 'attempt-begun'; attempt: AttemptRequest }
  /** a capture, void or refund is about to be sent */
  | { kind: 'operation-requested'; request: OperationRequest }
  /** our call ended: the gateway answered. `about` is the id of an attempt or of an operation of ours */
  | { kind: 'answered'; id: string; about: string; report: Report }
  /** our call ended: the hosted page was opened */
  | { kind: 'page-opened'; about: string; url: string }
  /** our call ended: the gateway said that it did nothing */
  | { kind: 'refused'; about: string; refusal: Refusal }
  /** our call ended: it never left this machine */
  | { kind: 'not-sent'; about: string; reason: string }
  /** our call ended: its outcome is unknown */
  | { kind: 'unanswered'; about: string; reason: string }
  /** a webhook, or the answer to a status query; exact copies of a webhook share `hash` */
  | {
      kind: 'reported';
      id: string;
      attemptId: string;
      source: 'webhook' | 'read';
      hash: string | null;
      report: Report;
    }
  /** a signed webhook of unknown form; it moves nothing */
  | {
      kind: 'noted';
      id: string;
      attemptId: string;
      hash: string;
      event: NotedEvent;
      secret?: { event: string };
    }
  /** the gateway lists nothing that matches, and the grace time is over */
  | { kind: 'not-found'; about: string }
  /** the gateway's operation that our request began */
  | { kind: 'linked'; requestId: string; operationId: string }
  /** the gateway has answered about all operations of a payment of which one may have been unknown here */
  | { kind: 'operations-read'; about: string }
  /** our clock was set back to `now`, milliseconds since 1970: entries with a later time were written before it */
  | { kind: 'clock-set-back'; now: number }
  /** resolved manually */
  | { kind: 'resolved'; about: string; status: 'success' | 'failure'; comment: string };

/** Entries that change one attempt or request of ours without a report. */
export type Conclusion = Extract<
  Entry,
  {
    kind:
      | 'page-opened'
      | 'refused'
      | 'not-sent'
      | 'unanswered'
      | 'not-found'
      | 'linked'
      | 'operations-read'
      | 'resolved';
  }
>;

/** What is to be paid. */
export interface Terms {
  /** integer minor units */
  amountMinor: number;
  currency: string;
  method: PaymentMethod;
  split: readonly Share[] | null;
}

/** Parameters of an order, and the time from which they count. */
export interface OrderParameters extends Terms {
  description: string;
  /** seconds since 1970: the token's `iat`, otherwise when it was first seen */
  issuedAt: number;
  by: 'token' | 'api';
  /** identifies the payment page in its address: random, cannot be guessed; null if there is none */
  linkId: string | null;
}

/** A payment attempt, as it is sent. Contains no card data. */
export interface AttemptRequest extends Terms {
  id: string;
  /** the order id of this attempt at the gateway, never used twice */
  gatewayOrderId: string;
  posId: string;
  mode: PaymentMode;
  /** first six and last four digits of the card that is sent, or null */
  cardMask: string | null;
  /** SHA-256 of what the browser sent, as hex text */
  idempotencyKey: string;
  /** tells a repeated request from another one under the same key; made without the card number */
  requestHash: string;
  returnUrl: string | null;
  /** until when its hosted page can be paid, milliseconds since 1970; null if not specified */
  expiresAt: number | null;
  /** our clock when the attempt began, milliseconds since 1970: an entry's `at` only gives the sequence */
  sentAt: number;
  /** how long its call can take, milliseconds */
  callMs: number;
  /** the customer wants the card saved if this succeeds; the card to save is in the store, not in the journal */
  savesCard?: true;
  /** the id of the saved card that is charged */
  savedCard?: string;
}

export type OperationMethod = 'capture' | 'void' | 'refund';

/** A secondary operation, as it is sent. */
export interface OperationRequest {
  id: string;
  attemptId: string;
  method: OperationMethod;
  /** integer minor units */
  amountMinor: number;
  split: readonly Share[] | null;
  comment: string | null;
  /** the merchant's call, or the reversal of a duplicate payment */
  origin: 'merchant' | 'reversal';
  idempotencyKey: string | null;
  requestHash: string | null;
  /** our clock when it was requested, milliseconds since 1970 */
  sentAt: number;
  /** how long its call can take, milliseconds */
  callMs: number;
}

/** A refusal as the journal keeps it: without any text of the gateway. */
export interface Refusal {
  means: 'not-found' | 'order-id-exists' | 'credentials' | 'busy' | 'card-token' | 'unsendable' | 'other';
  /** as `P-409`, or null */
  code: string | null;
  description: string;
}

/** The readable fields of a webhook of unknown form; null for the others. */
export interface NotedEvent {
  method: string | null;
  status: string | null;
  statusCode: string | null;
  transactionId: string | null;
  amountMinor: number | null;
}
