import type { CardBrand } from '../server/contract/card.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { PayProblem } from './checkout/problem.ts';

/** Details of the events. None contains a card number or a CVV. */
export interface PayEventDetails {
  /** the session is loaded */
  'pay-ready': null;
  /** `valid`: no field blocks the payment; `complete`: nothing is missing */
  'pay-change': { valid: boolean; complete: boolean; brand: CardBrand | null };
  /** cancelable; before a payment is sent */
  'pay-submit': null;
  /** cancelable; before the browser leaves for 3-D Secure or the hosted page */
  'pay-action': { url: string };
  /** cancelable; a payment's status became known or changed */
  'pay-result': { payment: PaymentView };
  'pay-error': { problem: PayProblem };
  /** cancelable; the order token has expired: set a fresh `order`, typed values stay */
  'pay-expired': null;
}

export type PayEventName = keyof PayEventDetails;

export type PayEventMap = { [Name in PayEventName]: CustomEvent<PayEventDetails[Name]> };

declare global {
  // Elements, the document and the window all have these.
  interface GlobalEventHandlersEventMap extends PayEventMap {}
}

/** Dispatches an event that bubbles and crosses shadow roots; false if a listener cancelled it. */
export function send<Name extends PayEventName>(
  target: EventTarget,
  name: Name,
  detail: PayEventDetails[Name],
  cancelable = false,
): boolean {
  return target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
}

/** Sets a User Timing mark, so that pages can measure the checkout. */
export function mark(name: 'session' | 'first-key' | 'submit' | 'result'): void {
  performance.mark?.(`pay-form:${name}`);
}
