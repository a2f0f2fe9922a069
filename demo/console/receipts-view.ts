import { html, nothing, type TemplateResult } from 'lit';
import { ApiFailure, type ConsoleApi } from './api.ts';
import type { ConsoleConfig } from './config.ts';
import { ConsoleElement } from './console-element.ts';
import { Loading } from './loading.ts';
import { failureNotice } from './pieces.ts';
import { sizeText } from './plain-text.ts';
import { ruleText } from './problem-text.ts';
import { routeText } from './route.ts';
import { readWhole, saveFile } from './save-file.ts';

/** A ZIP without files: only the record at its end. */
const EMPTY_ZIP_BYTES = 22;

const PDF = html`<option value="pdf">PDF</option>`;
const HTML = html`<option value="html">HTML</option>`;

/** All receipts of a day as a ZIP, streamed as fast as the gateway makes it. */
export class ReceiptsPage extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    config: { attribute: false },
    date: { attribute: false },
    bytes: { state: true },
    outcome: { state: true },
    fault: { state: true },
  };
  declare api: ConsoleApi;
  declare config: ConsoleConfig;
  /** `yyyy-MM-dd`; empty for today */
  declare date: string;
  /** received so far */
  declare bytes: number;
  /** of the last download, or empty */
  declare outcome: string;
  declare fault: string;
  readonly #zip = new Loading<boolean>(this);

  constructor() {
    super();
    this.date = '';
    this.bytes = 0;
    this.outcome = '';
    this.fault = '';
  }

  protected override render(): TemplateResult {
    const { isBusy, failure } = this.#zip;
    const today = new Date().toISOString().slice(0, 10);
    return html`
      <header class="head"><h1 tabindex="-1">Receipts of a day</h1></header>
      <p class="lead">One ZIP with the receipt of every payment that succeeded on that day (UTC). Those of split purchases are on their orders only.</p>
      <form class="card zip" novalidate @submit=${this.#get} @change=${this.#pick}>
        <label>Day <input type="date" name="date" max=${today} .value=${this.date || today} aria-describedby="zip-fault" /></label>
        <label>Format <select name="format">${this.config.hasPdf ? [PDF, HTML] : HTML}</select></label>
        ${this.config.hasPdf ? nothing : html`<p class="fine">In this demo the gateway runs in your browser, where it makes no PDF.</p>`}
        <label>Payments
          <select name="method"><option value="">Purchases and authorizations</option><option value="purchase">Purchases</option><option value="auth">Authorizations</option></select></label>
        <p id="zip-fault" class="fault" role="alert">${this.fault}</p>
        <p class="buttons">
          <button type="submit" class="primary" ?disabled=${isBusy}>${isBusy ? 'Downloading…' : 'Download ZIP'}</button>
          ${isBusy ? html`<button type="button" @click=${this.#stop}>Stop</button>` : nothing}
        </p>
        ${isBusy ? html`<progress aria-label="Download"></progress>` : nothing}
        <p role="status">${this.#said()}</p>
      </form>
      ${failure ? failureNotice(failure, null) : nothing}
    `;
  }

  #said(): string {
    if (this.#zip.isBusy)
      return this.bytes === 0 ? 'The gateway prepares the receipts…' : `${sizeText(this.bytes)} so far`;
    return this.#zip.failure ? '' : this.outcome;
  }

  readonly #pick = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement;
    this.fault = '';
    this.outcome = '';
    if (name !== 'date') return;
    this.date = value;
    history.replaceState(null, '', routeText({ view: 'receipts', date: value }));
  };

  readonly #stop = () => {
    this.#zip.clear();
    this.outcome = '';
  };

  readonly #get = (event: SubmitEvent) => {
    event.preventDefault();
    const values = new FormData(event.target as HTMLFormElement);
    const text = (name: string) => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    };
    const date = text('date');
    if (!date) {
      this.fault = ruleText('required');
      return;
    }
    this.bytes = 0;
    this.outcome = '';
    void this.#zip.run(async (signal) => {
      const query = { format: text('format'), method: text('method') };
      const answer = await this.api.file(`receipts/${date}`, query, signal);
      const file = await readWhole(answer.body, 'application/zip', (bytes) => (this.bytes = bytes)).catch(
        () => {
          throw new ApiFailure({ kind: 'lost' });
        },
      );
      this.outcome = save(file, `receipts-${date}.zip`);
      return true;
    });
  };
}
customElements.define('console-receipts', ReceiptsPage);

/** @returns the outcome in a sentence */
function save(zip: Blob, name: string): string {
  if (zip.size <= EMPTY_ZIP_BYTES) return 'No receipts on this day.';
  saveFile(zip, name);
  return `${name}: ${sizeText(zip.size)} saved.`;
}
