import { nothing } from 'lit/html.js';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { PayElement } from './pay-element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'pay-status': PayStatus;
  }
}

/**
 * Shows and follows the state of an order: `<pay-status src="…" order="eyJ…"></pay-status>`, for the page that the
 * customer returns to. Content of the tag, a link to the page with the form, is shown if a payment failed and another
 * attempt needs input.
 *
 * @tag pay-status
 * @slot - a link to another attempt
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

  /** The customer is on the return page already: no result leaves it. */
  protected override reported(payment: PaymentView): boolean {
    const news = payment.id + payment.status;
    if (news !== this.#last) super.reported(payment);
    this.#last = news;
    return false;
  }

  protected override body(): unknown {
    if (this.phase === 'loading') return this.bone();
    return this.feedback
      ? this.feedback.renderStatus(this.host(), () => void this.checkout.hosted({}))
      : nothing;
  }

  /** The customer has already returned. */
  protected override readonly back = (): unknown => nothing;
}
