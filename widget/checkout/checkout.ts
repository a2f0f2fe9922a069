import type {
  AskedCustomer,
  CreateHostedBody,
  CreatePaymentBody,
  Fingerprint,
  PaymentView,
  SessionView,
} from '../../server/contract/checkout-api.ts';
import { type Api, ApiError } from './api.ts';
import {
  canPay,
  type CheckoutState,
  isReplaceable,
  isResumable,
  isOpen,
  type PhaseAction,
  reduce,
  START,
} from './phases.ts';
import { type PayProblem, widgetProblem } from './problem.ts';
import { isSafeUrl } from '../../server/contract/address.ts';

/** Takes a payment through its phases. No DOM. */

/** Milliseconds to wait after consecutive failed polls: 1 s, 2 s, 4 s … 30 s. */
export function backoff(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

/** Refusals that mean the order has changed and must be loaded again. */
const ELSEWHERE: readonly string[] = [
  'payment-open',
  'order-paid',
  'idempotency-key-reused',
  'saved-card-refused',
];

export interface CheckoutDeps {
  navigate(url: string): void;
  newKey(): string;
  fingerprint(): Fingerprint;
  pause(ms: number, signal: AbortSignal): Promise<void>;
  online(signal: AbortSignal): Promise<void>;
  /** The payment that the page's address names, as the companion leads back to the shop. */
  returned(): string | undefined;
}

/** The element that shows the checkout. */
export interface CheckoutView {
  changed(state: CheckoutState): void;
  /** The session is loaded. Returns why it cannot be used here, or null. */
  ready(session: SessionView): PayProblem | null;
  /** The browser is about to leave; false keeps it here. */
  action(url: string): boolean;
  /** A payment's status changed; false keeps the browser here after a success. */
  result(payment: PaymentView): boolean;
  error(problem: PayProblem): void;
}

/** One checkout of one order. */
export class Checkout {
  state = START;
  readonly #deps: CheckoutDeps;
  readonly #view: CheckoutView;
  #api: Api | null = null;
  #work = new AbortController();
  #loading: Promise<void> = Promise.resolve();
  #key: string | null = null;
  /** whether the companion answered the last request with the key */
  #answered = false;
  /** whether the customer started a payment on this page and is to be redirected */
  #leading = false;

  constructor(deps: CheckoutDeps, view: CheckoutView) {
    this.#deps = deps;
    this.#view = view;
  }

  /**
   * Loads the session and shows its payment.
   * @param api for another order, if the order has changed
   * @param reason the refusal that caused the reload; reported if the customer may still pay
   */
  async load(api = this.#api, reason: PayProblem | null = null): Promise<void> {
    if (!api) return;
    // A payment in flight reports its own result.
    const isPaying = this.state.phase === 'submitting' && !this.#work.signal.aborted;
    if (isPaying && api === this.#api && !reason) return;
    const signal = this.#restart();
    const known = api === this.#api && this.state.session;
    if (api !== this.#api) {
      // What was typed stays: perhaps only the order's amount has changed.
      this.state = { ...this.state, payment: null };
      this.#key = null;
    }
    this.#api = api;
    this.#leading = false;
    const { payment: before } = this.state;
    this.#move({ type: 'load' });
    this.#loading = this.#attempt(signal, async () => {
      const session = await api.session(signal);
      if (signal.aborted) return;
      const { payment } = session;
      // Behind a payment link it has another id, which does not show the card on the return page.
      if (payment?.id.includes('.') && payment.createdAt === before?.createdAt) payment.id = before.id;
      this.#move({ type: 'session', session });
      const problem = this.#view.ready(session) ?? reason;
      if (problem && canPay(this.state)) this.refuse(problem);
      else if (known && session.payment) this.#tell(session.payment, before);
    });
    await this.#loading;
    if (!signal.aborted) await this.#attempt(signal, () => this.#follow(signal));
  }

  /** The session once loading has finished; null if there is none. */
  async loaded(): Promise<SessionView | null> {
    for (let waited: unknown = null; waited !== this.#loading; ) await (waited = this.#loading);
    return this.state.session;
  }

  /** Pays with a typed or saved card, instead of a payment that waits to be confirmed. Does nothing unless {@link canPay}. */
  async pay(
    by: Pick<CreatePaymentBody, 'card' | 'savedCard' | 'saveCard'>,
    customer: AskedCustomer,
  ): Promise<void> {
    await this.#start(async (api) => {
      const { payment: open } = this.state;
      const replaces = isReplaceable(open) && { replaces: open.id };
      const body = { ...by, ...replaces, customer, fingerprint: this.#deps.fingerprint() };
      this.#answered = false;
      const key = (this.#key ??= this.#deps.newKey());
      const payment = await api.pay(body, key);
      // Another order may have started meanwhile, with its own key.
      if (this.#key === key) this.#key = null;
      return payment;
    });
  }

  /**
   * Opens the hosted page. Does nothing unless {@link canPay}.
   * @param body contains a card only for a lookup
   */
  async hosted(body: CreateHostedBody): Promise<void> {
    await this.#start(async (api) => {
      const { payment, location } = await api.hosted(body);
      return { ...payment, action: { url: location } };
    });
  }

  /** The customer edited the form: a key that was answered must not be used for the new values. */
  edited(): void {
    if (this.#answered) this.#key = null;
  }

  /** Sends the customer to the page that confirms the payment. */
  leave(): void {
    const url = this.state.payment?.action?.url ?? '';
    if (!isSafeUrl(url)) {
      this.refuse(widgetProblem('unsafe-action-url', 'Unsafe address'));
      return;
    }
    this.#move({ type: 'leave' });
    if (this.#view.action(url)) this.#deps.navigate(url);
  }

  /** Sends the customer back to the shop. */
  finish(): void {
    const { payment } = this.state;
    if (payment && this.#api) this.#deps.navigate(this.#api.returnUrl(payment.id));
  }

  /** Dismisses a decline. */
  reset(): void {
    if (canPay(this.state)) this.#move({ type: 'reset' });
  }

  /** Lets the customer pay with another card while a payment waits to be confirmed. That one is still followed. */
  async replace(): Promise<void> {
    if (this.state.phase !== 'action' || !isReplaceable(this.state.payment)) return;
    const signal = this.#restart();
    this.#key = null;
    this.#leading = false;
    this.#move({ type: 'reset' });
    await this.#attempt(signal, () => this.#follow(signal));
  }

  /** Shows and reports a problem. */
  refuse(problem: PayProblem): void {
    this.#move({ type: 'problem', problem });
    this.#view.error(problem);
  }

  /** Stops, and forgets the order. */
  clear(): void {
    this.stop();
    this.#api = null;
    this.state = START;
    this.#view.changed(START);
  }

  /** Stops all waiting; a payment in flight is not cancelled. */
  stop(): void {
    this.#work.abort();
  }

  async #start(request: (api: Api) => Promise<PaymentView>): Promise<void> {
    const api = this.#api;
    if (!api || !canPay(this.state)) return;
    const signal = this.#restart();
    this.#move({ type: 'submit' });
    await this.#attempt(signal, async () => {
      const payment = await request(api);
      // If another order has replaced this one, the page still receives the result, but the browser stays.
      if (api !== this.#api && !isResumable(payment)) this.#view.result(payment);
      if (signal.aborted) {
        // Stopped and loaded again meanwhile: that session may be older than this payment.
        if (this.state.payment?.id !== payment.id && api === this.#api && !this.#work.signal.aborted)
          await this.load();
        return;
      }
      this.#leading = true;
      this.#news(payment, null);
      await this.#follow(signal);
    });
  }

  async #attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!signal.aborted) await this.#refused(error.problem);
    }
  }

  async #refused(problem: PayProblem): Promise<void> {
    const { code } = problem;
    if (code === 'order-token-expired') return this.#expired(problem);
    if (this.state.phase !== 'submitting') return this.refuse(problem);
    this.#answered = code !== 'no-answer';
    if (code.startsWith('idempotency-key') || code === 'saved-card-refused') this.#key = null;
    // Nothing can replace what is open: it is shown, not the form again.
    if (code === 'payment-open') this.state = { ...this.state, dismissed: undefined };
    if (ELSEWHERE.includes(code)) await this.load(undefined, problem);
    else this.refuse(problem);
  }

  /** An expired token still reads payments: one that may have been charged is followed, and no other is offered. */
  async #expired(problem: PayProblem): Promise<void> {
    const { signal } = this.#work;
    const { phase } = this.state;
    let { payment } = this.state;
    const id = !payment && this.#deps.returned();
    if (id) payment = (await this.#api?.news(id, '1970-01-01T00:00:00Z', signal).catch(() => null)) ?? null;
    if (signal.aborted) return;
    if (!payment || payment.status === 'failure' || isResumable(payment)) this.refuse(problem);
    else {
      this.#move({ type: 'payment', payment });
      if (phase !== 'loading') this.#view.error(problem);
    }
    // A poll that was refused is not repeated.
    if (phase === 'submitting') await this.#attempt(signal, () => this.#follow(signal));
  }

  /** Polls an open payment, with growing pauses while the connection is lost. */
  async #follow(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let delay = 0;
    for (let { payment } = this.state; isOpen(payment); { payment } = this.state) {
      await this.#deps.pause(delay, signal);
      if (signal.aborted) return;
      try {
        const news = await this.#api?.news(payment.id, payment.updatedAt, signal);
        if (signal.aborted || !news) return;
        failures = 0;
        delay = 1000;
        if (news.updatedAt !== payment.updatedAt || news.status !== payment.status) this.#news(news, payment);
      } catch (error) {
        if (!(error instanceof ApiError) || mustStop(error.problem)) throw error;
        delay = backoff(failures++);
      }
    }
  }

  #news(payment: PaymentView, before: PaymentView | null): void {
    this.#move({ type: 'payment', payment });
    if (this.#leading && payment.action && !before?.action && isOpen(payment)) this.leave();
    else this.#tell(payment, before);
  }

  #tell(payment: PaymentView, before: PaymentView | null): void {
    if (payment.id === before?.id && payment.status === before.status) return;
    if (payment.action && isOpen(payment)) return;
    if (this.#view.result(payment) && payment.status === 'success') void this.#finishOnline();
    // No other attempt is possible with this token: the companion says so.
    else if (payment.tokenExpired && payment.status === 'failure') void this.load();
  }

  /**
   * Waits to be online before it leaves: a success may be the last answer before the connection is lost, and a browser's
   * error page must not replace it.
   */
  async #finishOnline(): Promise<void> {
    const { signal } = this.#work;
    await this.#deps.pause(0, signal);
    await this.#deps.online(signal);
    if (!signal.aborted) this.finish();
  }

  #restart(): AbortSignal {
    this.#work.abort();
    this.#work = new AbortController();
    return this.#work.signal;
  }

  #move(action: PhaseAction): void {
    this.state = reduce(this.state, action);
    this.#view.changed(this.state);
  }
}

function mustStop({ status }: PayProblem): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
