import { html, nothing } from 'lit';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { isCheck } from './checkout/feedback.ts';
import { PayElement } from './pay-element.ts';
import { isReplaceable, isResumable } from './checkout/phases.ts';

declare global {
  interface HTMLElementTagNameMap {
    'pay-status': PayStatus;
  }
}

/**
 * Shows and follows the state of an order: `<pay-status src="…" order="eyJ…"></pay-status>`, for the page that the
 * customer returns to. Content of the tag, a link to the page with the form, is shown if a payment failed and another
 * attempt needs input, and beside a payment that waits to be confirmed.
 *
 * @tag pay-status
 * @slot - a link to another attempt; it looks like a button
 */
export class PayStatus extends PayElement {
  #last = '';

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

  protected override body(message: unknown): unknown {
    return html`${message} ${this.#content()}`;
  }

  #content(): unknown {
    const { phase, session, payment, problem } = this.state;
    const { texts } = this.language;
    if (phase === 'loading') return this.bone();
    if (phase === 'failed' && !problem && payment?.canRetry && !isCheck(payment)) {
      const asksNothing = session?.modes.includes('hosted') && !session.hostedCustomerFields.length;
      const again = () => this.button(texts.again, () => void this.checkout.hosted({}), '', true);
      // Only the page knows where the form is: its link comes first.
      return html`<slot>${asksNothing ? again() : nothing}</slot>`;
    }
    if (phase !== 'ready') return nothing;
    return html`<div class="panel" part="panel">
      <p>${texts.outcome.nothing}</p>
      ${isResumable(payment) ? this.resume() : nothing}
    </div>`;
  }

  /** No card can be typed here: the page's link leads to where that is. */
  protected override another(): unknown {
    const { session, payment } = this.state;
    return session?.modes.includes('direct') && isReplaceable(payment) && html`<slot></slot>`;
  }

  /** The customer has already returned. */
  protected override back(): unknown {
    return nothing;
  }
}
