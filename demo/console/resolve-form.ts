import { html, nothing, type TemplateResult } from 'lit';
import { ApiFailure, type ConsoleApi, type Failure, type Resolution } from './api.ts';
import { ConsoleElement } from './console-element.ts';
import { DoneEvent } from './done-event.ts';
import { typedValue } from './money-request.ts';
import { failureNotice } from './pieces.ts';
import { fieldTexts } from './problem-text.ts';

/**
 * Manual resolution: an operator states how a payment or operation ended, after checking the gateway's portal, and
 * confirms it.
 * @fires console-done - it is resolved
 */
export class ResolveForm extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    path: { attribute: false },
    asksAmount: { attribute: false },
    typed: { state: true },
    isConfirming: { state: true },
    isBusy: { state: true },
    fault: { state: true },
    failure: { state: true },
  };
  declare api: ConsoleApi;
  /** of the payment or operation, below `/api/` */
  declare path: string;
  /** of an operation for which the gateway reported two amounts */
  declare asksAmount: boolean;
  declare typed: { status: Resolution['status'] | ''; amount: string; comment: string };
  declare isConfirming: boolean;
  declare isBusy: boolean;
  declare fault: string;
  declare failure: Failure | null;

  constructor() {
    super();
    this.asksAmount = false;
    this.typed = { status: '', amount: '', comment: '' };
    this.isConfirming = false;
    this.isBusy = false;
    this.fault = '';
    this.failure = null;
  }

  protected override render(): TemplateResult {
    return html`<form novalidate @submit=${this.#next} @input=${this.#note}>
      ${this.isConfirming ? this.#confirmation() : this.#fields()}
      <p class="fault" role="alert" id="fault-${this.path}">${this.fault}</p>
      ${this.failure ? failureNotice(this.failure, null) : nothing}
      <p class="buttons">
        <button type="submit" class="primary" ?disabled=${this.isBusy} ?data-danger=${this.isConfirming}>
          ${this.isConfirming ? this.#decision() : 'Continue'}
        </button>
        ${this.isConfirming ? html`<button type="button" @click=${this.#back}>Back</button>` : nothing}
      </p>
    </form>`;
  }

  #fields(): TemplateResult {
    const choice = (status: Resolution['status'], text: string) => html`<label class="choice">
      <input type="radio" name="status" value=${status} .checked=${this.typed.status === status} /> ${text}</label>`;
    return html`<fieldset>
        <legend>What does the gateway’s portal say?</legend>
        ${choice('success', 'It succeeded')}${choice('failure', 'It failed, or is not there')}
      </fieldset>
      ${this.asksAmount ? this.#amount() : nothing}
      <label>Why, for the timeline
        <input name="comment" maxlength="2048" autocomplete="off" .value=${this.typed.comment} aria-describedby="fault-${this.path}" /></label>`;
  }

  #amount(): TemplateResult {
    return html`<label>The amount that the portal shows
      <input name="amount" inputmode="decimal" autocomplete="off" .value=${this.typed.amount} aria-describedby="fault-${this.path}" /></label>`;
  }

  #confirmation(): TemplateResult {
    const { status, comment } = this.typed;
    const end = status === 'success' ? 'as succeeded' : 'as failed';
    return html`<p class="question" role="status">It is written down ${end}, because: “${comment}”. Should the gateway report anything else later, it comes back here.</p>`;
  }

  #decision(): string {
    return this.typed.status === 'success' ? 'Resolve as succeeded' : 'Resolve as failed';
  }

  readonly #note = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement;
    this.typed = { ...this.typed, [name]: value };
    this.fault = '';
    this.failure = null;
  };

  readonly #back = () => {
    this.isConfirming = false;
  };

  readonly #next = (event: Event) => {
    event.preventDefault();
    const { status, comment } = this.typed;
    const amount = typedValue('amount', this.typed.amount);
    if (status === '') this.fault = 'Say what the portal says.';
    else if (comment.trim() === '') this.fault = 'Say why: others read it later.';
    else if (!this.isConfirming) this.isConfirming = true;
    else void this.#send({ status, comment: comment.trim(), ...(amount && { amount }) });
  };

  async #send(resolution: Resolution): Promise<void> {
    this.isBusy = true;
    try {
      await this.api.resolve(this.path, resolution);
      const text = resolution.status === 'success' ? 'Resolved as succeeded.' : 'Resolved as failed.';
      this.dispatchEvent(new DoneEvent({ text, tone: 'good' }));
    } catch (error) {
      const failure: Failure = error instanceof ApiFailure ? error.failure : { kind: 'lost' };
      const { status, amount, comment } = fieldTexts(failure, ['status', 'amount', 'comment']);
      this.fault = amount ?? comment ?? status ?? '';
      this.failure = this.fault ? null : failure;
      this.isConfirming = false;
    }
    this.isBusy = false;
  }
}
customElements.define('console-resolve-form', ResolveForm);
