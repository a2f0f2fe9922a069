import { type Action, ACTIONS, type MoneyRequest } from './money-request.ts';

/**
 * Requests that were sent and not answered, kept beyond the page and its tab: a repetition must carry the same
 * Idempotency-Key. Contains no card data, only an amount, a comment and a random key.
 */
export interface SentRequest {
  key: string;
  body: MoneyRequest;
}

/** What a request is about. `paymentId`: null for the payment that pays the order. */
export interface Subject {
  action: Action;
  orderId: string;
  paymentId: string | null;
}

const nameOf = ({ action, orderId, paymentId }: Subject): string =>
  `console-sent:${action} ${orderId} ${paymentId ?? ''}`;

export function unansweredRequest(subject: Subject): SentRequest | null {
  return JSON.parse(localStorage.getItem(nameOf(subject)) ?? 'null') as SentRequest | null;
}

/** The action of an order's unanswered request, or null. */
export const unansweredAction = (orderId: string): Action | null =>
  ACTIONS.find((action) => unansweredRequest({ action, orderId, paymentId: null })) ?? null;

/** To be called before a request is sent: from then on its outcome is unknown. */
export function keepRequest(subject: Subject, body: MoneyRequest): SentRequest {
  const request = { key: crypto.randomUUID(), body };
  localStorage.setItem(nameOf(subject), JSON.stringify(request));
  return request;
}

/** Forgets an answered request. A newer one, sent by another tab, stays. */
export function forgetRequest(subject: Subject, { key }: SentRequest): void {
  if (unansweredRequest(subject)?.key === key) localStorage.removeItem(nameOf(subject));
}
