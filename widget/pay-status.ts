import { html, nothing } from 'lit';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { isOffer } from './checkout.ts';
import { PayElement } from './pay-element.ts';

/**
 * Shows and follows the state of an order: `<pay-status src="…" order="eyJ…"></pay-status>`, for the page
 * that the customer returns to.
 */
export class PayStatus extends PayElement {
  protected override check({ payment }: SessionView): null {
    if (payment) this.told(payment);
    return null;
  }

  protected override told(payment: PaymentView): boolean {
    super.told(payment);
    return false;
  }

  protected override body(): unknown {
    if (this.phase !== 'ready') return nothing;
    const { nothing: text, resume } = this.language.texts;
    return html`<p>${text}</p> ${isOffer(this.payment) ? this.button(resume, this.leave) : nothing}`;
  }
}
