import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView, OrderView, ShareView } from '../../server/contract/merchant-api.ts';
import { keep, kept } from '../storage.ts';
import type { Failure } from './api.ts';
import { Loading } from './live.ts';
import {
  type Action,
  ACTIONS,
  amountOf,
  cancelResult,
  CLOSED,
  isPlain,
  type MoneyRequest,
  operationResult,
  possibleActions,
  readRequest,
  refusedFields,
  shareField,
  sharesOf,
} from './order-actions.ts';
import { failureNotice } from './pieces.ts';
import type { Place } from './place.ts';
import { amountText } from './plain-text.ts';
import { isRefusedOperation } from './problem-text.ts';
import { subMerchant } from './shop-names.ts';
import type { Badge } from './statuses.ts';

/** What a form is about. `paymentId`: null for the payment that pays the order. */
interface Subject {
  action: Action;
  orderId: string;
  paymentId: string | null;
}

/** What an action may move at most; null where it is unknown. */
interface Limits {
  most: string | null;
  currency: string;
  /** of each sub-merchant; null if the payment was not split */
  shares: readonly ShareView[] | null;
}

/** A request that was sent, perhaps without an answer: a repetition has the same Idempotency-Key. */
interface SentRequest {
  key: string;
  body: MoneyRequest;
}

/**
 * Captures, voids, refunds, cancels or closes, after a confirmation. A request that was sent is kept in the browser until it is
 * answered, so that a repetition, even after a reload or in another tab, is the same request and executed only once.
 */
export class MoneyForm {
  readonly #place: Place;
  readonly #subject: Subject;
  /** called with the result, or with null if the user has closed the form */
  readonly #close: (result: Badge | null) => void;
  readonly #call: Loading<Badge>;
  #isConfirming: boolean;
  #request: MoneyRequest;
  #sent: SentRequest | null;
  #faults: Readonly<Record<string, string>> = {};

  constructor(place: Place, subject: Subject, close: (result: Badge | null) => void) {
    this.#place = place;
    this.#subject = subject;
    this.#close = close;
    this.#call = new Loading(place);
    this.#sent = this.#kept();
    this.#request = this.#sent?.body ?? {};
    this.#isConfirming = this.#sent !== null || isPlain(subject.action);
  }

  get action(): Action {
    return this.#subject.action;
  }

  render(order: OrderView): TemplateResult {
    const { name, about } = ACTIONS[this.action];
    const limits = this.#limits(order);
    if (!limits && !this.#sent) {
      return html`${failureNotice(this.#call.failure)}<p class="notice" data-tone="quiet">${name}: not possible now.</p>`;
    }
    const known = limits ?? { most: null, currency: order.order.currency, shares: null };
    const amount = amountOf(this.#request, known.currency) ?? (this.#sent ? null : known.most);
    const what = amount ? `${name} ${amountText(amount, known.currency)}` : name;
    return html`<form class="card money" aria-labelledby="money-title" @submit=${this.#submit} @input=${this.#clearFaults}>
      <h2 id="money-title" tabindex="-1">${this.#isConfirming ? `${what}?` : name}</h2>
      <p class="fine">${about}</p>
      <div class="fields" ?hidden=${this.#isConfirming}>${this.#fields(known)}</div>
      ${Object.keys(this.#faults).length === 0 ? failureNotice(this.#call.failure) : nothing}
      ${this.#sent && !this.#call.isBusy && !isPlain(this.action) ? html`<p role="status">It was sent and may have been executed. A repetition has the same key, so it is executed only once.</p>` : nothing}
      ${this.#buttons(what)}
    </form>`;
  }

  /** Null if the action is not possible. */
  #limits(order: OrderView): Limits | null {
    const { action, paymentId } = this.#subject;
    if (paymentId) {
      const { currency } = order.payments.find(({ id }) => id === paymentId) ?? order.order;
      return { most: null, currency, shares: sharesOf(order) };
    }
    const possible = possibleActions(order).find((one) => one.action === action);
    if (!possible) return null;
    const shares = action === 'refund' ? sharesOf(order) : null;
    return { most: possible.most, currency: order.order.currency, shares };
  }

  #fields({ most, currency, shares }: Limits): TemplateResult {
    const hasAmount = this.action === 'refund' || this.action === 'capture';
    const amount = (most: string | null) => (most === null ? '' : amountText(most, currency));
    const split = shares?.map(({ subMerchantId, amount: share }) =>
      this.#amountField(shareField(subMerchantId), subMerchant(subMerchantId), `of ${amount(share)}`),
    );
    const hint = `Leave empty for everything that is left${most ? `: ${amount(most)}` : ''}.`;
    return html`
      ${hasAmount && !split ? this.#amountField('amount', `Amount, ${currency}`, hint) : nothing}
      ${
        hasAmount && split
          ? html`<fieldset>
              <legend>Amount that each sub-merchant returns</legend>
              ${split}
              <p class="fine">Leave all fields empty for everything that is left.</p>
              <p class="fault" role="alert">${this.#faults['split']}</p>
            </fieldset>`
          : nothing
      }
      <label>Comment for the timeline (optional) <input name="comment" maxlength="2048" autocomplete="off" /></label>
      ${this.action === 'refund' && !split ? DELIVERY : nothing}`;
  }

