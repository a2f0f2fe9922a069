import { html, nothing, type TemplateResult } from 'lit';
import { ApiFailure } from './api.ts';
import { Loading } from './live.ts';
import { failureNotice, progress } from './pieces.ts';
import type { Place } from './place.ts';

/** The receipt of an order, shown in a frame without scripts, and as a PDF to download. */
export class Receipt {
  readonly #place: Place;
  readonly #orderId: string;
  /** whether there is a receipt: a frame could not show why there is none */
  readonly #found: Loading<boolean>;
  readonly #pdf: Loading<boolean>;
  #isOpen = false;

  constructor(place: Place, orderId: string) {
    this.#place = place;
    this.#orderId = orderId;
    this.#found = new Loading(place);
    this.#pdf = new Loading(place);
  }

  get #path(): string {
    return `orders/${encodeURIComponent(this.#orderId)}/receipt`;
  }

  render(): TemplateResult {
    const [found, pdf] = [this.#found, this.#pdf];
    const address = this.#place.api.address(this.#path, { format: 'html' });
    return html`<section class="stack" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Receipt</h2>
      <p class="buttons">
        <button type="button" aria-expanded=${this.#isOpen ? 'true' : 'false'} @click=${this.#toggle}>${this.#isOpen ? 'Hide receipt' : 'Show receipt'}</button>
        <button type="button" ?disabled=${pdf.isBusy} @click=${this.#save}>Download PDF</button>
      </p>
      ${progress(found.isBusy || pdf.isBusy, 'Loading the receipt')} ${failureNotice(found.failure ?? pdf.failure)}
      ${this.#isOpen && found.value ? html`<iframe title="Receipt of order ${this.#orderId}" sandbox="allow-same-origin" src=${address}></iframe>` : nothing}
    </section>`;
  }

  readonly #toggle = () => {
    this.#isOpen = !this.#isOpen;
    this.#place.redraw();
    if (!this.#isOpen) return;
    void this.#found.run(async (signal) => {
      const answer = await this.#place.api.file(this.#path, { format: 'html' }, signal);
      await answer.body?.cancel();
      return true;
    });
  };

  readonly #save = () =>
    void this.#pdf.run(async (signal) => {
      const answer = await this.#place.api.file(this.#path, { format: 'pdf' }, signal);
      saveFile(await fileOf(answer, signal), `receipt-${this.#orderId}.pdf`);
      return true;
    });
}

/** The whole file. @throws ApiFailure if it was cut off: an incomplete file is not saved */
export function fileOf(answer: Response, signal: AbortSignal): Promise<Blob> {
  return answer.blob().catch((error: unknown) => {
    throw signal.aborted ? error : new ApiFailure({ kind: 'lost' });
  });
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download holds its own reference.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
