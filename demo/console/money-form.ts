import { html, nothing, type TemplateResult } from 'lit';
import type { ShareView } from '../../server/contract/merchant-api.ts';
import { ApiFailure, type ConsoleApi, type Failure } from './api.ts';
import type { ConsoleConfig } from './config.ts';
import { ConsoleElement } from './console-element.ts';
import { DoneEvent } from './done-event.ts';
import { type Intent, type Intents, intentName } from './intents.ts';
import { moneyFields } from './money-fields.ts';
import { type MoneyRequest, moneyRequest, refusedFields, typedValue, typingFaults } from './money-request.ts';
import { ACTION_WORDS, cancelResult, operationResult } from './money-words.ts';
import type { Badge } from './order-status.ts';
import { failureNotice } from './pieces.ts';
import { amountText } from './plain-text.ts';
import { sumOf } from './possible.ts';
import { isInDoubt } from './problem-text.ts';
import type { Action } from './route.ts';

/**
 * - `edit`: the user enters the action
 * - `confirm`: the action is shown for confirmation; nothing was sent yet
 * - `sending`
 * - `doubt`: the request was sent, and its outcome is unknown: only the same request may be repeated
 * - `elsewhere`: the same, but another tab sent it and may still receive the answer
 */
type Step = 'edit' | 'confirm' | 'sending' | 'doubt' | 'elsewhere';

/**
 * Captures, voids, refunds or cancels, after a confirmation. A request keeps one Idempotency-Key until it is answered,
 * even after a reload and in another tab.
 * @fires console-done - the outcome
 * @fires close - the user has abandoned the form
 */
export class MoneyForm extends ConsoleElement {
  static override properties = {
    api: { attribute: false },
    intents: { attribute: false },
    config: { attribute: false },
    action: { attribute: false },
    orderId: { attribute: false },
    paymentId: { attribute: false },
    most: { attribute: false },
    currency: { attribute: false },
    shares: { attribute: false },
    step: { state: true },
    failure: { state: true },
    faults: { state: true },
    typed: { state: true },
    unanswered: { state: true },
  };
  declare api: ConsoleApi;
  declare intents: Intents;
  declare config: ConsoleConfig;
  declare action: Action;
  declare orderId: string;
  /** of a payment that does not pay the order; null for the one that does */
  declare paymentId: string | null;
  /** the maximum amount, decimal text; null if unknown */
  declare most: string | null;
  /** null if unknown */
  declare currency: string | null;
  /** what is left of each sub-merchant's share; null if the payment was not split */
  declare shares: readonly ShareView[] | null;
  declare step: Step;
  declare failure: Failure | null;
  /** faults by field */
  declare faults: Readonly<Record<string, string>>;
  declare typed: Readonly<Record<string, string>>;
  /** a request that was sent and may have been executed, or null */
  declare unanswered: Intent | null;

  constructor() {
    super();
    this.paymentId = null;
    this.most = null;
    this.currency = null;
    this.shares = null;
    this.step = 'edit';
    this.failure = null;
    this.faults = {};
    this.typed = {};
    this.unanswered = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unanswered = this.intents.open(this.#name);
    if (this.unanswered) this.step = 'doubt';
    else if (this.action === 'cancel') this.step = 'confirm';
    addEventListener('storage', this.#heed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('storage', this.#heed);
  }

  get #request(): MoneyRequest {
    return moneyRequest(this.typed, this.shares, this.paymentId);
  }

  get #name(): string {
    return intentName(this.action, this.orderId, this.paymentId);
  }

  protected override render(): TemplateResult {
    const { name, about } = ACTION_WORDS[this.action];
    return html`<form class="money" aria-labelledby="money-title" novalidate @submit=${this.#next} @input=${this.#note}>
      <h2 id="money-title" tabindex="-1">${name}</h2>
      <p class="fine">${about}</p>
      ${this.step === 'edit' ? this.#fields() : nothing}
      ${this.step === 'confirm' || this.step === 'sending' ? this.#confirmation() : nothing}
      ${this.step === 'doubt' || this.step === 'elsewhere' ? this.#doubt() : nothing}
    </form>`;
  }

