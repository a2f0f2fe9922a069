import { html, nothing, render } from 'lit';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { dialogStyles } from './challenge-dialog.styles.ts';
import { environment, isShown } from '../environment.ts';
import { isCheck } from '../checkout/feedback.ts';
import { icon, spinner } from '../icons.ts';
import { directionOf } from '../../server/contract/language.ts';
import { type Language, withOwn } from '../language/language.ts';
import { dialog as english } from './challenge-dialog.texts.ts';
import type { CheckoutState } from '../checkout/phases.ts';
import { isSafeUrl } from '../../server/contract/address.ts';

/**
 * The bank's page in a dialog over the shop's page (`challenge="dialog"`). Loaded when a payment has to be confirmed.
 *
 * A bank that refuses to be framed cannot be detected: browsers fire `load` for their own error page too, and hide
 * everything else on purpose. The button for the full page is therefore below the frame from the start. What can be
 * detected (no `load` in time, `error`, the shop's own policy) is shown as a message.
 */

export { dialogStyles as styles };

/** The element whose payment is confirmed, as it is now. */
export interface ChallengeHost {
  root: ShadowRoot;
  language: Language;
  /** the companion's base address */
  src: string;
  /** its payment is the one to confirm */
  state: CheckoutState;
  /** the merchant's name, or null */
  merchant: string | null;
  money: (payment: PaymentView) => string;
  /** loads the order's state from the companion */
  load: () => void;
}

export interface Challenge {
  /** Removes the dialog. A second call does nothing. */
  close(): void;
  /** Updates the texts to the element's current language. */
  speak(host: ChallengeHost): void;
}

/** Milliseconds within which the bank's page has to load. */
const LOADS_WITHIN = 8_000;
/** Milliseconds after which a message says that the confirmation takes long. */
const LATE = 5 * 60_000;
/** Milliseconds to wait for the new state once the customer has returned from the bank. */
const STATE_WITHIN = 3_000;

/** Browser features that banks use: wallets and Secure Payment Confirmation, passkeys, SMS codes, their cookies. */
const ALLOWED =
  'payment *; publickey-credentials-get *; publickey-credentials-create *; otp-credentials *; storage-access *';

/**
 * Allows scripts, forms and popups (a bank's app may open through them), but no navigation of the shop's page: a bank that
 * breaks out of frames would replace the form. The button for the full page serves such a bank.
 */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-storage-access-by-user-activation';

/** One dialog at a time for all elements of the page. */
let shown = false;

/**
 * Opens the bank's page. If the address is unsafe or another dialog is open, nothing opens and the element keeps offering
 * the confirmation. If the page hides the element, the browser leaves for the bank's page. Closing the dialog does not
 * cancel the payment.
 * @param url https, or http on loopback
 * @returns null if nothing was opened
 */
export function openChallenge(url: string, host: ChallengeHost): Challenge | null {
  const refusal = shown ? 'another confirmation is open' : 'unsafe challenge address';
  const isAwaited = host.state.payment?.action;
  if (isAwaited && !shown && isSafeUrl(url)) return new ChallengeDialog(url, host);
  // A payment confirmed elsewhere while this file was loading is no fault.
  if (isAwaited) console.warn('pay-form', refusal);
  return null;
}

class ChallengeDialog implements Challenge {
  #host: ChallengeHost;
  readonly #url: string;
  readonly #place = document.createElement('div');
  readonly #ends = new AbortController();
  readonly #timers: number[] = [];
  #loading = 0;
  #isLoaded = false;
  /** the customer has come back from the bank: the frame has nothing more to show */
  #isBack = false;
  /** the customer is asked whether to close */
  #isAsking = false;
  /** the message about the bank's page, if any */
  #said: 'late' | 'refused' | null = null;
  /** whether the shop's own policy blocks the bank's page */
  #blocked = false;

  constructor(url: string, host: ChallengeHost) {
    this.#url = url;
    this.#host = host;
    this.#render();
    this.#listen();
    this.#open();
  }

