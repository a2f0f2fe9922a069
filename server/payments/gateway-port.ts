import type { Fingerprint } from '../contract/checkout-api.ts';
import type { Customer } from '../contract/customer.ts';
import type { ReceiptDelivery, ReceiptFormat } from '../contract/receipts.ts';
import type { Share } from '../contract/split.ts';
import type { DayMethod, PaymentMethod } from '../contract/words.ts';
import type { Report } from './order/journal.ts';

/** The gateway as the rules of payment use it. */

/** A card on its way through memory. Never stored, logged or put into an error. */
export interface Card {
  /** digits */
  number: string;
  /** 1 to 12 */
  expMonth: number;
  /** four digits */
  expYear: number;
  /** digits */
  cvv: string;
}

/** The parameters of every create call. */
export interface NewPayment {
  method: PaymentMethod;
  /** the gateway's order id of this attempt, at most 32 characters */
  gatewayOrderId: string;
  /** integer minor units */
  amountMinor: number;
  currency: string;
  description: string;
  threeDs: 'supported' | 'always' | 'never';
  customer: Customer;
  /** a merchant of the microfinance sector (interface 1.8) */
  microfinance?: boolean | undefined;
  products?: readonly Record<string, unknown>[] | undefined;
  payload?: string | undefined;
  mcc?: string | undefined;
  validationUrl?: string | undefined;
  /** where the gateway posts its webhooks; it posts none if left out */
  serverUrl?: string | undefined;
  /** where the gateway redirects the customer at the end */
  resultUrl?: string | undefined;
}

export interface NewDirectPayment extends NewPayment {
  /** either a card or a card token; a lookup may have neither */
  card?: Card | undefined;
  cardToken?: string | undefined;
  customerIp: string;
  fingerprint: Fingerprint & { browserAcceptHeader: string; browserIpAddress: string };
  /** a wallet's cryptogram, passed through unchanged (its fields are not documented) */
  cryptogram?: Readonly<Record<string, unknown>> | undefined;
}

export interface NewHostedPayment extends NewPayment {
  /** a hosted lookup requires a card too (interface 1.6) */
  card?: Card | undefined;
  /** seconds */
  orderTimeout?: number | undefined;
  /** the gateway's customer_lang, as "UK" */
  lang?: string | undefined;
  /** a merchant of the microfinance or the gambling sector (interface 1.7) */
  microfinanceOrIgaming?: boolean | undefined;
}

/** A purchase that is split among sub-merchants; the shares add up to the amount. */
export interface SplitTerms {
  method: 'purchase';
  split: readonly Share[];
}

/** A refusal in the gateway's own words. */
export interface GatewayRefusal {
  /** HTTP status of the answer */
  status: number;
  /** whether the body is the gateway's own error form, with `args`, not that of a proxy */
  documented: boolean;
  /** its meaning, independent of its form (gateway/outcome.ts) */
  means: 'not-found' | 'order-id-exists' | 'credentials' | 'busy' | 'card-token' | 'other';
  /** `args.code`, as "P-409", or null */
  code: string | null;
  /** at most 512 characters, card numbers removed */
  message: string;
  /** the rest of the body, flattened: "cc_number: invalid" */
  details: string[];
  /** how long the gateway asked to wait, milliseconds; left out if it did not */
  retryAfterMs?: number;
}

/**
 * The known outcome of a call (ARCHITECTURE.md, decision 1).
 * - `not-sent`: the request never left this machine; it may be retried.
 * - `answered`: a valid answer came.
 * - `refused`: the gateway answered that it did nothing (HTTP 400, 401, 404, 405, 406, 409, 429, or 403 for the credentials, in a form of its own).
 * - `unknown`: it left, and its result is unknown. Never a failure.
 */
export type CallResult<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'refused'; refusal: GatewayRefusal }
  | { kind: 'not-sent'; reason: string }
  | { kind: 'unknown'; reason: string };

/** Thrown before anything is sent: the request breaks the gateway's own rules. Names fields and rules, no values. */
export class UnsendableError extends Error {
  override readonly name: string = 'UnsendableError';
  /** wire names of the fields, and the rule that each breaks */
  readonly violations: readonly { field: string; rule: string }[];

  constructor(message: string, violations: readonly { field: string; rule: string }[]) {
    super(message);
    this.violations = violations;
  }
}

/**
 * A payment or operation as the gateway reported it: its {@link Report}, and the fields that are not kept in the
 * journal.
 */
export interface GatewayPayment extends Report {
  /** a token with which the card can be charged again: as secret as the card; null if none is reported */
  cardToken: { token: string; expiresAt: string | null } | null;
  fee: GatewayAmount | null;
  /** the limit at which it was declined, and when to try again (ISO 8601, UTC) */
  limit: { description: string | null; retryAfter: string | null } | null;
  /** `processed_at` or `processing_time`; ISO 8601, UTC */
  processedAt: string | null;
  raw: RawFields;
}

