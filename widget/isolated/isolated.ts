import { html, render } from 'lit';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { environment, isShown } from '../environment.ts';
import type { PayEventDetails, PayEventName } from '../events.ts';
import { type FormElement, settingsOf, watchLook } from './frame-look.ts';
import type { FromFrame, Handover, ToFrame } from './frame-protocol.ts';
import type { Language } from '../language/language.ts';
import type { CheckoutState } from '../checkout/phases.ts';
import { urlOf } from '../checkout/api.ts';
import { widgetProblem } from '../checkout/problem.ts';
import { isSafeUrl } from '../../server/contract/address.ts';

/** The page's side of `isolated`: the frame with the form, and the port to it. Loaded if the attribute is set. */

export { isolatedStyles as styles } from './isolated.styles.ts';

/** What the element provides. */
export interface IsolatedHost {
  language(): Language;
  /** CSS pixels that the form is likely to need */
  height(): number;
  /** dispatches a public event; false if a listener cancelled what follows, or a success leads nowhere */
  send<Name extends PayEventName>(name: Name, detail: PayEventDetails[Name], cancelable: boolean): boolean;
  /** shows the frame's last state, or that there is no frame */
  show(state: Partial<CheckoutState>, merchant?: string | null): void;
  /** sends the customer to the page that confirms the payment */
  lead(url: string): void;
}

export interface Isolated {
  /** contains the frame, or a message that there is none */
  readonly frame: HTMLElement;
  /** to be called when settings, messages or look may have changed */
  changed(): void;
  /** ends all waiting: the tag is out of the page */
  rest(): void;
  /** removes the frame for good */
  stop(): void;
}

/** Methods of the element that work through the frame. */
interface Methods {
  submit(): Promise<void>;
  reset(): void;
  checkValidity(): boolean;
  reportValidity(): boolean;
  focus(): void;
}

/** Milliseconds within which the frame has to show its form. */
const PATIENCE = 8_000;

/** Pixels: the frame grows no higher. */
const HIGHEST = 3_000;
/** The frame is put back so many times after the page has removed it with the tag's children. */
const RETURNS = 5;

/** Pixels around the form in its frame, for focus rings. */
const RING = 5;
const SLOT = 'frame';

const ASKED: readonly PayEventName[] = ['pay-submit', 'pay-action', 'pay-result', 'pay-expired'];

/** Puts the form into a frame of the companion's origin. Until `stop`, the element's methods work through it. */
export function isolate(element: FormElement, host: IsolatedHost): Isolated {
  return new FrameHost(element, host);
}

class FrameHost implements Isolated {
  readonly frame = document.createElement('div');
  readonly #iframe = document.createElement('iframe');
  readonly #note = document.createElement('div');
  /** in a task of its own: otherwise it and another observer that removes frames would block all other tasks in turn */
  readonly #observer = new MutationObserver(() => setTimeout(() => this.#putBack()));
  #returns = 0;
  readonly #element: FormElement;
  readonly #host: IsolatedHost;
  #unwatch = (): void => {};
  /** the companion's base address, with a trailing slash */
  #base = '';
  #port: MessagePort | null = null;
  /** whether the frame has said hello */
  #open = false;
  #waiting = 0;
  /** the settings sent last */
  #sent = '';
  /** messages for a frame that is not ready yet */
  #queue: ToFrame[] = [];
  /** the last state received */
  #said = '';
  #valid = false;
  #ends = new AbortController();
  #payment: PaymentView | null = null;
  /** the order token has expired, and no listener of the page handles it */
  #expired = false;
  #submits = new Map<number, () => void>();
  #ids = 0;

