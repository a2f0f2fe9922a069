import { html, nothing, type TemplateResult } from 'lit';
import type { AccountView, Page, TerminalsView } from '../../server/contract/merchant-api.ts';
import { Loading } from './live.ts';
import { badge, emptyState, failureNotice, progress, refreshButton } from './pieces.ts';
import type { Place, View } from './place.ts';
import { amountText } from './plain-text.ts';

/** Current balances of the merchant's accounts and terminals, read from the gateway. */
export class BalancesView implements View {
  readonly #place: Place;
  readonly #accounts: Loading<Page<AccountView>>;
  readonly #terminals: Loading<TerminalsView>;

  constructor(place: Place) {
    this.#place = place;
    this.#accounts = new Loading(place);
    this.#terminals = new Loading(place);
    void this.load();
  }

  async load(): Promise<void> {
    const { api } = this.#place;
    await Promise.all([
      this.#accounts.run((signal) => api.get('balances/accounts', {}, signal)),
      this.#terminals.run((signal) => api.get('balances/terminals', {}, signal)),
    ]);
  }

  render(): TemplateResult {
    const [accounts, terminals] = [this.#accounts, this.#terminals];
    const again = () => void this.load();
    return html`
      <header class="head"><div class="line"><h1 tabindex="-1">Balances</h1>${refreshButton(this)}</div></header>
      ${progress(accounts.isBusy || terminals.isBusy, 'Asking the gateway')}
      <h2>Accounts</h2>
      ${failureNotice(accounts.failure, again)}
      ${accounts.value?.data.length === 0 ? emptyState('No accounts', 'The gateway lists none for this project.') : nothing}
      <ul class="tiles">${accounts.value?.data.map(accountTile)}</ul>
      <h2>Terminals</h2>
      ${failureNotice(terminals.failure, again)}
      <ul class="tiles">
        ${terminals.value?.failed.map(failedTile)}
        ${terminals.value?.data.map(
          ({ name, currency, balances }) =>
            html`<li class="card"><h3>${name}</h3><p class="sum">${amountText(balances.available, currency)}</p></li>`,
        )}
      </ul>
    `;
  }
}

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
