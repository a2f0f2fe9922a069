import { maskOf } from '../contract/card.ts';
import type { WireCreatePayment, WireRecurring } from '../contract/gateway-api.ts';
import type { Share } from '../contract/split.ts';
import type { GatewayMethod, GatewayStatus, OperationMethod } from '../contract/words.ts';
import { notFound } from './refusal.ts';
import type { SandboxCard } from './scenarios.ts';
import type { StatusCode } from './status-codes.ts';

/** The recorded part of a request; never contains card data. */
export type StatedPayment = Omit<
  WireCreatePayment,
  'cc_number' | 'exp_month' | 'exp_year' | 'card_cvv' | 'cryptogram'
>;

/** A primary payment as the sandbox keeps it. Times are milliseconds of the sandbox's clock. */
export interface SandboxPayment {
  paymentId: string;
  transactionId: string;
  readonly stated: StatedPayment;
  readonly amountMinor: number;
  /** the shares of a split purchase, or null; for an auth, its capture has the shares */
  readonly split: readonly Share[] | null;
  createdAt: number;
  processedAt: number;
  status: GatewayStatus;
  statusCode: string | null;
  card: SandboxCard | null;
  cardToken: string | null;
  eci: string | null;
  /** the limit at which the payment was declined, or null */
  limit: Limit | null;
  /** the open 3-D Secure challenge, or null */
  challengeId: string | null;
  /** the hosted page, or null for a direct payment */
  checkout: Checkout | null;
  operations: SandboxOperation[];
  /** the subscription that the payment started, or null */
  recurring: WireRecurring | null;
  /** earlier cards on the hosted page, declined (setting `declinedOnPage`) */
  declines: PrimaryTransaction[];
  /** transactions after the payment itself: of its subscription, credits, p2p transfers */
  further: PrimaryTransaction[];
}

/** The limit that caused a decline. */
export interface Limit {
  /** when to try again, in milliseconds of the sandbox's clock */
  readonly retryAfter: number;
  readonly description: string;
}

/** One primary transaction of an order. */
export interface PrimaryTransaction {
  /** the order's own payment, for a transaction of its subscription */
  readonly paymentId: string;
  readonly transactionId: string;
  readonly method: Exclude<GatewayMethod, OperationMethod>;
  readonly amountMinor: number;
  readonly createdAt: number;
  readonly processedAt: number;
  readonly status: GatewayStatus;
  readonly statusCode: string | null;
  readonly card: SandboxCard | null;
  readonly cardToken: string | null;
}

export interface Checkout {
  readonly id: string;
  /** Sent with the form. Changes at every attempt, so that a form that is posted twice charges once. */
  attempt: string;
  /** The page's message about the last attempt, or null. */
  declined: string | null;
  /** whether it takes another card although the last one has made the payment fail */
  isOpen: boolean;
}

/** A capture, void or refund. */
export interface SandboxOperation {
  readonly operationId: string;
  readonly transactionId: string;
  readonly method: OperationMethod;
  readonly amountMinor: number;
  /** The request's variant: answers are spelled differently. */
  readonly variant: 'full' | 'partial' | 'split';
  /** the sub-merchants' shares, or null; also set for a full refund of a split payment */
  readonly split: readonly Share[] | null;
  readonly comment: string | null;
  readonly serverUrl: string | null;
  readonly createdAt: number;
  readonly status: GatewayStatus;
  readonly statusCode: StatusCode;
  /** the limit at which the operation was declined, or null */
  readonly limit: Limit | null;
}

/** Beyond this number the oldest payments and tokens are dropped. */
const CAPACITY = 10_000;

/** Every payment and card token, in memory. */
export class Ledger {
  readonly #payments = new Map<string, SandboxPayment>();
  readonly #tokens = new Map<string, SandboxCard>();

  /** Adds a payment. Its order_id must be unused: see {@link byOrder}. */
  add(payment: SandboxPayment): void {
    keep(this.#payments, payment.stated.order_id, payment);
  }

  all(): SandboxPayment[] {
    return [...this.#payments.values()];
  }

  byOrder(orderId: string): SandboxPayment | undefined {
    return this.#payments.get(orderId);
  }

  /** The same. @throws Refusal 404 for an unknown order */
  ofOrder(orderId = ''): SandboxPayment {
    const payment = this.byOrder(orderId);
    if (!payment) throw notFound();
    return payment;
  }

  /** Finds an order by the id of its payment, or of a credit or p2p transfer of it. */
  byPaymentId(paymentId: string): SandboxPayment | undefined {
    return this.all().find((payment) =>
      primaryTransactions(payment).some((one) => one.paymentId === paymentId),
    );
  }

  /** Finds a payment by its 3-D Secure challenge, even after the challenge has ended. */
  byChallenge(challengeId: string): SandboxPayment | undefined {
    return this.all().find((payment) => payment.challengeId === challengeId);
  }

  byCheckout(checkoutId: string): SandboxPayment | undefined {
    return this.all().find(({ checkout }) => checkout?.id === checkoutId);
  }

  cardOfToken(token: string): SandboxCard | undefined {
    return this.#tokens.get(token);
  }

  /** Issues a card token: 68 characters of Base64 for a 32-character id, a colon and a secret. */
  issueToken(card: SandboxCard): string {
    const [id = '', secret = ''] = [0, 1].map(() => crypto.randomUUID().replaceAll('-', ''));
    const token = btoa(`${id}:${secret.slice(0, 18)}`);
    keep(this.#tokens, token, card);
    return token;
  }

  reset(): void {
    this.#payments.clear();
    this.#tokens.clear();
  }
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > CAPACITY && oldest !== undefined) map.delete(oldest);
}

/** The mask of a payment's or transaction's card, or null if it has none. */
export function cardMaskOf({ card }: Pick<PrimaryTransaction, 'card'>): string | null {
  return card ? maskOf(card.number) : null;
}

/** The payment's own transaction in its current state. */
export function currentTransaction(payment: SandboxPayment): PrimaryTransaction {
  const { paymentId, transactionId, amountMinor, createdAt, processedAt, status, statusCode } = payment;
  const { card, cardToken, stated } = payment;
  const state = { createdAt, processedAt, status, statusCode, card, cardToken };
  return { paymentId, transactionId, method: stated.method, amountMinor, ...state };
}

/** Every primary transaction of an order: earlier declines, the payment itself, what followed. */
export function primaryTransactions(payment: SandboxPayment): PrimaryTransaction[] {
  return [...payment.declines, currentTransaction(payment), ...payment.further];
}
