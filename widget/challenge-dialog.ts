import { dialogStyles } from './challenge-dialog.styles.ts';
import { build, make } from './challenge-parts.ts';
import type { Host } from './host.ts';
import { dialog as english } from './messages/en-dialog.ts';

/**
 * The bank's page in a dialog over the shop's, the form kept beneath (`challenge="dialog"`). Loaded when a payment has to be
 * confirmed. It takes what it needs of the element as an argument and shares no code with it, as `feedback.ts`.
 *
 * A bank that refuses to be framed cannot be told from one that does not: browsers fire `load` for their own error page
 * too, and hide everything else on purpose. Therefore the way to the whole page stands below the frame from the
 * beginning; what can be told (no `load` in time, `error`, the shop's own policy) is said in words.
 */

export { dialogStyles as styles, english };

/** What the element lends; its payment is the one to be confirmed. */
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
  /** Takes the dialog away. A second call does nothing. */
  close(): void;
  /** Says everything as the element speaks by now. */
  speak(host: ChallengeHost): void;
}

/** Milliseconds in which a page has to load. */
const LOADS_WITHIN = 8_000;
/** Milliseconds after which a wait is put into words. */
const LATE = 5 * 60_000;
/** Milliseconds that the state has to arrive in once the customer is back from the bank. */
const STATE_WITHIN = 3_000;

/** One dialog at a time for all elements of the page. */
let shown = false;

/**
 * Opens the bank's page. An address that is not safe, or a dialog beside another one, is refused: nothing opens, and the
 * element goes on offering the confirmation. Whoever closes the dialog, nothing is cancelled by that.
 * @param url https, or http on loopback
 * @returns null where nothing was opened
 */
export function openChallenge(url: string, host: ChallengeHost): Challenge | null {
  const refusal = shown ? 'another confirmation is open' : 'unsafe challenge address';
  const isAwaited = host.state.payment?.action;
  if (isAwaited && !shown && host.isSafeUrl(url)) return new ChallengeDialog(url, host);
  // What was confirmed elsewhere, while this file was loaded, is no fault.
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
  /** what is said of the bank's page, if anything */
  #said: 'late' | 'refused' | null = null;
  /** whether the shop's own policy keeps the bank's page away */
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
    // Gives the focus back by itself where that is still to be seen.
    dialog.close();
    dialog.remove();
    // The element shows by then what it has to offer.
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
    // Browsers let nobody be held up by two Escapes.
    on(dialog, 'close', () => this.close());
    on(close, 'click', () => this.#ask());
    on(stay, 'click', () => this.#stay());
    on(go, 'click', () => this.close());
    on(whole, 'click', () => this.#leave());
    on(frame, 'load', () => {
      clearTimeout(this.#loading);
      // Of a page that the customer is back from, too.
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

  /** Only the companion's page in this very frame is heard, and of the state it says nothing. */
  #hear({ source, origin, data }: MessageEvent<{ type?: unknown; paymentId?: unknown } | null>): void {
    const { src, state, load } = this.#host;
    if (source !== this.#parts.frame.contentWindow || origin !== new URL(src, location.href).origin) return;
    if (data?.type !== 'pay-form:returned' || data.paymentId !== state.payment?.id) return;
    load();
    // Nothing more to see or to do there.
    const { frame, stage, whole } = this.#parts;
    stage.classList.remove('loaded');
    frame.hidden = whole.hidden = true;
    this.#after(STATE_WITHIN, () => this.close());
  }

  /** Asks once; who is asked already, means it. */
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

  /** Words above the way to the whole page, which is the main one then. */
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

/** Whom the customer pays, and how much; nothing is charged for a lookup. */
function whatFor(host: ChallengeHost): (Node | string)[] {
  const { state, merchant, money } = host;
  const amount = state.payment && !isLookup(host) ? money(state.payment) : '';
  const texts = [merchant, amount].filter((text) => text);
  return texts.flatMap((text, index) => [index ? ' · ' : '', make('bdi', {}, text ?? '')]);
}

const isLookup = ({ state }: ChallengeHost): boolean => state.payment?.method === 'lookup';

/** What says the same as before is not read out again. */
function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

/** Keeps what lies behind from scrolling, which a modal dialog does not, and from jumping where the scroll bar goes. */
function holdPage(signal: AbortSignal): void {
  const sheet = new CSSStyleSheet();
  const gutter = innerWidth > document.documentElement.clientWidth ? 'scrollbar-gutter:stable' : '';
  sheet.replaceSync(`:root{overflow:hidden!important;${gutter}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  signal.addEventListener('abort', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}

/** To what the element says now, unless the focus went back to where it was. */
function giveFocus(root: ShadowRoot): void {
  const { activeElement } = document;
  const isElsewhere = activeElement && activeElement !== document.body && activeElement !== root.host;
  if (isElsewhere || root.activeElement?.matches(':not([role=status])')) return;
  const wanted = root.querySelectorAll<HTMLElement>('[role=alert]:not(:empty),[part=button],[role=status]');
  const seen = [...wanted].filter((one) => one.getClientRects().length > 0);
  // In an isolated form it is the frame that takes the focus.
  (seen.find((one) => !one.matches('[role=status]')) ?? seen[0] ?? (root.host as HTMLElement)).focus();
}
