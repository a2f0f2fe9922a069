import { html, nothing } from 'lit/html.js';
import type { SessionView } from '../server/contract/checkout-api.ts';
import { PayElement } from './pay-element.ts';
import { canPay, isResumable, modeOf } from './phases.ts';
import { noMode, type PayProblem, widgetProblem } from './problem.ts';

declare global {
  interface HTMLElementTagNameMap {
    'pay-button': PayButton;
  }
}

/**
 * One button that opens the hosted page: `<pay-button src="…" order="eyJ…"></pay-button>`. It has no fields: the order
 * token must contain every customer field of the hosted page, and a lookup, which needs a card, requires `<pay-form>`.
 * Content of the tag, a `<form method="post">`, is shown if the token lacks a field, and without JavaScript.
 *
 * @tag pay-button
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

  protected override body(): unknown {
    const { state } = this.checkout;
    const { session } = state;
    if (!session) return this.bone();
    const busy = this.isBusy();
    // Content of the tag asks for what the token lacks; without content, the error is shown.
    if (state.problem?.code === 'customer-fields-missing')
      return html`<slot><p>${this.language.texts.outcome?.problem['order-unsupported']}</p></slot>`;
    if (!busy && !canPay(state)) return nothing;
    return html`<button
      part="submit"
      type="submit"
      ?disabled=${this.disabled}
      aria-disabled=${busy}
      @click=${this.#onClick}
    >
      ${this.priced(session)}
    </button>`;
  }

  readonly #onClick = async (): Promise<void> => {
    // The page may have set another order in the same task.
    this.followOrder();
    await this.checkout.loaded();
    if (isResumable(this.payment)) this.leave();
    else await this.checkout.hosted({});
  };
}
