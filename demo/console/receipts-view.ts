import { html, type TemplateResult } from 'lit';
import { type Address, addressOf } from './address.ts';
import { Loading } from './live.ts';
import { failureNotice } from './pieces.ts';
import type { Place, View } from './place.ts';
import { saveFile } from './save-file.ts';

/** A ZIP without files: only the record at its end. */
const EMPTY_ZIP_BYTES = 22;

/** All receipts of a day as a ZIP. */
export class ReceiptsView implements View {
  readonly #place: Place;
  /** the result of the latest download in a sentence */
  readonly #zip: Loading<string>;
  readonly #date: string;

  constructor(place: Place, { query }: Address) {
    this.#place = place;
    this.#zip = new Loading(place);
    this.#date = query.get('date') ?? today();
  }

  render(): TemplateResult {
    const { isBusy, failure, value } = this.#zip;
    return html`
      <header class="head"><h1 tabindex="-1">Receipts of a day</h1></header>
      <p class="lead">One ZIP with the receipt of every payment that succeeded on that day (UTC). Receipts of split payments are only on their order’s page.</p>
      <form class="card zip" @submit=${this.#submit} @change=${this.#changed}>
        <label>Day <input type="date" name="date" required max=${today()} value=${this.#date} /></label>
        <label>Format <select name="format"><option value="pdf">PDF</option><option value="html">HTML</option></select></label>
        <label>Payments
          <select name="method"><option value="">Payments and authorizations</option><option value="purchase">Payments</option><option value="auth">Authorizations</option></select></label>
        <p class="buttons">
          <button type="submit" class="primary" ?disabled=${isBusy}>${isBusy ? 'Downloading…' : 'Download ZIP'}</button>
        </p>
        <p role="status">${isBusy ? 'The gateway is preparing the receipts…' : failure ? '' : value}</p>
      </form>
      ${failureNotice(failure)}
    `;
  }

  readonly #changed = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement;
    if (name === 'date') history.replaceState(null, '', addressOf(['receipts'], { date: value }));
    this.#zip.value = null;
    this.#place.redraw();
  };

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target as HTMLFormElement)) as Record<
      string,
      string
    >;
    const { date = '', format = '', method = '' } = values;
    void this.#zip.run(async (signal) => {
      const file = await this.#place.api.file(`receipts/${date}`, { format, method }, signal);
      if (file.size <= EMPTY_ZIP_BYTES) return 'No receipts on this day.';
      const name = `receipts-${date}.zip`;
      saveFile(file, name);
      return `${name} saved.`;
    });
  };
}

const today = (): string => new Date().toISOString().slice(0, 10);
