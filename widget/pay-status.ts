import { html, nothing } from 'lit/html.js';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { PayElement } from './pay-element.ts';
import { isOffer } from './phases.ts';

/**
 * Shows and follows the state of an order: `<pay-status src="…" order="eyJ…"></pay-status>`, for the page
 * that the customer returns to.
 */
export class PayStatus extends PayElement {
  #last = '';

  protected override check({ payment }: SessionView): null {
    if (payment) this.told(payment);
    return null;
  }

  /** The customer is on the page of return already: no result leads away from it. */
  protected override told(payment: PaymentView): boolean {
    const news = payment.id + payment.status;
    if (news !== this.#last) super.told(payment);
    this.#last = news;
    return false;
  }

  protected override body(): unknown {
    if (this.phase !== 'ready') return nothing;
    const { nothing: text, resume } = this.language.texts;
    return html`<div class="panel">
      <p>${text}</p>
      ${isOffer(this.payment) ? this.button(resume, this.leave) : nothing}
    </div>`;
  }

  /** The customer is back already. */
  protected override back(): unknown {
    return nothing;
  }
}
