import type { Fingerprint, PaymentMethod, PaymentStatus } from '../contract/checkout-api.ts';
import type { Customer } from '../contract/order.ts';

/** What the rules of payment need of the world: the gateway, the clock, the log (the store: store-port.ts). */

export interface Clock {
  now(): Date;
}

/** Structured log lines. What is passed in carries no card data, token or key. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/* ------------------------------------------------------------------ gateway */

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

/** What every create call states. */
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
  /** a merchant of the microfinance sector (interface document, Create payment, rule 4) */
  microfinance?: boolean | undefined;
  products?: readonly Record<string, unknown>[] | undefined;
  payload?: string | undefined;
  mcc?: string | undefined;
  validationUrl?: string | undefined;
  /** where the gateway posts its webhooks */
  serverUrl: string;
  /** where the gateway leads the customer at the end */
  resultUrl: string;
}

export interface NewDirectPayment extends NewPayment {
  /** either a card or a card token; a lookup may have neither */
  card?: Card | undefined;
  cardToken?: string | undefined;
  customerIp: string;
  fingerprint: Fingerprint & { browserAcceptHeader: string; browserIpAddress: string };
}

export interface NewHostedPayment extends NewPayment {
  /** a hosted lookup carries a card all the same (interface document, Create payment, rule 8) */
  card?: Card | undefined;
  /** seconds */
  orderTimeout?: number | undefined;
  /** the gateway's customer_lang, as "UK" */
  lang?: string | undefined;
  microfinanceOrIgaming: boolean;
}

/** A refusal in the gateway's own words. */
export interface GatewayRefusal {
  /** HTTP status of the answer */
  status: number;
  /** whether the body is the gateway's own error form, with `args`, not that of something in between */
  documented: boolean;
  /** `args.code`, as "P-409", or null */
  code: string | null;
  /** at most 512 characters, card numbers removed */
  message: string;
  /** whatever else the body said, flattened: "cc_number: invalid" */
  details: string[];
}

/**
 * What is known after a call (architecture rule 1).
 * - `not-sent`: the request never left this machine; it may be tried again.
 * - `answered`: a believable answer came.
 * - `refused`: the gateway answered that it did nothing (HTTP 400, 401, 404, 405, 406, 409, 429).
 * - `unknown`: it left, and nobody knows what became of it. Never a failure.
 */
export type Outcome<T> =
  | { kind: 'answered'; value: T }
  | { kind: 'refused'; refusal: GatewayRefusal }
  | { kind: 'not-sent'; reason: string }
  | { kind: 'unknown'; reason: string };

/** Thrown before anything is sent: the request breaks the gateway's own rules. Names fields and rules, no values. */
export class UnsendableError extends Error {
  override readonly name: string = 'UnsendableError';
  /** wire names of the fields, and the rule each breaks */
  readonly violations: readonly { field: string; rule: string }[];

  constructor(message: string, violations: readonly { field: string; rule: string }[]) {
    super(message);
    this.violations = violations;
  }
}

/** Where a piece of news came from. */
export type NewsSource = 'answer' | 'webhook' | 'read';

/** A payment or operation as the gateway told it, normalised; null where it said nothing. */
export interface GatewayPayment {
  posId: string | null;
  gatewayOrderId: string;
  gatewayPaymentId: string | null;
  /** set for capture, void and refund */
  operationId: string | null;
  transactionId: string | null;
  mode: string | null;
  method: string;
  /** minor units; null where the amount cannot be read or its currency is not told */
  amountMinor: number | null;
  currency: string | null;
  status: Exclude<PaymentStatus, 'unknown'>;
  statusCode: string | null;
  statusDescription: string | null;
  /** where the customer must go, when a customer's action is required */
  actionUrl: string | null;
  /** null where nothing is said of it */
  actionRequired: boolean | null;
  cardMask: string | null;
  receiptUrl: string | null;
}

export interface SecondaryRequest {
  gatewayOrderId: string;
  currency: string;
  comment?: string | undefined;
  serverUrl: string;
}

export interface Gateway {
  createDirect(payment: NewDirectPayment): Promise<Outcome<GatewayPayment>>;
  /** Answers the address of the hosted page; the payment itself is `init` then. */
  createHosted(payment: NewHostedPayment): Promise<Outcome<{ location: string }>>;
  /** Endpoint 12 with `callback=true`: the operation's state; its webhook is sent again too. 404 is `refused`. */
  readOperation(gatewayOrderId: string, operation: string): Promise<Outcome<GatewayPayment>>;
  /** Endpoint 5, the whole reserve. */
  voidAuth(request: SecondaryRequest): Promise<Outcome<GatewayPayment>>;
  /** Endpoint 6, the whole payment. */
  refund(request: SecondaryRequest): Promise<Outcome<GatewayPayment>>;
  /** Endpoint 8: an unpaid hosted payment; answers its transactions. */
  cancelHosted(gatewayOrderId: string): Promise<Outcome<GatewayPayment[]>>;
}
