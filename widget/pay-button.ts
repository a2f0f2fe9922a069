import { html, nothing } from 'lit';
import type { SessionView } from '../server/contract/checkout-api.ts';
import { spinner } from './icons.ts';
import { PayElement } from './pay-element.ts';
import { canPay, isResumable, modeOf } from './checkout/phases.ts';
import { noMode, type PayProblem, widgetProblem } from './checkout/problem.ts';

declare global {
  interface HTMLElementTagNameMap {
    'pay-button': PayButton;
  }
}

/**
 * One button that opens the hosted page: `<pay-button src="…" order="eyJ…"></pay-button>`. It has no fields: if the order
 * token lacks a customer field of the hosted page, the content of the tag, a `<form method="post">`, is shown, or the
 * button leads to a page of the companion that asks for it. A lookup, which needs a card, requires `<pay-form>`. The
 * content is also shown without JavaScript.
 *
 * @tag pay-button
 * @slot - a `<form method="post">` that asks for the missing fields
 * @csspart submit - the main button
 */
export class PayButton extends PayElement {
  protected override check(session: SessionView): PayProblem | null {
    if (!modeOf(session.modes, 'hosted', false)) return noMode('hosted');
    if (session.order.method === 'lookup')
      return widgetProblem('card-needed', 'A lookup needs a card: use <pay-form>.');
    const missing = session.hostedCustomerFields.map((name) => `order.customer.${name}`);
    if (!missing.length) return null;
    return widgetProblem('customer-fields-missing', `The order token must state ${missing.join(', ')}.`);
  }

  /** Content of the tag is shown instead, if there is any. */
  protected override alert(): string {
    return this.isIncomplete ? '' : super.alert();
  }

  protected override body(message: unknown): unknown {
    return html`${message} ${this.#content()}`;
  }

  #content(): unknown {
    const { session } = this.state;
    const { texts } = this.language;
    if (!session) return this.bone();
    if (this.isIncomplete) {
      return html`<slot><form method="post" action="${this.src.replace(/\/+$/, '')}/hosted">
        <input type="hidden" name="order" .value=${this.order}>
        <button part="submit" type="submit" ?disabled=${this.isDisabled}>${this.priced(session)}</button>
      </form></slot>`;
    }
    const { isBusy } = this;
    if (!isBusy && !canPay(this.state)) return nothing;
    return html`<button
      part="submit"
      type="submit"
      ?disabled=${this.isDisabled}
      aria-disabled=${isBusy ? 'true' : 'false'}
      @click=${this.#onClick}
    >${isBusy ? html`${spinner} ${texts.submitting}` : this.priced(session)}</button>`;
  }

  /** Whether the token lacks fields that only a form can ask for. */
  private get isIncomplete(): boolean {
    return this.state.problem?.code === 'customer-fields-missing';
  }

  readonly #onClick = async (): Promise<void> => {
    // The page may have set another order in the same task.
    this.controller.follow();
    await this.checkout.loaded();
    if (isResumable(this.payment)) this.checkout.leave();
    else await this.checkout.hosted({});
  };
}
