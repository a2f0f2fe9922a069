import { html, nothing, type TemplateResult } from 'lit';
import type { AccountView, Page, TerminalsView } from '../../server/contract/merchant-api.ts';
import { Loading } from './live.ts';
import { badge, emptyState, failureNotice, progress, refreshButton } from './pieces.ts';
import type { Place, View } from './place.ts';
import { amountText } from './plain-text.ts';

/** Current balances of the merchant's accounts and terminals, read from the gateway. */
export class BalancesView implements View {
  readonly #place: Place;
  readonly #balances: Loading<[Page<AccountView>, TerminalsView]>;

  constructor(place: Place) {
    this.#place = place;
    this.#balances = new Loading(place);
    void this.load();
  }

  load(): Promise<void> {
    const { api } = this.#place;
    return this.#balances.run((signal) =>
      Promise.all([
        api.get<Page<AccountView>>('balances/accounts', {}, signal),
        api.get<TerminalsView>('balances/terminals', {}, signal),
      ]),
    );
  }

  render(): TemplateResult {
    const { value, isBusy, failure } = this.#balances;
    return html`
      <header class="head"><div class="line"><h1 tabindex="-1">Balances</h1>${refreshButton(this)}</div></header>
      ${progress(isBusy, 'Asking the gateway')} ${failureNotice(failure, () => void this.load())}
      ${value ? balances(...value) : nothing}
    `;
  }
}

const balances = (accounts: Page<AccountView>, terminals: TerminalsView) => html`
  <h2>Accounts</h2>
  ${accounts.data.length === 0 ? emptyState('No accounts', 'The gateway lists none for this project.') : nothing}
  <ul class="tiles">${accounts.data.map(accountTile)}</ul>
  <h2>Terminals</h2>
  <ul class="tiles">
    ${terminals.failed.map(failedTile)}
    ${terminals.data.map(
      ({ name, currency, balances: { available } }) =>
        html`<li class="card"><h3>${name}</h3><p class="sum">${amountText(available, currency)}</p></li>`,
    )}
  </ul>
`;

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
