import { html, nothing } from 'lit/html.js';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { PayElement } from './pay-element.ts';

/**
 * Shows and follows the state of an order: `<pay-status src="…" order="eyJ…"></pay-status>`, for the page
 * that the customer returns to.
 */
export class PayStatus extends PayElement {
  #last = '';

  override connectedCallback(): void {
    super.connectedCallback();
    void this.loadFeedback();
  }

  protected override check({ payment }: SessionView): null {
    if (payment) this.reported(payment);
    return null;
  }

  /** The customer is on the page of return already: no result leads away from it. */
  protected override reported(payment: PaymentView): boolean {
    const news = payment.id + payment.status;
    if (news !== this.#last) super.reported(payment);
    this.#last = news;
    return false;
  }

  protected override body(): unknown {
    const { phase } = this;
    if (phase === 'loading') return html`<div class="bone"></div>`;
    if (phase === 'failed') return this.#wayOn();
    const host = phase === 'ready' && this.host();
    return host && this.feedback ? this.feedback.renderNothingYet(host) : nothing;
  }

  /** A failed payment may be made again where nothing has to be typed, on the hosted page. */
  #wayOn(): unknown {
    const { session, payment, problem } = this.checkout.state;
    const possible =
      session?.modes.includes('hosted') &&
      !session.hostedCustomerFields.length &&
      session.order.method !== 'lookup';
    if (problem || !payment?.canRetry || !possible) return nothing;
    return this.button(this.language.texts.again, () => void this.checkout.hosted({}));
  }

  /** The customer is back already. */
  protected override back(): unknown {
    return nothing;
  }
}
