import type { html as Html, nothing as Nothing, render as Render, TemplateResult } from 'lit/html.js';
import type { CardBrand } from '../server/contract/card.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { OwnMessages, withOwn } from './language.ts';
import type { Messages } from './messages/en.ts';
import type { CheckoutState } from './phases.ts';

/** What an element lends to its parts that are loaded later, so that they share no code with it. */
export interface Host {
  html: typeof Html;
  nothing: typeof Nothing;
  render: typeof Render;
  /** BCP 47 */
  tag: string;
  /** of the language's script */
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
  /** whom the customer pays, or null */
  merchant: string | null;
  state: CheckoutState;
  brandOf(this: void, digits: string): CardBrand | null;
  brandName(this: void, brand: CardBrand | null): string;
  isSafeUrl(this: void, url: string): boolean;
  isOffer(this: void, payment: PaymentView | null): boolean;
  money(this: void, of: PaymentView): string;
  /** @param pays whether it leads to where one can pay: not while the tag is disabled */
  button(this: void, text: string, click: () => void, look?: string, pays?: boolean): TemplateResult;
  /** leads the customer to where the payment is confirmed */
  leave(this: void): void;
  /** asks the companion how the order stands */
  load(this: void): void;
  renew(this: void): void;
  /** the button that leads back to the shop, or nothing */
  back(this: void, text: string): unknown;
  /** takes the page elsewhere */
  go(this: void, url: string): void;
  reload(this: void): void;
  /** renders once more */
  again(this: void): void;
}
