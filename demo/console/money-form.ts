import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView, OrderView } from '../../server/contract/merchant-api.ts';
import { type Failure, failureOf } from './api.ts';
import { moneyFields } from './money-fields.ts';
import {
  type Action,
  amountFaults,
  amountOf,
  type Faults,
  type Limits,
  type MoneyRequest,
  possibleActions,
  readRequest,
  refusedFields,
  sharesLeft,
} from './money-request.ts';
import { ACTION_WORDS, cancelResult, operationResult } from './money-words.ts';
import { failureNotice } from './pieces.ts';
import type { Place } from './place.ts';
import { amountText } from './plain-text.ts';
import { isInDoubt } from './problem-text.ts';
import { sharesToState } from './review-item.ts';
import {
  forgetRequest,
  keepRequest,
  type SentRequest,
  type Subject,
  unansweredRequest,
} from './sent-requests.ts';
import type { Badge } from './statuses.ts';

/**
 * - `edit`: the user enters the action
 * - `confirm`: the action is shown for confirmation; nothing was sent yet
 * - `sending`
 * - `doubt`: the request was sent, and its outcome is unknown: only the same request may be repeated
 */
type Step = 'edit' | 'confirm' | 'sending' | 'doubt';

/**
 * Captures, voids, refunds or cancels, after a confirmation. A request keeps one Idempotency-Key until it is answered,
 * even after a reload and in another tab.
 */
export class MoneyForm {
  readonly #place: Place;
  readonly #subject: Subject;
  /** called with the result, or with null if the user has closed the form */
  readonly #close: (result: Badge | null) => void;
  #step: Step = 'edit';
  #failure: Failure | null = null;
  #faults: Faults = {};
  #request: MoneyRequest = {};
  /** the request that was sent and may have been executed */
  #sent: SentRequest | null;

  constructor(place: Place, subject: Subject, close: (result: Badge | null) => void) {
    this.#place = place;
    this.#subject = subject;
    this.#close = close;
    this.#sent = unansweredRequest(subject);
    if (this.#sent) this.#step = 'doubt';
    else if (subject.action === 'cancel') this.#step = 'confirm';
  }

  get action(): Action {
    return this.#subject.action;
  }

  render(order: OrderView): TemplateResult {
    const { name, about } = ACTION_WORDS[this.action];
    const limits = this.#limits(order);
    if (!limits && !this.#sent && this.#step !== 'sending') {
      return html`${failureNotice(this.#failure)}<p class="notice" data-tone="quiet">${name} is not possible now.</p>`;
    }
    const known = limits ?? { most: null, currency: order.order.currency, shares: null };
    return html`<form class="card money" aria-labelledby="money-title" novalidate
      @submit=${(event: SubmitEvent) => this.#submit(event, known)} @input=${this.#clearFaults}>
      <h2 id="money-title" tabindex="-1">${name}</h2>
      <p class="fine">${about}</p>
      <div class="fields" ?hidden=${this.#step !== 'edit'}>${moneyFields(this.action, known, this.#faults)}</div>
      ${this.#step === 'doubt' ? this.#doubt(known) : this.#question(known)}
      ${Object.keys(this.#faults).length === 0 ? failureNotice(this.#failure) : nothing}
      ${this.#buttons(known)}
    </form>`;
  }

  /** Null if the action is not possible. */
  #limits(order: OrderView): Limits | null {
    const { paymentId } = this.#subject;
    if (paymentId) {
      const { currency } = order.payments.find(({ id }) => id === paymentId) ?? order.order;
      return { most: null, currency, shares: sharesToState(order, this.action, paymentId) };
    }
    const possible = possibleActions(order).find(({ action }) => action === this.action);
    if (!possible) return null;
    const shares = this.action === 'refund' ? sharesLeft(order) : null;
    return { most: possible.most, currency: order.order.currency, shares };
  }

  #question(limits: Limits): TemplateResult | typeof nothing {
    if (this.#step === 'edit') return nothing;
    return html`<p class="question" role="status">${ACTION_WORDS[this.action].question(this.#amount(limits))}</p>`;
  }

