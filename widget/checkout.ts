import type {
  AskedCustomer,
  CreateHostedBody,
  CreatePaymentBody,
  Fingerprint,
  PaymentView,
  SessionView,
} from '../server/contract/checkout-api.ts';
import { type Api, ApiError } from './api.ts';
import { canPay, type CheckoutState, type Happening, isOffer, isOpen, reduce, START } from './phases.ts';
import { type PayProblem, widgetProblem } from './problem.ts';
import { isSafeUrl } from './safe-url.ts';

/** The way of a payment through the page: what each phase does. No DOM. */

/** Milliseconds to wait after so many failed polls in a row: 1 s, 2 s, 4 s … 30 s. */
export function backoff(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

/** Refusals that say: the order is not what it was, look at it. */
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
}

/** Whoever shows the checkout. */
export interface CheckoutView {
  changed(state: CheckoutState): void;
  /** The session is known. */
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
  /** whether the last request with the key was answered by the companion */
  #answered = false;
  /** whether the customer set a payment going on this page, and is to be led on */
  #leading = false;

  constructor(deps: CheckoutDeps, view: CheckoutView) {
    this.#deps = deps;
    this.#view = view;
  }

  /**
   * Loads the session and shows the payment it has.
   * @param api of another order, where the order changed
   * @param reason a refusal that made the session worth a look; told where the customer may still pay
   */
  async load(api = this.#api, reason: PayProblem | null = null): Promise<void> {
    if (!api) return;
    // A payment on its way brings its own news.
    const isPaying = this.state.phase === 'submitting' && !this.#work.signal.aborted;
    if (isPaying && api === this.#api && !reason) return;
    const signal = this.#restart();
    const known = api === this.#api && this.state.session;
    if (api !== this.#api) {
      // The form stays as it is typed: the order may have changed in its amount alone.
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
      this.#move({ type: 'session', session });
      const problem = this.#view.ready(session) ?? reason;
      if (problem && canPay(this.state)) this.#refuse(problem);
      else if (known && session.payment) this.#tell(session.payment, before);
    });
    await this.#loading;
    if (!signal.aborted) await this.#attempt(signal, () => this.#follow(signal));
  }

  /** The session, once whatever is being loaded has come; null where there is none. */
  async loaded(): Promise<SessionView | null> {
    for (let waited: unknown = null; waited !== this.#loading; ) await (waited = this.#loading);
    return this.state.session;
  }

  /** Pays by card, typed or saved. Does nothing unless {@link canPay}. */
  async pay(
    by: Pick<CreatePaymentBody, 'card' | 'savedCard' | 'saveCard'>,
    customer: AskedCustomer,
  ): Promise<void> {
    await this.#start(async (api) => {
      const body = { ...by, customer, fingerprint: this.#deps.fingerprint() };
      this.#answered = false;
      const key = (this.#key ??= this.#deps.newKey());
      const payment = await api.pay(body, key);
      // Another order may have begun meanwhile, with a key of its own.
      if (this.#key === key) this.#key = null;
      return payment;
    });
  }

  /**
   * Opens the hosted page. Does nothing unless {@link canPay}.
   * @param body its card is for a lookup alone
   */
  async hosted(body: CreateHostedBody): Promise<void> {
    await this.#start(async (api) => {
      const { payment, location } = await api.hosted(body);
      return { ...payment, action: { url: location } };
    });
  }

  /** The customer changed what was typed: an answered key must not be used for it. */
  edited(): void {
    if (this.#answered) this.#key = null;
  }

  /** Leads the customer to where the payment has to be confirmed. */
  leave(): void {
    const url = this.state.payment?.action?.url ?? '';
    if (!isSafeUrl(url)) {
      this.#refuse(widgetProblem('unsafe-action-url', 'Unsafe address'));
      return;
    }
    this.#move({ type: 'leave' });
    if (this.#view.action(url)) this.#deps.navigate(url);
  }

  /** Leads the customer back to the shop. */
  finish(): void {
    const { payment } = this.state;
    if (payment && this.#api) this.#deps.navigate(this.#api.returnUrl(payment.id));
  }

  /** Forgets a decline. */
  reset(): void {
    if (canPay(this.state)) this.#move({ type: 'reset' });
  }

  /** There is no order any more. */
  clear(): void {
    this.stop();
    this.#api = null;
    this.state = START;
    this.#view.changed(START);
  }

  /** Ends all waiting. */
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
      // Where another order has taken its place, the page hears of the result all the same, and stays.
      if (api !== this.#api && !isOffer(payment)) this.#view.result(payment);
      if (signal.aborted) return;
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
    if (this.state.phase !== 'submitting') return this.#refuse(problem);
    const { code } = problem;
    this.#answered = code !== 'no-answer';
    if (code.startsWith('idempotency-key') || code === 'saved-card-refused') this.#key = null;
    if (ELSEWHERE.includes(code)) await this.load(undefined, problem);
    else this.#refuse(problem);
  }

  #refuse(problem: PayProblem): void {
    this.#move({ type: 'problem', problem });
    this.#view.error(problem);
  }

  /** Waits for news of an open payment; on a lost connection ever more patiently. */
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
  }

  /** A success may be the last thing heard before the network went: an error page must not take its place. */
  async #finishOnline(): Promise<void> {
    const { signal } = this.#work;
    await this.#deps.pause(0, signal);
    if (!signal.aborted) this.finish();
  }

  #restart(): AbortSignal {
    this.#work.abort();
    this.#work = new AbortController();
    return this.#work.signal;
  }

  #move(happening: Happening): void {
    this.state = reduce(this.state, happening);
    this.#view.changed(this.state);
  }
}

function mustStop({ status }: PayProblem): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
