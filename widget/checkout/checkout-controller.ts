import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentView, SessionView } from '../../server/contract/checkout-api.ts';
import { createApi } from './api.ts';
import { Checkout } from './checkout.ts';
import { environment } from '../environment.ts';
import { mark, send } from '../events.ts';
import { dropContact } from '../form/kept-contact.ts';
import { pageLang } from '../language/language.ts';
import { type CheckoutState, type Phase, START } from './phases.ts';
import type { PayProblem } from './problem.ts';

export interface CheckoutHost extends ReactiveControllerHost, HTMLElement {
  src: string;
  order: string;
  /** whether a frame pays, not this element */
  isolated?: boolean;
}

/** What an element decides itself. */
export interface CheckoutHooks {
  /** Why the session cannot be used here, or null. */
  check(session: SessionView): PayProblem | null;
  /** Called at every change of the state, before it is rendered. */
  changed(state: CheckoutState): void;
  /** Reports a result to the page; false keeps the browser here. */
  result(payment: PaymentView): boolean;
  /** Whether the browser navigates to an address; false if the element has handled it. */
  leads(url: string): boolean;
  /** Forgets what must not outlive the visit. */
  wipe(): void;
}

/** Milliseconds after which a tag without an address or an order is reported. */
const MISSING = 200;
/** Milliseconds after which a message says that loading or paying takes long. */
const SLOW: Partial<Record<Phase, number>> = { loading: 2_000, submitting: 8_000 };

/** Keeps the checkout of the order that stands in the element, from its connection to its removal. */
export class CheckoutController implements ReactiveController {
  readonly checkout: Checkout;
  /** Whether it began to load only a moment ago. */
  isEarly = false;
  /** Whether it has been loading or paying for a while. */
  isSlow = false;
  readonly #host: CheckoutHost;
  readonly #hooks: CheckoutHooks;
  /** the address and order that are loaded */
  #loaded = '';
  #missing = 0;
  #early = 0;
  #slow = 0;

  constructor(host: CheckoutHost, hooks: CheckoutHooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.checkout = new Checkout(environment, {
      changed: (state) => this.#changed(state),
      ready: (session) => {
        mark('session');
        send(host, 'pay-ready', null);
        return hooks.check(session);
      },
      action: (url) => send(host, 'pay-action', { url }, true) && hooks.leads(url),
      result: (payment) => {
        mark('result');
        return hooks.result(payment);
      },
      error: (problem) => {
        // For the page's developer: codes and paths, never typed values.
        console.warn('pay-form', JSON.stringify(problem));
        if (problem.code === 'order-token-expired') send(host, 'pay-expired', null, true);
        send(host, 'pay-error', { problem });
      },
    });
    host.addController(this);
  }

  get state(): CheckoutState {
    return this.checkout.state;
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#onPageHide);
    addEventListener('pageshow', this.#onPageShow);
    this.#missing = window.setTimeout(() => {
      const missing = (['src', 'order'] as const).filter((name) => !this.#host[name]);
      if (missing[0]) console.error(`<${this.#host.localName}> needs ${missing.join(' and ')}`);
    }, MISSING);
    // Removed and inserted again: what happened meanwhile is unknown.
    const loaded = this.#loaded;
    this.follow();
    if (loaded && loaded === this.#loaded) void this.checkout.load();
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#onPageHide);
    removeEventListener('pageshow', this.#onPageShow);
    for (const timer of [this.#missing, this.#slow, this.#early]) clearTimeout(timer);
    this.isEarly = false;
    // Not if it is only moved, perhaps over several microtasks: typed values move along.
    setTimeout(() => this.#host.isConnected || this.#onPageHide());
  }

  /** Loads the order that stands in the element, if it is another than before. Returns whether it is. */
  follow(): boolean {
    const { src, order, isolated, isConnected } = this.#host;
    const wanted = src && order && !isolated ? `${src} ${order}` : '';
    if (wanted === this.#loaded || !isConnected) return false;
    this.#loaded = wanted;
    if (wanted && !this.state.session) this.#beginEarly();
    if (wanted) void this.checkout.load(createApi(src, order, environment.fetch, () => pageLang(this.#host)));
    else this.checkout.clear();
    return true;
  }

  /** Shows a state that the checkout did not find itself. */
  show(state: Partial<CheckoutState>): void {
    this.#changed((this.checkout.state = { ...START, ...state }));
  }

  #changed(state: CheckoutState): void {
    const { payment, phase } = state;
    if (payment && phase === 'done') dropContact(payment.orderId);
    clearTimeout(this.#slow);
    this.isSlow = false;
    const slow = SLOW[phase];
    if (slow && this.#host.isConnected) this.#slow = window.setTimeout(this.#onSlow, slow);
    this.#hooks.changed(state);
    this.#host.requestUpdate();
  }

  #beginEarly(): void {
    this.isEarly = true;
    this.#early = window.setTimeout(() => {
      this.isEarly = false;
      this.#host.requestUpdate();
    }, environment.moment);
  }

  readonly #onSlow = (): void => {
    this.isSlow = true;
    this.#host.requestUpdate();
  };

  readonly #onPageHide = (): void => {
    this.checkout.stop();
    this.#hooks.wipe();
  };

  readonly #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) void this.checkout.load();
  };
}
