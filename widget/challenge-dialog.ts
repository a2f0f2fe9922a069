import { dialogStyles } from './challenge-dialog.styles.ts';
import { build, make } from './challenge-parts.ts';
import type { Host } from './host.ts';
import { dialog as english } from './messages/en-dialog.ts';

/**
 * The bank's page in a dialog over the shop's page (`challenge="dialog"`). Loaded when a payment has to be confirmed. Like
 * `feedback.ts`, it receives what it needs from the element as an argument and shares no code with it.
 *
 * A bank that refuses to be framed cannot be detected: browsers fire `load` for their own error page too, and hide
 * everything else on purpose. The button for the full page is therefore below the frame from the start. What can be
 * detected (no `load` in time, `error`, the shop's own policy) is shown as a message.
 */

export { dialogStyles as styles, english };

/** The part of the host that the dialog uses; `state.payment` is the payment to confirm. */
export type ChallengeHost = Pick<
  Host,
  | 'dir'
  | 'go'
  | 'isSafeUrl'
  | 'load'
  | 'merchant'
  | 'money'
  | 'own'
  | 'root'
  | 'src'
  | 'state'
  | 'tag'
  | 'texts'
  | 'withOwn'
>;

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
  if (isAwaited && !shown && host.isSafeUrl(url)) return new ChallengeDialog(url, host);
  // A payment confirmed elsewhere while this file was loading is no fault.
  if (isAwaited) console.warn('pay-form', refusal);
  return null;
}

class ChallengeDialog implements Challenge {
  #host: ChallengeHost;
  readonly #url: string;
  readonly #parts;
  readonly #ends = new AbortController();
  readonly #timers: number[] = [];
  #loading = 0;
  /** the message about the bank's page, if any */
  #said: 'late' | 'refused' | null = null;
  /** whether the shop's own policy blocks the bank's page */
  #blocked = false;

  constructor(url: string, host: ChallengeHost) {
    this.#url = url;
    this.#host = host;
    this.#parts = build(url);
    this.speak(host);
    this.#listen();
    this.#open();
  }

  speak(host: ChallengeHost): void {
    this.#host = host;
    const { dialog, title, of, close, frame, question, stay, go, whole, notice } = this.#parts;
    const texts = host.withOwn({ ...english, ...host.texts.dialog }, host.own.dialog);
    dialog.lang = host.tag;
    dialog.dir = host.dir;
    // A lookup confirms no payment.
    write(title, isLookup(host) ? host.texts.check : texts.title);
    of.replaceChildren(...whatFor(host));
    close.setAttribute('aria-label', texts.close);
    frame.title = texts.frame;
    write(question, texts.leave);
    write(stay, texts.stay);
    write(go, texts.close);
    write(whole, texts.wholePage);
    write(notice, this.#said ? texts[this.#said] : '');
  }

  close(): void {
    const { signal } = this.#ends;
    if (signal.aborted) return;
    this.#ends.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    shown = false;
    const { dialog } = this.#parts;
    // Restores the focus by itself if its target is still visible.
    dialog.close();
    dialog.remove();
    // By then the element shows its new state.
    setTimeout(() => giveFocus(this.#host.root));
  }

  #open(): void {
    const { dialog } = this.#parts;
    this.#host.root.append(dialog);
    dialog.showModal();
    shown = true;
    holdPage(this.#ends.signal);
    this.#loading = this.#after(LOADS_WITHIN, () => this.#refused());
    this.#after(LATE, () => this.#say('late'));
    // In an element that the page hides, the dialog would block the page unseen.
    if (!dialog.checkVisibility()) this.#leave();
  }

  #listen(): void {
    const { dialog, frame, close, stay, go, whole, stage } = this.#parts;
    const { signal } = this.#ends;
    const on = (target: EventTarget, type: string, act: (event: Event) => void) =>
      target.addEventListener(type, act, { signal });
    on(dialog, 'cancel', (event) => {
      event.preventDefault();
      this.#ask();
    });
    // Browsers close a dialog at the second Escape, even if `cancel` was prevented.
    on(dialog, 'close', () => this.close());
    on(close, 'click', () => this.#ask());
    on(stay, 'click', () => this.#stay());
    on(go, 'click', () => this.close());
    on(whole, 'click', () => this.#leave());
    on(frame, 'load', () => {
      clearTimeout(this.#loading);
      // The return page loads in the frame, too, once the frame is hidden.
      if (!frame.hidden) stage.classList.add('loaded');
      if (!stage.hidden || this.#blocked) return;
      stage.hidden = false;
      this.#say(null);
    });
    on(frame, 'error', () => this.#refused());
    on(document, 'securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
      if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(new URL(this.#url).origin)) return;
      this.#blocked = true;
      this.#refused();
    });
    on(window, 'pagehide', () => this.close());
    on(window, 'message', (event) => this.#hear(event as MessageEvent));
  }

  /** Accepts messages only from the companion's page in this frame. They carry no state: it is loaded from the companion. */
  #hear({ source, origin, data }: MessageEvent<{ type?: unknown; paymentId?: unknown } | null>): void {
    const { src, state, load } = this.#host;
    if (source !== this.#parts.frame.contentWindow || origin !== new URL(src, location.href).origin) return;
    if (data?.type !== 'pay-form:returned' || data.paymentId !== state.payment?.id) return;
    load();
    // The frame has nothing more to show.
    const { frame, stage, whole } = this.#parts;
    stage.classList.remove('loaded');
    frame.hidden = whole.hidden = true;
    this.#after(STATE_WITHIN, () => this.close());
  }

  /** Asks before closing; a second request closes. */
  #ask(): void {
    const { ask, whole, stay } = this.#parts;
    if (!ask.hidden) return this.close();
    ask.hidden = false;
    whole.hidden = true;
    stay.focus();
  }

  #stay(): void {
    const { ask, whole, title } = this.#parts;
    ask.hidden = true;
    whole.hidden = false;
    title.focus();
  }

  #refused(): void {
    this.#parts.stage.hidden = true;
    this.#say('refused');
  }

  /** Shows a message above the button for the full page, which then becomes the main button. */
  #say(what: 'late' | 'refused' | null): void {
    const { notice, whole } = this.#parts;
    this.#said = what;
    this.speak(this.#host);
    notice.hidden = !what;
    whole.className = what ? '' : 'link';
  }

  #leave(): void {
    this.close();
    this.#host.go(this.#url);
  }

  #after(ms: number, act: () => void): number {
    const timer = window.setTimeout(act, ms);
    this.#timers.push(timer);
    return timer;
  }
}

/** The merchant and the amount; nothing is charged for a lookup. */
function whatFor(host: ChallengeHost): (Node | string)[] {
  const { state, merchant, money } = host;
  const amount = state.payment && !isLookup(host) ? money(state.payment) : '';
  const texts = [merchant, amount].filter((text) => text);
  return texts.flatMap((text, index) => [index ? ' · ' : '', make('bdi', {}, text ?? '')]);
}

const isLookup = ({ state }: ChallengeHost): boolean => state.payment?.method === 'lookup';

/** Leaves unchanged text alone, which would be read out again. */
function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
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
