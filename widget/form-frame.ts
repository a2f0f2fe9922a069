import type { PayEventName } from './events.ts';
import type { FrameSettings, FromFrame, ToFrame } from './frame-protocol.ts';
import type { OwnMessages } from './language.ts';
import type { PayForm } from './pay-form.ts';

/** Pixels around the form, so that the ring of a focused field is not cut off; the page takes them back. */
const RING = 5;

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  `html{overflow:hidden}body{margin:0;padding:${RING}px}pay-form{max-inline-size:none;font-family:inherit}`,
);

/** How the page may say that the form looks. */
const LOOK = /^(--pay-[a-z-]+|color(-scheme)?|font-(family|size|weight)|letter-spacing)$/;

/** Events that listeners of the page may cancel. */
const ASKED: readonly PayEventName[] = ['pay-submit', 'pay-action', 'pay-result', 'pay-expired'];
const TOLD: readonly PayEventName[] = ['pay-ready', 'pay-change', 'pay-error'];

/**
 * The tag in a frame of its own, and the port to the page around it. It works through the tag's public surface, and takes
 * nothing for granted of what the page says: any of its scripts may say it.
 */
export class FormFrame {
  readonly #form: PayForm;
  readonly #root: HTMLElement;
  readonly #port: MessagePort;
  #ids = 0;
  /** the state and the height that were told last */
  #state = '';
  #height = 0;
  /** payments that the page is asked about */
  readonly #asked = new Map<number, (go: boolean) => void>();
  /** the payment that the page is asked about or has let through */
  #paying: Promise<void> | null = null;
  #passed = false;
  /** somebody acts just now */
  #acting = false;

  /** @param root of the frame's document */
  constructor(form: PayForm, root: HTMLElement, port: MessagePort) {
    this.#form = form;
    this.#root = root;
    this.#port = port;
  }

  /** Shows the form, tells the page of it, and does what the page says. */
  open(): void {
    const { ownerDocument } = this.#root;
    const form = this.#form;
    const inside = form.shadowRoot as ShadowRoot;
    ownerDocument.adoptedStyleSheets = [sheet];
    for (const name of TOLD) form.addEventListener(name, ({ detail }) => this.#tell(name, detail));
    for (const name of ASKED) form.addEventListener(name, (event) => this.#ask(event));
    for (const name of ['click', 'submit']) inside.addEventListener(name, this.#onAct, true);
    inside.addEventListener('focusin', () => this.#acting && this.show(inside.activeElement));
    new MutationObserver(this.#sync).observe(inside, { subtree: true, childList: true, attributes: true });
    new ResizeObserver(this.#sync).observe(form);
    this.#port.onmessage = ({ data }: MessageEvent<ToFrame>) => this.#hear(data);
    ownerDocument.body.append(form);
  }

  /** Has the page scroll to an element. */
  show(element: Element | null): void {
    if (!element) return;
    const { top, bottom } = element.getBoundingClientRect();
    this.#post({ type: 'scroll', top, bottom });
  }

  /** The customer wants to go back to the shop. */
  back(): void {
    this.#post({ type: 'back' });
  }

  #post(message: FromFrame): void {
    this.#port.postMessage(message);
  }

  #hear(message: ToFrame): void {
    switch (message.type) {
      case 'settings':
        return this.#take(message.settings);
      case 'answer':
        this.#asked.get(message.id)?.(message.go);
        return;
      case 'submit':
        return void this.#submit(message.id);
      case 'reset':
        return this.#form.reset();
      case 'report':
        return void this.#act(() => this.#form.reportValidity());
      case 'focus':
        return this.#form.focus();
    }
  }

  #take({ order, mode, lang, disabled, saveCard, messages, look }: FrameSettings): void {
    const form = this.#form;
    const { style } = this.#root;
    for (const [name, value] of Object.entries(look)) {
      if (LOOK.test(name)) style.setProperty(name, String(value));
    }
    // Lengths in rem are the page's.
    form.style.fontSize = style.fontSize;
    style.fontSize = String(look['root-size']);
    if (lang) this.#root.lang = String(lang);
    else this.#root.removeAttribute('lang');
    const own = textsOf(messages);
    if (JSON.stringify(own) !== JSON.stringify(form.messages)) form.messages = own;
    form.mode = String(mode);
    form.disabled = disabled === true;
    form.toggleAttribute('save-card', saveCard === true);
    if (form.order !== order) form.order = String(order);
  }

  async #submit(id: number): Promise<void> {
    await this.#act(() => this.#form.submit());
    await this.#paying;
    this.#post({ type: 'submitted', id });
  }

  #ask(event: CustomEvent): void {
    const name = event.type as PayEventName;
    if (name === 'pay-submit' && this.#passed) return;
    // The frame goes nowhere; the page does, where its listeners let it.
    event.preventDefault();
    if (name === 'pay-submit') this.#paying ??= this.#pay().finally(() => (this.#paying = null));
    else this.#tell(name, event.detail, name === 'pay-expired' && this.#acting ? 1 : 0);
  }

  /** Pays where no listener of the page cancels it. Its settings come before its answer. */
  async #pay(): Promise<void> {
    const id = (this.#ids += 1);
    const answer = new Promise<boolean>((answered) => this.#asked.set(id, answered));
    this.#tell('pay-submit', null, id);
    const go = await answer;
    this.#asked.delete(id);
    if (go !== true) return;
    this.#passed = true;
    const paid = this.#act(() => this.#form.submit());
    this.#passed = false;
    await paid;
  }

  #tell(name: PayEventName, detail: unknown, id = 0): void {
    this.#sync();
    this.#post({ type: 'event', name, detail, id });
  }

  /** Tells phase, payment, validity and height where they changed. */
  readonly #sync = (): void => {
    const { phase, payment, shadowRoot } = this.#form;
    const state = { type: 'state', phase, payment, valid: this.#form.checkValidity() } as const;
    const text = JSON.stringify(state);
    if (text !== this.#state) this.#post(state);
    this.#state = text;
    // Until its language is there the form is empty.
    if (!shadowRoot?.firstElementChild) return;
    const height = Math.ceil(this.#form.getBoundingClientRect().height) + 2 * RING;
    if (height !== this.#height) this.#post({ type: 'height', height });
    this.#height = height;
  };

  readonly #onAct = (): void => {
    this.#acting = true;
    setTimeout(() => (this.#acting = false));
  };

  #act<T>(act: () => T): T {
    this.#acting = true;
    const done = act();
    this.#acting = false;
    return done;
  }
}

/** Texts, and lists of texts: whatever else a page sends could be taken for markup. */
function textsOf(messages: unknown): OwnMessages {
  const texts = Object.entries(messages ?? {}).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[key, value]];
    return value && typeof value === 'object' ? [[key, textsOf(value)]] : [];
  });
  return Object.fromEntries(texts) as OwnMessages;
}
