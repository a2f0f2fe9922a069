import { html, nothing, type TemplateResult } from 'lit';
import type { AccountView, Page, TerminalsView } from '../../server/contract/merchant-api.ts';
import type { ConsoleApi } from './api.ts';
import { ConsoleElement } from './console-element.ts';
import { Loading } from './loading.ts';
import { badge, emptyState, failureNotice, progress } from './pieces.ts';
import { amountText } from './plain-text.ts';

/** Current balances of the merchant's accounts and terminals, read from the gateway. */
export class BalancesPage extends ConsoleElement {
  static override properties = { api: { attribute: false } };
  declare api: ConsoleApi;
  readonly #accounts = new Loading<Page<AccountView>>(this);
  readonly #terminals = new Loading<TerminalsView>(this);

  protected override firstUpdated(): void {
    this.#load();
  }

  readonly #load = () => {
    void this.#accounts.run((signal) => this.api.accounts(signal));
    void this.#terminals.run((signal) => this.api.terminals(signal));
  };

  protected override render(): TemplateResult {
    const isBusy = this.#accounts.isBusy || this.#terminals.isBusy;
    return html`
      <header class="head"><h1 tabindex="-1">Balances</h1><button type="button" class="small" ?disabled=${isBusy} @click=${this.#load}>Refresh</button></header>
      ${progress(isBusy, 'Asking the gateway')}
      <h2>Accounts</h2>
      ${this.#accounts.failure ? failureNotice(this.#accounts.failure, this.#load) : nothing}
      ${this.#accounts.value?.data.length === 0 ? emptyState('No accounts', 'The gateway names none for this project.') : nothing}
      <ul class="tiles">${this.#accounts.value?.data.map(accountTile)}</ul>
      <h2>Terminals</h2>
      ${this.#terminals.failure ? failureNotice(this.#terminals.failure, this.#load) : nothing}
      <ul class="tiles">
        ${this.#terminals.value?.failed.map(failedTile)}
        ${this.#terminals.value?.data.map(
          ({ name, currency, balances }) =>
            html`<li class="card"><h3>${name}</h3><p class="sum">${amountText(balances.available, currency)}</p></li>`,
        )}
      </ul>
    `;
  }
}
customElements.define('console-balances', BalancesPage);

const accountTile = ({ name, currency, balances }: AccountView) => html`<li class="card">
  <h3>${name}</h3>
  <p class="sum">${amountText(balances.available, currency)}</p>
  <p class="fine">Rolling reserve ${amountText(balances.rollingReserve, currency)}</p>
</li>`;

const failedTile = ({
  id,
  message,
}: TerminalsView['failed'][number]) => html`<li class="card" data-tone="bad">
  <h3>Terminal ${badge({ text: 'Not available', tone: 'bad' })}</h3>
  <p>${message}</p>
  <p class="fine"><code>${id}</code></p>
</li>`;
