import { html, nothing, type TemplateResult } from 'lit';
import type { OrderView, ReviewView } from '../../server/contract/merchant-api.ts';
import type { ConsoleApi } from './api.ts';
import { ConsoleElement } from './console-element.ts';
import { Loading } from './loading.ts';
import { reportedAmounts, reportedAmountsText } from './reported-amounts.ts';

/** Both amounts of an item under review, read from its order; empty until it is loaded, and if that fails. */
export class ItemAmounts extends ConsoleElement {
  static override properties = { api: { attribute: false }, item: { attribute: false } };
  declare api: ConsoleApi;
  declare item: ReviewView;
  readonly #order = new Loading<OrderView>(this);

  protected override firstUpdated(): void {
    void this.#order.run((signal) => this.api.order(this.item.orderId, signal));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { value } = this.#order;
    const amounts = value && reportedAmounts(value, this.item);
    return amounts ? html`<p><strong>${reportedAmountsText(amounts)}</strong></p>` : nothing;
  }
}
customElements.define('console-item-amounts', ItemAmounts);
