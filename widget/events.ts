import type { CardBrand } from '../server/contract/card.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { PayProblem } from './problem.ts';

/** What each event carries. None carries a card number or a CVV. */
export interface PayEventDetails {
  /** the session is known */
  'pay-ready': null;
  /** `valid`: nothing stands in the way of paying; `complete`: nothing is missing */
  'pay-change': { valid: boolean; complete: boolean; brand: CardBrand | null };
  /** cancelable; before a payment is sent */
  'pay-submit': null;
  /** cancelable; before the browser leaves for 3-D Secure or the hosted page */
  'pay-action': { url: string };
  /** cancelable; a payment's status became known or changed */
  'pay-result': { payment: PaymentView };
  'pay-error': { problem: PayProblem };
  /** cancelable; the order token has run out: set a fresh `order`, what was typed stays */
  'pay-expired': null;
}

export type PayEventName = keyof PayEventDetails;

export type PayEventMap = { [Name in PayEventName]: CustomEvent<PayEventDetails[Name]> };

declare global {
  // The elements, the document and the window all have these.
  interface GlobalEventHandlersEventMap extends PayEventMap {}
}

/** Sends an event that bubbles and leaves shadow roots; false where a listener cancelled it. */
export function send<Name extends PayEventName>(
  target: EventTarget,
  name: Name,
  detail: PayEventDetails[Name],
  cancelable = false,
): boolean {
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** A point in time for whoever measures the page (User Timing). */
export function mark(name: 'session' | 'first-key' | 'submit' | 'result'): void {
  performance.mark(`pay-form:${name}`);
}
