import { html, nothing, type TemplateResult } from 'lit';
import type { FinalStatus } from '../../server/contract/words.ts';
import { Loading } from './live.ts';
import { typedAmount } from './order-actions.ts';
import { failureNotice } from './pieces.ts';
import type { Place } from './place.ts';
import type { Badge } from './statuses.ts';

/** An operator states how a payment or operation ended, after checking the gateway's portal. */
export class ResolveForm {
  readonly #place: Place;
  readonly #path: string;
  readonly #asksAmount: boolean;
  readonly #done: (result: Badge) => void;
  readonly #call: Loading<void>;

  /**
   * @param path of the call, below `/api/`
   * @param asksAmount for an operation for which the gateway reported two amounts
   */
  constructor(place: Place, path: string, asksAmount: boolean, done: (result: Badge) => void) {
    this.#place = place;
    this.#call = new Loading(place);
    this.#path = path;
    this.#asksAmount = asksAmount;
    this.#done = done;
  }

  render(): TemplateResult {
    const choice = (status: FinalStatus, text: string) => html`<label class="choice">
      <input type="radio" name="status" value=${status} required /> ${text}</label>`;
    return html`<form class="resolve" @submit=${this.#submit}>
      <fieldset>
        <legend>What does the gateway’s portal show?</legend>
        ${choice('success', 'It succeeded')}${choice('failure', 'It failed or does not exist')}
      </fieldset>
      ${this.#asksAmount ? html`<label>Amount shown in the portal <input name="amount" inputmode="decimal" autocomplete="off" /></label>` : nothing}
      <label>Reason for the timeline <input name="comment" required pattern=".*\\S.*" title="Others will read it later" maxlength="2048" autocomplete="off" /></label>
      <p class="fine">If the gateway reports anything else later, it needs review again.</p>
      ${failureNotice(this.#call.failure)}
      <p class="buttons"><button type="submit" class="primary" ?disabled=${this.#call.isBusy}>Resolve</button></p>
    </form>`;
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.target as HTMLFormElement)) as Record<
      string,
      string
    >;
    const { status, comment = '', amount = '' } = values;
    const stated = amount.trim() && { amount: typedAmount(amount) };
    void this.#call.run(async () => {
      await this.#place.api.post(this.#path, { status, comment: comment.trim(), ...stated });
      this.#done({ text: `Resolved as ${status === 'success' ? 'succeeded' : 'failed'}.`, tone: 'good' });
    });
  };
}