  #doubt(limits: Limits): TemplateResult {
    const amount = amountOf(this.#request, limits.currency) && this.#amount(limits);
    return html`<div class="notice" data-tone="warning" role="alert">
      <h3>No answer came: it may have been executed</h3>
      <p>Repeat the same request${amount ? ` for ${amount}` : ''}. It has the same key, so it is executed only once.</p>
    </div>`;
  }

  #buttons(limits: Limits): TemplateResult {
    const step = this.#step;
    const submit = {
      edit: 'Continue',
      confirm: ACTION_WORDS[this.action].button(this.#amount(limits)),
      sending: 'Sending…',
      doubt: 'Repeat the same request',
    };
    const isConfirming = step === 'confirm' || step === 'sending';
    const hasFields = this.action !== 'cancel';
    return html`<p class="buttons">
      <button type="submit" class="primary" ?disabled=${step === 'sending'}>${submit[step]}</button>
      <button type="button" ?disabled=${step === 'sending'} @click=${isConfirming && hasFields ? this.#back : this.#leave}>
        ${isConfirming && hasFields ? 'Back' : 'Close'}
      </button>
    </p>`;
  }

  /** The amount to be moved, formatted; null if it is unknown. */
  #amount({ most, currency }: Limits): string | null {
    const amount = amountOf(this.#sent?.body ?? this.#request, currency) ?? most;
    return amount && amountText(amount, currency);
  }

  #show(step: Step, focus = 'form.money h2'): void {
    this.#step = step;
    this.#place.redraw();
    this.#place.focus(focus);
  }

  readonly #back = () => this.#show('edit');
  readonly #leave = () => this.#close(null);
  readonly #clearFaults = () => {
    this.#faults = {};
    this.#failure = null;
    this.#place.redraw();
  };

  #submit(event: SubmitEvent, limits: Limits): void {
    event.preventDefault();
    if (this.#step !== 'edit') {
      void this.#send();
      return;
    }
    const form = new FormData(event.target as HTMLFormElement);
    this.#request = readRequest(form, limits, this.#subject.paymentId);
    this.#faults = amountFaults(this.#request, this.action, limits);
    if (Object.keys(this.#faults).length > 0) this.#show('edit', '[aria-invalid]');
    else this.#show('confirm');
  }

  async #send(): Promise<void> {
    const isRepetition = this.#sent !== null;
    // Another tab may have sent a request since this form was opened; that one must be repeated first.
    if (!isRepetition) this.#sent = unansweredRequest(this.#subject);
    if (this.#sent && !isRepetition) {
      this.#show('doubt');
      return;
    }
    this.#step = 'sending';
    this.#failure = null;
    this.#place.redraw();
    try {
      const result = await this.#ask();
      this.#answered();
      this.#close(result);
    } catch (error) {
      this.#refused(failureOf(error), isRepetition);
    }
  }

  async #ask(): Promise<Badge> {
    const { api } = this.#place;
    const path = `orders/${encodeURIComponent(this.#subject.orderId)}/${this.action}`;
    if (this.action === 'cancel') return cancelResult(await api.post<PaymentView>(path));
    this.#sent ??= keepRequest(this.#subject, this.#request);
    return operationResult(await api.post<OperationView>(path, this.#sent.body, this.#sent.key));
  }

  #answered(): void {
    if (this.#sent) forgetRequest(this.#subject, this.#sent);
    this.#sent = null;
  }

  #refused(failure: Failure, isRepetition: boolean): void {
    const isCancel = this.action === 'cancel';
    this.#failure = failure;
    if (isInDoubt(failure, isRepetition) && !isCancel) {
      if (failure.kind === 'lost') this.#failure = null;
      this.#show('doubt');
      return;
    }
    this.#answered();
    this.#faults = refusedFields(failure, this.#request);
    this.#show(isCancel ? 'confirm' : 'edit');
  }
}