  #amountField(name: string, label: unknown, hint: string): TemplateResult {
    const id = name.replaceAll(' ', '-');
    return html`<label><span>${label}</span>
        <input
          name=${name} inputmode="decimal" autocomplete="off" pattern="\\s*\\d+([.,]\\d+)?\\s*" title="An amount like 24.50"
          aria-describedby="${id}-hint ${id}-fault" aria-invalid=${this.#faults[name] ? 'true' : nothing}
        /></label>
      <p id="${id}-hint" class="fine">${hint}</p>
      <p id="${id}-fault" class="fault" role="alert">${this.#faults[name]}</p>`;
  }

  #buttons(what: string): TemplateResult {
    const { isBusy } = this.#call;
    const confirm = this.#sent ? 'Repeat the same request' : what;
    const text = this.#isConfirming ? confirm : 'Continue';
    const isBack = this.#isConfirming && !this.#sent && !isPlain(this.action);
    const leave = isPlain(this.action) ? 'Not now' : 'Close';
    return html`<p class="buttons">
      <button type="submit" class="primary" ?disabled=${isBusy}>${isBusy ? 'Sending…' : text}</button>
      <button type="button" ?disabled=${isBusy} @click=${isBack ? this.#back : this.#leave}>${isBack ? 'Back' : leave}</button>
    </p>`;
  }

  #show(isConfirming: boolean, focus = 'form.money h2'): void {
    this.#isConfirming = isConfirming;
    this.#place.redraw();
    this.#place.focus(focus);
  }

  readonly #back = () => this.#show(false);
  readonly #leave = () => this.#close(null);
  readonly #clearFaults = () => {
    this.#faults = {};
    this.#call.failure = null;
    this.#place.redraw();
  };

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (this.#isConfirming) {
      void this.#send();
      return;
    }
    this.#request = readRequest(new FormData(event.target as HTMLFormElement), this.#subject.paymentId);
    this.#show(true);
  };

  async #send(): Promise<void> {
    const stored = this.#kept();
    if (stored && stored.key !== this.#sent?.key) {
      // Another tab sent one meanwhile.
      this.#sent = stored;
      this.#request = stored.body;
      this.#show(true);
      return;
    }
    this.#keep(this.#sent ?? { key: crypto.randomUUID(), body: this.#request });
    this.#call.failure = null;
    await this.#call.run(() => this.#ask());
    if (this.#place.closed.aborted) return;
    const { failure, value } = this.#call;
    if (failure) {
      this.#refused(failure);
      return;
    }
    this.#keep(null);
    this.#close(value);
  }

  async #ask(): Promise<Badge> {
    const { api } = this.#place;
    const path = `orders/${encodeURIComponent(this.#subject.orderId)}/${this.action}`;
    if (this.action === 'cancel') return cancelResult(await api.post<PaymentView>(path));
    if (this.action === 'close') {
      await api.post<OrderView>(path, {});
      return CLOSED;
    }
    return operationResult(await api.post<OperationView>(path, this.#request, this.#sent?.key));
  }

  #refused(failure: Failure): void {
    if (!isRefusedOperation(failure)) {
      this.#show(true);
      return;
    }
    this.#keep(null);
    this.#faults = refusedFields(failure, this.#request);
    const isFault = Object.keys(this.#faults).length > 0;
    this.#show(isPlain(this.action), isFault ? '[aria-invalid]' : undefined);
  }

  /** Contains no card data, only an amount, a comment and a random key. */
  #keep(sent: SentRequest | null): void {
    this.#sent = sent;
    keep(this.#name(), sent ? JSON.stringify(sent) : '', 'localStorage');
  }

  #kept(): SentRequest | null {
    return JSON.parse(kept(this.#name(), 'localStorage') || 'null') as SentRequest | null;
  }

  #name(): string {
    const { action, orderId, paymentId } = this.#subject;
    return `console-sent:${action} ${orderId} ${paymentId ?? ''}`;
  }
}

const DELIVERY = html`<label>Receipt for the customer
  <select name="receiptDelivery">
    <option value="">The gateway’s default</option>
    <option value="email">By email</option>
    <option value="sms">By SMS</option>
    <option value="viber">By Viber</option>
    <option value="none">No receipt</option>
  </select></label>`;
