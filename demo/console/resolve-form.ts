import { html, nothing, type TemplateResult } from 'lit';
import type { FinalStatus } from '../../server/contract/words.ts';
import { type Failure, failureOf } from './api.ts';
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
  #isBusy = false;
  #failure: Failure | null = null;

  /**
   * @param path of the call, below `/api/`
   * @param asksAmount for an operation for which the gateway reported two amounts
   */
  constructor(place: Place, path: string, asksAmount: boolean, done: (result: Badge) => void) {
    this.#place = place;
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
      ${failureNotice(this.#failure)}
      <p class="buttons"><button type="submit" class="primary" ?disabled=${this.#isBusy}>Resolve</button></p>
    </form>`;
  }

  readonly #submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const [status, comment, amount] = ['status', 'comment', 'amount'].map((name) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    });
    this.#isBusy = true;
    this.#failure = null;
    this.#place.redraw();
    try {
      const stated = amount && { amount: typedAmount(amount) };
      await this.#place.api.post(this.#path, { status, comment, ...stated });
      this.#done({
        text: status === 'success' ? 'Resolved as succeeded.' : 'Resolved as failed.',
        tone: 'good',
      });
    } catch (error) {
      this.#failure = failureOf(error);
    }
    this.#isBusy = false;
    this.#place.redraw();
  };
}
