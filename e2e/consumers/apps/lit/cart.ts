import { html, LitElement } from 'lit';
import { PayForm } from 'pay-form';

/** A page's own Lit element around the tag. */
class ShopCart extends LitElement {
  protected override render() {
    return html`<pay-form src="https://pay.shop.example/pay" order="token"></pay-form>`;
  }

  pay(): void {
    const form = this.renderRoot.querySelector('pay-form');
    if (form instanceof PayForm) void form.updateComplete.then(() => form.submit());
  }
}

customElements.define('shop-cart', ShopCart);