  #fields(): TemplateResult {
    return html`
      ${moneyFields(this)}
      ${this.#said()}
      <p class="buttons">
        <button type="submit" class="primary">Continue</button>
        <button type="button" @click=${this.#close}>Close</button>
      </p>`;
  }

  #confirmation(): TemplateResult {
    const words = ACTION_WORDS[this.action];
    const amount = this.#stated() ?? this.#written(this.most);
    const isSending = this.step === 'sending';
    return html`<p class="question" role="status">${words.question(amount)}</p>
      ${this.#said()}
      <p class="buttons">
        <button type="submit" class="primary" data-danger ?disabled=${isSending}>${isSending ? 'Sending…' : words.button(amount)}</button>
        <button type="button" ?disabled=${isSending} @click=${this.action === 'cancel' ? this.#close : this.#back}>
          ${this.action === 'cancel' ? 'Close' : 'Back'}
        </button>
      </p>`;
  }

  #doubt(): TemplateResult {
    const isElsewhere = this.step === 'elsewhere';
    const amount = this.#stated();
    return html`<div class="notice" data-tone="warning" role="alert">
        <h3>${isElsewhere ? `Another tab is sending a ${this.action}` : 'No answer came: it may have been done'}</h3>
        <p>
          ${isElsewhere ? 'Its answer ends this form, too. Was that tab closed?' : ''} Repeat the same
          request${amount ? ` over ${amount}` : ''}. It carries the same key, and is done at most once.
        </p>
      </div>
      ${this.#said()}
      <p class="buttons"><button type="submit" class="primary">Repeat the same request</button><button type="button" @click=${this.#close}>Later</button></p>`;
  }

  /** A refusal that concerns no field. */
  #said(): TemplateResult | typeof nothing {
    return this.failure && Object.keys(this.faults).length === 0
      ? failureNotice(this.failure, null)
      : nothing;
  }

  /** The amount of the request, formatted; null if it is over the full amount. */
  #stated(): string | null {
    const { unanswered } = this;
    const request = unanswered ? (JSON.parse(unanswered.body) as MoneyRequest) : this.#request;
    const amounts = request.split?.map((share) => share.amount) ?? (request.amount ? [request.amount] : []);
    return amounts.length > 0 ? this.#written(sumOf(amounts, this.currency ?? '')) : null;
  }

  #written(amount: string | null): string | null {
    return amount === null || this.currency === null ? amount : amountText(amount, this.currency);
  }

  readonly #note = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement | HTMLSelectElement;
    this.typed = { ...this.typed, [name]: typedValue(name, value) };
    this.faults = {};
    this.failure = null;
  };

  readonly #next = (event: Event) => {
    event.preventDefault();
    if (this.step !== 'edit') {
      void this.#send();
      return;
    }
    this.faults = typingFaults(this.typed, this);
    if (Object.keys(this.faults).length === 0) this.#show('confirm');
    else void this.updateComplete.then(() => this.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  readonly #back = () => this.#show('edit');

  #show(step: Step): void {
    this.step = step;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('h2')?.focus());
  }

  readonly #close = () => this.dispatchEvent(new Event('close'));

  async #send(): Promise<void> {
    const { unanswered } = this;
    if (!unanswered && this.#isSentElsewhere()) return;
    this.step = 'sending';
    this.failure = null;
    try {
      this.#finish(await this.#ask());
    } catch (error) {
      this.#refused(error instanceof ApiFailure ? error.failure : { kind: 'lost' }, unanswered !== null);
    }
  }

  /** Whether another tab has sent a request since this form was opened; that one must be repeated first. */
  #isSentElsewhere(): boolean {
    this.unanswered = this.intents.open(this.#name);
    if (this.unanswered) this.#show('elsewhere');
    return this.unanswered !== null;
  }

  /** Ends the form once another tab has received the answer to the request. */
  readonly #heed = () => {
    if (this.step !== 'doubt' && this.step !== 'elsewhere') return;
    this.unanswered = this.intents.open(this.#name);
    if (this.unanswered) return;
    this.#finish({ text: 'Another tab received the answer. The order’s timeline shows it.', tone: 'quiet' });
  };

  async #ask(): Promise<Badge> {
    const { action, orderId } = this;
    if (action === 'cancel') return cancelResult(await this.api.cancel(orderId));
    const intent = this.unanswered ?? this.intents.begin(this.#name, this.#request);
    this.unanswered = intent;
    const body = JSON.parse(intent.body) as MoneyRequest;
    return operationResult(await this.api.operate(orderId, action, body, intent.key));
  }

  #answered(): void {
    if (this.unanswered) this.intents.answered(this.#name, this.unanswered);
    this.unanswered = null;
  }

  #finish(result: Badge): void {
    this.#answered();
    this.step = 'edit';
    this.typed = {};
    this.dispatchEvent(new DoneEvent(result));
  }

  #refused(failure: Failure, isRepetition: boolean): void {
    if (isInDoubt(failure, isRepetition) && this.action !== 'cancel') {
      this.failure = failure.kind === 'lost' ? null : failure;
      this.#show('doubt');
      return;
    }
    this.#answered();
    this.failure = failure;
    this.faults = refusedFields(failure, this.typed, this.shares);
    this.#show(this.action === 'cancel' ? 'confirm' : 'edit');
  }
}
customElements.define('console-money-form', MoneyForm);