  speak(host: ChallengeHost): void {
    this.#host = host;
    if (!this.#ends.signal.aborted) this.#render();
  }

  close(): void {
    const { signal } = this.#ends;
    if (signal.aborted) return;
    this.#ends.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    shown = false;
    // Restores the focus by itself if its target is still visible.
    this.#dialog.close();
    this.#place.remove();
    // By then the element shows its new state.
    setTimeout(() => giveFocus(this.#host.root));
  }

  #find(selector: string): HTMLElement {
    return this.#place.querySelector(selector) as HTMLElement;
  }

  get #dialog(): HTMLDialogElement {
    return this.#find('dialog') as HTMLDialogElement;
  }

  #render(): void {
    const { language, state, merchant, money } = this.#host;
    const { tag, texts: all } = language;
    const texts = withOwn(english, all.dialog);
    const { payment } = state;
    const of = [merchant, payment && !isCheck(payment) ? money(payment) : ''].filter(Boolean);
    const hides = this.#said === 'refused';
    render(
      html`<dialog part="dialog" aria-labelledby="challenge" lang=${tag} dir=${directionOf(tag)} translate="no">
        <header>
          <div>
            <h2 id="challenge" part="dialog-title" tabindex="-1" autofocus>${isCheck(payment) ? all.check : texts.title}</h2>
            <p class="of">${of.map((text, at) => [at ? ' · ' : '', html`<bdi>${text}</bdi>`])}</p>
          </div>
          <button type="button" part="dialog-close" aria-label=${texts.close} @click=${this.#ask}>${icon('close')}</button>
        </header>
        <div class=${this.#isLoaded && !this.#isBack ? 'stage loaded' : 'stage'} ?hidden=${hides}>
          ${spinner}
          <iframe
            title=${texts.frame}
            allow=${ALLOWED}
            sandbox=${SANDBOX}
            referrerpolicy="strict-origin"
            src=${this.#url}
            ?hidden=${this.#isBack}
            @load=${this.#onLoad}
            @error=${this.#onRefused}
          ></iframe>
        </div>
        <footer class=${this.#said || this.#isAsking ? 'says' : nothing}>
          <div role="status"><p ?hidden=${!this.#said}>${this.#said ? texts[this.#said] : ''}</p></div>
          <div role="group" aria-labelledby="challenge-ask" ?hidden=${!this.#isAsking}>
            <p id="challenge-ask">${texts.leave}</p>
            <div class="choice">
              <button type="button" part="button" class="stay" @click=${this.#stay}>${texts.stay}</button>
              <button type="button" part="button" class="quiet" @click=${this.#onClose}>${texts.close}</button>
            </div>
          </div>
          <button
            type="button"
            part="button"
            class=${this.#said ? 'whole' : 'whole link'}
            ?hidden=${this.#isAsking || this.#isBack}
            @click=${this.#leave}
          >${texts.fullPage}</button>
        </footer>
      </dialog>`,
      this.#place,
    );
  }

  #open(): void {
    this.#host.root.append(this.#place);
    const dialog = this.#dialog;
    dialog.showModal();
    shown = true;
    holdPage(this.#ends.signal);
    this.#loading = this.#after(LOADS_WITHIN, this.#onRefused);
    this.#after(LATE, () => this.#say('late'));
    // In an element that the page hides, the dialog would block the page unseen.
    if (!isShown(dialog)) this.#leave();
  }

  #listen(): void {
    const { signal } = this.#ends;
    const on = (target: EventTarget, type: string, act: (event: Event) => void) =>
      target.addEventListener(type, act, { signal });
    const dialog = this.#dialog;
    on(dialog, 'cancel', (event) => {
      event.preventDefault();
      this.#ask();
    });
    // Browsers close a dialog at the second Escape, even if `cancel` was prevented.
    on(dialog, 'close', this.#onClose);
    on(document, 'securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
      if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(new URL(this.#url).origin)) return;
      this.#blocked = true;
      this.#onRefused();
    });
    on(window, 'pagehide', this.#onClose);
    on(window, 'message', (event) => this.#hear(event as MessageEvent));
  }

  /** Accepts messages only from the companion's page in this frame. They carry no state: it is loaded from the companion. */
  #hear({ source, origin, data }: MessageEvent<{ type?: unknown; paymentId?: unknown } | null>): void {
    const { src, state, load } = this.#host;
    const { contentWindow } = this.#find('iframe') as HTMLIFrameElement;
    if (source !== contentWindow || origin !== new URL(src, location.href).origin) return;
    if (data?.type !== 'pay-form:returned' || data.paymentId !== state.payment?.id) return;
    load();
    this.#isBack = true;
    this.#render();
    this.#after(STATE_WITHIN, this.#onClose);
  }

  readonly #onClose = (): void => this.close();
  readonly #onRefused = (): void => this.#say('refused');

  readonly #onLoad = (): void => {
    clearTimeout(this.#loading);
    this.#isLoaded = true;
    if (this.#said === 'refused' && !this.#blocked) this.#said = null;
    this.#render();
  };

  /** Asks before closing; a second request closes. */
  readonly #ask = (): void => {
    if (this.#isAsking) return this.close();
    this.#isAsking = true;
    this.#render();
    this.#find('.stay').focus();
  };

  readonly #stay = (): void => {
    this.#isAsking = false;
    this.#render();
    this.#find('h2').focus();
  };

  /** Shows a message above the button for the full page, which then becomes the main button. */
  #say(what: 'late' | 'refused'): void {
    this.#said = what;
    this.#render();
  }

  readonly #leave = (): void => {
    this.close();
    environment.navigate(this.#url);
  };

  #after(ms: number, act: () => void): number {
    const timer = window.setTimeout(act, ms);
    this.#timers.push(timer);
    return timer;
  }
}

/** Keeps the page behind from scrolling, which a modal dialog does not do, and from shifting as the scroll bar disappears. */
function holdPage(signal: AbortSignal): void {
  const sheet = new CSSStyleSheet();
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable' : '';
  sheet.replaceSync(`:root{overflow:hidden!important;${gutter}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  signal.addEventListener('abort', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}

/** Focuses what the element shows now, unless the focus is already elsewhere. */
function giveFocus(root: ShadowRoot): void {
  const { activeElement } = document;
  const isElsewhere = activeElement && activeElement !== document.body && activeElement !== root.host;
  if (isElsewhere || root.activeElement?.matches(':not([role=status])')) return;
  const wanted = root.querySelectorAll<HTMLElement>('[role=alert]:not(:empty),[part=button],[role=status]');
  const seen = [...wanted].filter((one) => one.getClientRects().length > 0);
  // In an isolated form the frame receives the focus.
  (seen.find((one) => !one.matches('[role=status]')) ?? seen[0] ?? (root.host as HTMLElement)).focus();
}
