import { html, nothing, type TemplateResult } from 'lit';
import { type Failure, failureOf } from './api.ts';
import { typedAmount } from './order-actions.ts';
import { failureNotice } from './pieces.ts';
import type { Place } from './place.ts';
import type { Badge } from './statuses.ts';

/** The body of a manual resolution. */
interface Resolution {
  status: 'success' | 'failure';
  comment: string;
  amount?: string;
}

/** An operator states how a payment or operation ended, after checking the gateway's portal, and confirms it. */
export class ResolveForm {
  readonly #place: Place;
  readonly #path: string;
  readonly #asksAmount: boolean;
  readonly #done: (result: Badge) => void;
  /** to be confirmed; null while it is entered */
  #resolution: Resolution | null = null;
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
    const resolution = this.#resolution;
    const outcome = resolution?.status === 'failure' ? 'failed' : 'succeeded';
    return html`<form class="resolve" @submit=${this.#submit}>
      <div class="fields" ?hidden=${resolution !== null}>${this.#fields()}</div>
      ${resolution ? html`<p class="question" role="status">It will be recorded as ${outcome}, with the reason “${resolution.comment}”. If the gateway reports anything else later, it needs review again.</p>` : nothing}
      ${failureNotice(this.#failure)}
      <p class="buttons">
        <button type="submit" class="primary" ?disabled=${this.#isBusy}>${resolution ? `Resolve as ${outcome}` : 'Continue'}</button>
        ${resolution ? html`<button type="button" @click=${this.#back}>Back</button>` : nothing}
      </p>
    </form>`;
  }

  #fields(): TemplateResult {
    const choice = (status: Resolution['status'], text: string) => html`<label class="choice">
      <input type="radio" name="status" value=${status} required /> ${text}</label>`;
    return html`<fieldset>
        <legend>What does the gateway’s portal show?</legend>
        ${choice('success', 'It succeeded')}${choice('failure', 'It failed or does not exist')}
      </fieldset>
      ${this.#asksAmount ? html`<label>Amount shown in the portal <input name="amount" inputmode="decimal" autocomplete="off" /></label>` : nothing}
      <label>Reason for the timeline <input name="comment" required pattern=".*\\S.*" title="Others will read it later" maxlength="2048" autocomplete="off" /></label>`;
  }

  readonly #back = () => {
    this.#resolution = null;
    this.#place.redraw();
  };

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.#resolution) {
      void this.#send(this.#resolution);
      return;
    }
    const values = Object.fromEntries(new FormData(event.target as HTMLFormElement));
    const { status, comment, amount = '' } = values as { status: string; comment: string; amount?: string };
    const stated = typedAmount(amount);
    this.#resolution = {
      status: status === 'success' ? 'success' : 'failure',
      comment: comment.trim(),
      ...(stated && { amount: stated }),
    };
    this.#failure = null;
    this.#place.redraw();
  };

  async #send(resolution: Resolution): Promise<void> {
    this.#isBusy = true;
    this.#place.redraw();
    try {
      await this.#place.api.post(this.#path, resolution);
      const text = resolution.status === 'success' ? 'Resolved as succeeded.' : 'Resolved as failed.';
      this.#done({ text, tone: 'good' });
    } catch (error) {
      this.#failure = failureOf(error);
      this.#resolution = null;
    }
    this.#isBusy = false;
    this.#place.redraw();
  }
}
