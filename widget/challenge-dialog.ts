import { dialogStyles } from './challenge-dialog.styles.ts';
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
  'go' | 'isSafeUrl' | 'load' | 'merchant' | 'money' | 'root' | 'src' | 'state' | 'tag' | 'texts'
>;

type Texts = Readonly<Record<keyof typeof english, string>>;

export interface Challenge {
  /** Takes the dialog away. A second call does nothing. */
  close(): void;
}

/** Milliseconds in which a page has to load. */
const LOADS_WITHIN = 8_000;
/** Milliseconds after which a wait is put into words. */
const LATE = 5 * 60_000;
/** Milliseconds that the state has to arrive in once the customer is back from the bank. */
const STATE_WITHIN = 3_000;

/** What banks ask of a browser: wallets and Secure Payment Confirmation, passkeys, the code of an SMS, their cookies. */
const ALLOWED =
  'payment publickey-credentials-get publickey-credentials-create otp-credentials storage-access'
    .split(' ')
    .map((name) => `${name} *`)
    .join('; ');

/**
 * Scripts, forms and windows of its own (a bank's app opens through them too), but never the shop's page: a bank that
 * breaks out of frames would take the form away, and has the button for the whole page.
 */
const SANDBOX =
  'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads allow-storage-access-by-user-activation';

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
  readonly #host: ChallengeHost;
  readonly #url: string;
  readonly #parts;
  readonly #ends = new AbortController();
  readonly #timers: number[] = [];
  #loading = 0;
  /** whether the shop's own policy keeps the bank's page away */
  #blocked = false;

  constructor(url: string, host: ChallengeHost) {
    this.#url = url;
    this.#host = host;
    this.#parts = build(url, host, { ...english, ...host.texts.dialog });
    this.#listen();
    this.#open();
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
    this.#after(LATE, () => this.#say(this.#parts.texts.late));
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
      this.#say('');
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
    const { stage, texts } = this.#parts;
    stage.hidden = true;
    this.#say(texts.refused);
  }

  /** Words above the way to the whole page, which is the main one then. */
  #say(words: string): void {
    const { notice, whole } = this.#parts;
    notice.textContent = words;
    notice.hidden = !words;
    whole.className = words ? '' : 'link';
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

/** The dialog's nodes; what stands in its frame is loaded once the dialog is in the page. */
function build(url: string, host: ChallengeHost, texts: Texts) {
  const button = (className: string, text: string) =>
    make('button', { type: 'button', part: 'button', class: className }, text);
  const title = make(
    'h2',
    { id: 'challenge', part: 'dialog-title', tabindex: '-1', autofocus: '' },
    texts.title,
  );
  const of = make('p', { class: 'of' }, ...whatFor(host));
  const close = make('button', { type: 'button', part: 'dialog-close', 'aria-label': texts.close }, '✕');
  const frame = make('iframe', {
    title: texts.frame,
    allow: ALLOWED,
    sandbox: SANDBOX,
    // As a page that leads there says it.
    referrerpolicy: 'strict-origin',
    src: url,
  });
  const stage = make('div', { class: 'stage' }, make('span', { class: 'spinner' }), frame);
  const stay = button('', texts.stay);
  const go = button('plain', texts.close);
  const question = make('p', { id: 'challenge-ask' }, texts.leave);
  const ask = make(
    'div',
    { role: 'group', 'aria-labelledby': 'challenge-ask', hidden: '' },
    question,
    make('div', { class: 'choice' }, stay, go),
  );
  const notice = make('p', { hidden: '' });
  const whole = button('link', texts.wholePage);
  const dialog = make(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'challenge', lang: host.tag, dir: dirOf(host.root) },
    make('header', {}, make('div', {}, title, of), close),
    stage,
    make('footer', {}, make('div', { role: 'status' }, notice), ask, whole),
  );
  return { dialog, title, close, stage, frame, notice, ask, stay, go, whole, texts };
}

/** Whom the customer pays, and how much; nothing is charged for a lookup. */
function whatFor({ state: { payment }, merchant, money }: ChallengeHost): (Node | string)[] {
  const amount = payment && payment.method !== 'lookup' ? money(payment) : '';
  const texts = [merchant, amount].filter((text) => text);
  return texts.flatMap((text, index) => [index ? ' · ' : '', make('bdi', {}, text ?? '')]);
}

/** The element's texts are written in one direction, whatever the page's. */
const dirOf = (root: ShadowRoot): string => root.querySelector<HTMLElement>('[dir]')?.dir ?? '';

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
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
