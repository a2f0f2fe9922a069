import type { html as Html, nothing as Nothing, render as Render, TemplateResult } from 'lit/html.js';
import type { CardBrand } from '../server/contract/card.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { OwnMessages, withOwn } from './language.ts';
import type { Messages } from './messages/en.ts';
import type { CheckoutState } from './phases.ts';

/** What an element passes to its parts that are loaded later, so that they share no code with it. */
export interface Host {
  html: typeof Html;
  nothing: typeof Nothing;
  render: typeof Render;
  /** BCP 47 */
  tag: string;
  /** `ltr` or `rtl` */
  dir: string;
  texts: Messages;
  /** the page's own texts, as they were set */
  own: OwnMessages;
  withOwn: typeof withOwn;
  root: ShadowRoot;
  /** the companion's base address */
  src: string;
  /** the order token */
  order: string;
  /** the merchant's name, or null */
  merchant: string | null;
  state: CheckoutState;
  brandOf(this: void, digits: string): CardBrand | null;
  brandName(this: void, brand: CardBrand | null): string;
  isSafeUrl(this: void, url: string): boolean;
  isResumable(this: void, payment: PaymentView | null): boolean;
  money(this: void, of: PaymentView): string;
  /** @param pays whether it leads to a payment: it is then disabled with the tag */
  button(this: void, text: string, click: () => void, look?: string, pays?: boolean): TemplateResult;
  /** sends the customer to the page that confirms the payment */
  leave(this: void): void;
  /** loads the order's state from the companion */
  load(this: void): void;
  renew(this: void): void;
  /** the button that returns to the shop, or nothing */
  back(this: void, text: string): unknown;
  /** navigates the page */
  go(this: void, url: string): void;
  reload(this: void): void;
  /** renders again */
  again(this: void): void;
}
