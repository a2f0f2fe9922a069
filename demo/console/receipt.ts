import { html, nothing, type TemplateResult } from 'lit';
import type { Place } from './place.ts';

/** The receipt of an order, shown in a frame without scripts, and as a PDF to download. */
export class Receipt {
  readonly #place: Place;
  readonly #orderId: string;
  #isOpen = false;

  constructor(place: Place, orderId: string) {
    this.#place = place;
    this.#orderId = orderId;
  }

  render(): TemplateResult {
    const path = `orders/${encodeURIComponent(this.#orderId)}/receipt`;
    const address = (format: string) => this.#place.api.address(path, { format });
    return html`<section class="stack" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Receipt</h2>
      <p class="buttons">
        <button type="button" aria-expanded=${this.#isOpen ? 'true' : 'false'} @click=${this.#toggle}>${this.#isOpen ? 'Hide receipt' : 'Show receipt'}</button>
        <a class="button" href=${address('pdf')} download="receipt-${this.#orderId}.pdf">Download PDF</a>
      </p>
      ${this.#isOpen ? html`<iframe title="Receipt of order ${this.#orderId}" sandbox="allow-same-origin" src=${address('html')}></iframe>` : nothing}
    </section>`;
  }

  readonly #toggle = () => {
    this.#isOpen = !this.#isOpen;
    this.#place.redraw();
  };
}