  readonly #methods: Methods = {
    submit: async () => {
      const id = (this.#ids += 1);
      const submitted = new Promise<void>((done) => this.#submits.set(id, done));
      this.#say({ type: 'submit', id });
      await submitted;
    },
    reset: () => this.#say({ type: 'reset' }),
    checkValidity: () => this.#valid,
    reportValidity: () => {
      if (!this.#valid) this.#focus('reportValidity');
      return this.#valid;
    },
    focus: () => this.#focus('focus'),
  };

  constructor(element: FormElement, host: IsolatedHost) {
    this.#element = element;
    this.#host = host;
    this.#iframe.referrerPolicy = 'no-referrer';
    this.#iframe.slot = SLOT;
    // That of the tag that this one was cloned from.
    for (const other of element.querySelectorAll(`:scope > iframe[slot=${SLOT}]`)) other.remove();
    this.#iframe.addEventListener('load', this.#onLoad);
    const slot = document.createElement('slot');
    slot.name = SLOT;
    this.frame.append(this.#note, slot);
    Object.assign(element, this.#methods);
    this.changed();
  }

  changed(): void {
    const { src } = this.#element;
    const base = (src && urlOf(src.replace(/\/*$/, '/'))?.href) || this.#base;
    this.#iframe.title = this.#host.language().texts.card;
    if (base !== this.#base) {
      this.#base = base;
      this.#load();
    } else if (this.#open) this.#settle();
  }

  rest(): void {
    this.#ends.abort();
    this.#close();
    this.#forget();
    this.#unwatch();
  }

  stop(): void {
    this.#observer.disconnect();
    this.#returns = Infinity;
    this.rest();
    this.#iframe.remove();
    for (const name of Object.keys(this.#methods)) Reflect.deleteProperty(this.#element, name);
  }

  #load(): void {
    this.#tell('');
    this.#wait();
    warnOfOrigin(this.#base);
    // Transparent until the form is loaded: an empty frame may have another background than the page. Chromium renders
    // nothing in a frame with `visibility: hidden`, so that a form in a tab shown later would never report its height.
    const { style } = this.#iframe;
    style.opacity = '0';
    style.blockSize = `${this.#host.height() + 2 * RING}px`;
    this.#iframe.src = `${this.#base}frame`;
    // In the page's own document: Chromium does not autofill a frame inside a shadow root.
    this.#returns = -1;
    this.#putBack();
    this.#observer.observe(this.#element, { childList: true });
  }

  #putBack(): void {
    if (this.#iframe.parentNode === this.#element || this.#returns > RETURNS) return;
    this.#returns += 1;
    if (this.#returns <= RETURNS) return this.#element.append(this.#iframe);
    this.#observer.disconnect();
    this.#close();
    this.#lose('The page keeps removing the frame of the form');
  }

  #focus(type: 'reportValidity' | 'focus'): void {
    this.#iframe.focus();
    this.#say({ type });
  }

  /** Also runs after the frame was moved or reloaded: the connection to the one before is void. */
  readonly #onLoad = (): void => {
    this.#wait();
    const { origin } = new URL(this.#base);
    const { port1, port2 } = new MessageChannel();
    const nonce = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
    this.#port = port1;
    port1.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => this.#hear(data, nonce));
    port1.start();
    const handover: Handover = { payForm: nonce };
    this.#iframe.contentWindow?.postMessage(handover, origin, [port2]);
  };

  #close(): void {
    if (this.#open) this.#forget();
    this.#port?.close();
    this.#port = null;
    this.#open = false;
    this.#sent = this.#said = '';
    this.#valid = false;
  }

  /** Drops messages for a frame that has gone: they do not apply to the next one. */
  #forget(): void {
    clearTimeout(this.#waiting);
    this.#queue = [];
    for (const done of this.#submits.values()) done();
    this.#submits.clear();
  }

  #wait(): void {
    this.#close();
    clearTimeout(this.#waiting);
    this.#iframe.inert = true;
    this.#waiting = window.setInterval(() => {
      // A frame that has loaded in a hidden part of the page has no height yet.
      if (!this.#open || !this.#element.isConnected || isShown(this.#iframe))
        this.#lose('The frame of the form cannot be loaded');
    }, PATIENCE);
  }

  /** Shows an error if the frame does not load, and never a card field. */
  #lose(title: string): void {
    this.#forget();
    if (!this.#element.isConnected) return;
    const problem = widgetProblem('no-answer', title);
    const { texts } = this.#host.language();
    this.#iframe.style.blockSize = '0';
    this.#tell(
      html`<p part="message" role="alert" tabindex="-1" class="alert">${texts.noSession}</p>
        <button type="button" part="button" @click=${() => this.#load()}>${texts.again}</button>`,
    );
    console.warn('pay-form', title);
    this.#host.show({ phase: 'failed', problem });
    this.#host.send('pay-error', { problem }, false);
  }

  #tell(words: unknown): void {
    render(words, this.#note);
  }

  #say(message: ToFrame): void {
    if (this.#open) this.#port?.postMessage(message);
    else this.#queue.push(message);
  }

  #settle(): void {
    const text = settingsOf(this.#element, this.#host.language().tag);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#say({ type: 'settings', settings: text });
  }

  #hear(message: FromFrame, nonce: string): void {
    if (message.type === 'hello') return this.#greet(message.nonce === nonce);
    if (!this.#open) return;
    const { type } = message;
    if (type === 'state') this.#show(message);
    else if (type === 'submitted') this.#submitted(message.id);
    else if (type === 'leave') this.#leave();
    else if (type === 'scroll') this.#scroll(message);
    else this.#send(type, message.detail);
  }

  #submitted(id: number): void {
    this.#submits.get(id)?.();
    this.#submits.delete(id);
  }

  #greet(known: boolean): void {
    if (!known) return;
    this.#open = true;
    this.#unwatch();
    this.#unwatch = watchLook(this.#element, () => this.changed());
    this.#settle();
    for (const message of this.#queue.splice(0)) this.#say(message);
  }

  #grow(height: number): void {
    if (!(height > 0)) return;
    clearTimeout(this.#waiting);
    this.#returns = 0;
    this.#tell('');
    const { style } = this.#iframe;
    style.blockSize = `${Math.min(height, HIGHEST)}px`;
    style.opacity = '';
    this.#iframe.inert = false;
  }

  /** Scrolls the page to a part of the frame, as `scrollIntoView` would. */
  #scroll({ top, bottom }: FromFrame & { type: 'scroll' }): void {
    const { style, offsetHeight } = this.#iframe;
    style.scrollMargin = `${-top}px 0 ${bottom - offsetHeight}px`;
    this.#iframe.scrollIntoView({ block: 'nearest' });
    style.scrollMargin = '';
  }

  #show({ phase, payment, merchant, valid, height }: FromFrame & { type: 'state' }): void {
    const said = JSON.stringify([phase, payment, merchant, valid, height]);
    if (said === this.#said) return;
    this.#said = said;
    this.#grow(height);
    this.#valid = valid;
    this.#payment = payment;
    this.#host.show({ phase, payment, problem: null }, merchant);
  }

  #send(name: PayEventName, detail: PayEventDetails[PayEventName]): void {
    // The element sends the customer nowhere else, whatever a frame says.
    if (detail && 'url' in detail && !isSafeUrl(detail.url)) return;
    const go = this.#host.send(name, detail, ASKED.includes(name));
    if (name === 'pay-submit') {
      // A listener may have set another order: the frame receives that first.
      this.changed();
      this.#say({ type: 'answer', go });
    }
    this.#expired = name === 'pay-expired' && go;
    if (!go || !detail) return;
    if ('url' in detail) this.#host.lead(detail.url);
    if ('payment' in detail && detail.payment.status === 'success') void this.#finish(detail.payment);
  }

  #leave(): void {
    if (this.#expired) environment.reload();
    else void this.#finish(this.#payment);
  }

  /** Returns to the shop once online: a browser's error page must not replace the result. */
  async #finish(payment: PaymentView | null): Promise<void> {
    if (!payment) return;
    this.#ends = new AbortController();
    const { signal } = this.#ends;
    await environment.online(signal);
    if (!signal.aborted) environment.navigate(`${this.#base}return/${encodeURIComponent(payment.id)}`);
  }
}

let warned = false;

/** Warns once per page that a frame of the page's own origin keeps no script out. */
function warnOfOrigin(base: string): void {
  if (warned || new URL(base).origin !== location.origin) return;
  warned = true;
  console.warn('pay-form: isolated keeps scripts out only if src has another origin than the page');
}
