import type { CardBrand } from '../../contract/card.ts';
import type { Share } from '../../contract/split.ts';
import type {
  FinalStatus,
  GatewayStatus,
  OperationMethod,
  PaymentMethod,
  PaymentMode,
} from '../../contract/words.ts';

/**
 * The journal of an order: what we requested from the gateway and what it reported, in the order in which we learned
 * it. Entries are only ever added; everything else is a fold over them (order.ts). Times are milliseconds since 1970,
 * amounts integer minor units.
 */
export type Entry = { at: number } & Fact;

/** An entry before it is written: eight kinds. `about` is the id of a payment or of an operation. */
export type Fact =
  /** the merchant created or updated the order */
  | { kind: 'order-updated'; orderTerms: OrderTerms; secret?: { token: string } }
  /** the merchant takes no further payment, until the order is stated through the API again */
  | { kind: 'order-closed' }
  /** a payment is about to be sent */
  | { kind: 'payment-started'; payment: PaymentRequest }
  /** a capture, void or refund is about to be sent */
  | { kind: 'operation-started'; operation: OperationRequest }
  /** our call has ended */
  | { kind: 'call-ended'; about: string; end: CallEnd }
  /** a webhook, or the answer to a query; exact copies have the same `hash` */
  | {
      kind: 'reported';
      paymentId: string;
      source: 'webhook' | 'query';
      hash: string;
      report: Report;
      /** as it was known then; left out unless the report has to prove that it is about our payment */
      gatewayClock?: ClockRange;
    }
  /** the grace time is over, and the gateway lists nothing that answers our call */
  | { kind: 'not-found'; about: string }
  /** a person has looked it up, and says what is true; `amountMinor` for an operation whose amounts contradict */
  | {
      kind: 'resolved';
      about: string;
      status: FinalStatus;
      amountMinor: number | null;
      comment: string;
    };

/** How a call ended. */
export type CallEnd =
  | { how: 'answered'; report: Report }
  /** the hosted page was opened */
  | { how: 'page-opened'; url: string }
  /** the gateway said that it did nothing */
  | { how: 'refused'; refusal: GatewayDecline }
  /** it never left this machine */
  | { how: 'not-sent' }
  /** anything else */
  | { how: 'unknown' };

/** What is to be paid. */
export interface Terms {
  amountMinor: number;
  currency: string;
  method: PaymentMethod;
  split: readonly Share[] | null;
}

/** An order as the merchant has created or updated it. */
export interface OrderTerms {
  terms: Terms;
  description: string;
  /** seconds since 1970: the token's `iat`, otherwise when it was first seen */
  issuedAt: number;
  /** a merchant who updates it through the API allows ten declines again */
  by: 'token' | 'api';
  /** identifies the payment page in its address: random, cannot be guessed; null if there is none */
  linkId: string | null;
  /** `customer.id` of the token, whose saved cards may be used */
  customerId: string | null;
}

/** How far the gateway's stamps are ahead of our clock, milliseconds: at least, and at most. */
export interface ClockRange {
  leastMs: number;
  mostMs: number;
}

/** What every request of ours has. */
export interface Sent {
  id: string;
  /** our clock when the request was written: the one clock for ages */
  sentAt: number;
  /** how long its call may take, milliseconds */
  callMs: number;
  idempotencyKey: string | null;
  /** tells a repeated request from another one under the same key; made without the card number */
  requestHash: string | null;
}

/** A payment as it is sent. Contains no card data. */
export interface PaymentRequest extends Sent {
  /** its order id at the gateway, never used twice */
  gatewayOrderId: string;
  /** the gateway's clock beside ours, as it was known when the request was written; null if it was not */
  gatewayClock: ClockRange | null;
  posId: string;
  mode: PaymentMode;
  terms: Terms;
  /** first six and last four digits of the card that is sent, or null */
  cardMask: string | null;
  /** the id of the payment that waits for its customer, beside which this one begins */
  replaces: string | null;
  /** until when the hosted page can be paid; null if not specified */
  expiresAt: number | null;
  returnUrl: string | null;
  /** `customer.id` of the token under which it began */
  customerId: string | null;
  /** the id of the saved card that is charged */
  savedCard: string | null;
  /** the typed card is to be saved for this customer if the payment succeeds */
  saves: { customerId: string; mask: string; brand: CardBrand | null; expires: string } | null;
}

/** A capture, void or refund as it is sent. */
export interface OperationRequest extends Sent {
  paymentId: string;
  method: OperationMethod;
  amountMinor: number;
  split: readonly Share[] | null;
  comment: string | null;
  /** the merchant's call, or the automatic refund of a duplicate payment */
  origin: 'merchant' | 'automatic';
}

/** A refusal by the gateway, without its own text. */
export interface GatewayDecline {
  means: 'not-found' | 'order-id-exists' | 'credentials' | 'busy' | 'card-token' | 'unsendable' | 'other';
  /** as `P-409`, or null */
  code: string | null;
  description: string;
}

/** A payment or operation as the gateway reported it, normalised; null for values that it left out. */
export interface Report {
  posId: string | null;
  gatewayOrderId: string;
  gatewayPaymentId: string | null;
  /** set for capture, void and refund */
  operationId: string | null;
  transactionId: string | null;
  mode: string | null;
  method: string;
  /** null if the amount cannot be read or its currency is not reported */
  amountMinor: number | null;
  currency: string | null;
  status: GatewayStatus;
  statusCode: string | null;
  statusDescription: string | null;
  /** where the customer must go, if the customer has to act */
  actionUrl: string | null;
  /** null if not reported */
  actionRequired: boolean | null;
  cardMask: string | null;
  receiptUrl: string | null;
  comment: string | null;
  /** the amount paid, where the payer may change it; its currency may be any text, an unreadable amount is null */
  processed: { amountMinor: number | null; currency: string } | null;
  /** set for a transaction of a subscription */
  recurring: { id: string; status: string } | null;
  /** ISO 8601, UTC */
  createdAt: string | null;
  /** the address for the customer's return, as the gateway has it: ours names our payment; left out if not reported */
  resultUrl?: string;
  /** unreadable amounts, as the gateway wrote them, for operators; left out if there are none */
  unread?: string;
}
