import { html, nothing, type TemplateResult } from 'lit';
import { ApiFailure, type ConsoleApi } from './api.ts';
import type { ConsoleConfig } from './config.ts';
import { ConsoleElement } from './console-element.ts';
import { failureNotice, progress } from './pieces.ts';
import { Loading } from './loading.ts';
import { saveFile } from './save-file.ts';

/** The receipt of an order, shown in a frame without scripts, and as a PDF to download. */
export class ReceiptFrame extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    config: { attribute: false },
    orderId: { attribute: false },
    isOpen: { state: true },
  };
  declare api: ConsoleApi;
  declare config: ConsoleConfig;
  declare orderId: string;
  declare isOpen: boolean;
  /** whether there is a receipt: a frame could not show why there is none */
  readonly #found = new Loading<boolean>(this);
  readonly #pdf = new Loading<boolean>(this);

  constructor() {
    super();
    this.isOpen = false;
  }

  get #path(): string {
    return `orders/${encodeURIComponent(this.orderId)}/receipt`;
  }

  protected override render(): TemplateResult {
    const failure = this.#found.failure ?? this.#pdf.failure;
    return html`<section class="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Receipt</h2>
      <p class="buttons">
        <button type="button" aria-expanded=${this.isOpen ? 'true' : 'false'} @click=${this.#toggle}>${this.isOpen ? 'Hide receipt' : 'Show receipt'}</button>
        ${
          this.config.hasPdf
            ? html`<button type="button" ?disabled=${this.#pdf.isBusy} @click=${this.#save}>${this.#pdf.isBusy ? 'Loading…' : 'Download PDF'}</button>`
            : nothing
        }
      </p>
      ${progress(this.#found.isBusy || this.#pdf.isBusy, 'Loading the receipt')}
      ${failure ? failureNotice(failure, null) : nothing}
      ${
        this.isOpen && this.#found.value
          ? html`<iframe title="Receipt of order ${this.orderId}" sandbox="allow-same-origin" src=${this.api.address(this.#path, { format: 'html' })}></iframe>`
          : nothing
      }
    </section>`;
  }

  readonly #toggle = () => {
    this.isOpen = !this.isOpen;
    if (!this.isOpen) return;
    void this.#found.run(async (signal) => {
      const answer = await this.api.file(this.#path, { format: 'html' }, signal);
      await answer.body?.cancel();
      return true;
    });
  };

  readonly #save = () =>
    void this.#pdf.run(async (signal) => {
      const answer = await this.api.file(this.#path, { format: 'pdf' }, signal);
      const file = await answer.blob().catch(() => {
        throw new ApiFailure({ kind: 'lost' });
      });
      saveFile(file, `receipt-${this.orderId}.pdf`);
      return true;
    });
}
customElements.define('console-receipt', ReceiptFrame);