/** Every field as it came, under the gateway's own name, without card data, tokens and keys. */
export type RawFields = Readonly<Record<string, unknown>>;

/** An amount in the gateway's answers. */
export interface GatewayAmount {
  /** integer minor units */
  amountMinor: number;
  currency: string;
}

export interface SecondaryRequest {
  gatewayOrderId: string;
  currency: string;
  /** at most 2048 characters */
  comment?: string | undefined;
  /** where the gateway posts the webhooks of this operation */
  serverUrl?: string | undefined;
}

export interface CaptureRequest extends SecondaryRequest {
  /** minor units; left out for the full authorized amount */
  amountMinor?: number | undefined;
}

export interface RefundRequest extends SecondaryRequest {
  /** minor units; left out for the full payment */
  amountMinor?: number | undefined;
  receiptDelivery?: ReceiptDelivery | undefined;
}

/** A capture or refund that is split among sub-merchants; the shares add up to the amount. */
export interface SplitOperationRequest extends SecondaryRequest {
  amountMinor: number;
  split: readonly Share[];
}

/**
 * An account of the merchant. Amounts are minor units and may be negative; null if they cannot be read. `raw.balances`
 * has all of them as they came.
 */
export interface Account {
  id: string;
  name: string;
  currency: string;
  availableMinor: number | null;
  rollingReserveMinor: number | null;
  raw: RawFields;
}

/** A terminal of the merchant; `availableMinor` as in {@link Account}. */
export interface Terminal {
  id: string;
  name: string;
  currency: string;
  availableMinor: number | null;
  raw: RawFields;
}

export interface Terminals {
  terminals: Terminal[];
  /** those whose balance was unavailable */
  failed: { id: string; message: string; raw: RawFields }[];
}

export interface ReceiptRequest {
  gatewayOrderId: string;
  format: ReceiptFormat;
  /** needed for credit transactions; default: the order's incoming transaction */
  transactionId?: string | undefined;
  /** a credit reference; goes with `signed_pdf` */
  creditReference?: boolean | undefined;
}

export interface DayReceiptsRequest {
  /** yyyy-MM-dd */
  date: string;
  format: ReceiptFormat;
  /** default: purchases and auths */
  method?: DayMethod | undefined;
}

/**
 * A file that is passed through, never held in full. Its stream fails if the file is cut off, too large, or silent for
 * too long.
 */
export interface GatewayFile {
  /**
   * according to the requested format, and checked by the first bytes: `text/html; charset=utf-8`, `application/pdf`,
   * `application/zip`
   */
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

/** The gateway: one method per endpoint, whose section of docs/interface.md is in brackets. */
export interface Gateway {
  /** [1] */
  createDirect(payment: NewDirectPayment): Promise<CallResult<GatewayPayment>>;
  /** [1] Returns the address of the hosted page; the payment itself is then `init`. */
  createHosted(payment: NewHostedPayment): Promise<CallResult<{ location: string }>>;
  /** [2] */
  createSplitDirect(payment: NewDirectPayment & SplitTerms): Promise<CallResult<GatewayPayment>>;
  /** [2] */
  createSplitHosted(payment: NewHostedPayment & SplitTerms): Promise<CallResult<{ location: string }>>;
  /** [3] */
  capture(request: CaptureRequest): Promise<CallResult<GatewayPayment>>;
  /** [4] */
  splitCapture(request: SplitOperationRequest): Promise<CallResult<GatewayPayment>>;
  /** [5] The full authorized amount. */
  voidAuth(request: SecondaryRequest): Promise<CallResult<GatewayPayment>>;
  /** [6] */
  refund(request: RefundRequest): Promise<CallResult<GatewayPayment>>;
  /** [7] */
  splitRefund(request: SplitOperationRequest): Promise<CallResult<GatewayPayment>>;
  /** [8] An unpaid hosted payment; returns its transactions. */
  cancelHosted(gatewayOrderId: string): Promise<CallResult<GatewayPayment[]>>;
  /** [9] */
  accounts(): Promise<CallResult<Account[]>>;
  /** [9] 404 is `refused`. */
  account(id: string): Promise<CallResult<Account>>;
  /** [9] */
  terminals(): Promise<CallResult<Terminals>>;
  /** [9] */
  terminal(id: string): Promise<CallResult<Terminal>>;
  /** [10] */
  receipt(request: ReceiptRequest): Promise<CallResult<GatewayFile>>;
  /** [11] A ZIP. */
  receiptsOfDay(request: DayReceiptsRequest): Promise<CallResult<GatewayFile>>;
  /**
   * [12] with `callback=true`: the operation's state; its webhook is also sent again. 404 is `refused`.
   * @param transactionId one transaction of a recurring payment, with `purchase` only
   */
  readOperation(
    gatewayOrderId: string,
    operation: string,
    transactionId?: string,
  ): Promise<CallResult<GatewayPayment>>;
  /** All transactions of an order (interface 17.1). 404 is `refused`. */
  readOrder(gatewayOrderId: string): Promise<CallResult<GatewayPayment[]>>;
}
