import type { PayEventName } from './events.ts';
import type { FrameSettings, FromFrame, ToFrame } from './frame-protocol.ts';
import type { OwnMessages } from './language.ts';
import type { PayForm } from './pay-form.ts';

/**
 * The tag in a frame of its own, and the port to the page around it. It works through the tag's public surface, and takes
 * nothing for granted of what the page says: any of its scripts may say it. Functions, since every byte here is loaded
 * beside the tag.
 */

/** Pixels around the form, so that the ring of a focused field is not cut off; the page takes them back. */
const RING = 5;

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  `html{overflow:hidden}body{margin:0;padding:${RING}px}pay-form{max-inline-size:none;font-family:inherit}`,
);

/** The properties that the page may set. */
const LOOK = /^(--pay-|color|font-|letter-)/;

const EVENTS = 'ready change error submit action result expired';

/**
 * Shows the form, tells the page of it, and does what the page says.
 * @param form not yet in the document
 * @returns what tells the page of a wish of the form: to be scrolled to, or to go back to the shop
 */
export function showForm(form: PayForm, port: MessagePort) {
  const { body, documentElement: root } = document;
  const inside = form.shadowRoot as ShadowRoot;
  /** the state and the height that were told last */
  let told = '';
  let height = 0;
  /** the payment that the page is asked about or has let through */
  let paying: Promise<void> | null = null;
  let answer: (go: boolean) => void;
  let passed = false;
  /** somebody acts just now */
  let acting = false;

  const post = (message: FromFrame): void => port.postMessage(message);

  const show = (element: Element | null): void => {
    if (!element) return;
    const { top, bottom } = element.getBoundingClientRect();
    post({ type: 'scroll', top, bottom });
  };

  /** Tells phase, payment, validity and height where they changed. */
  const sync = (): void => {
    const { phase, payment } = form;
    const state = { type: 'state', phase, payment, valid: form.checkValidity() } as const;
    const text = JSON.stringify(state);
    if (text !== told) post(state);
    told = text;
    const now = Math.ceil(form.offsetHeight) + 2 * RING;
    // Until its language is there the form is empty.
    if (inside.firstElementChild && now !== height) post({ type: 'height', height: (height = now) });
  };

  const tell = (name: PayEventName, detail: unknown): void => {
    sync();
    post({ type: 'event', name, detail, acting });
  };

  const act = <T>(does: () => T): T => {
    acting = true;
    const done = does();
    acting = false;
    return done;
  };

  /** Pays where no listener of the page cancels it. Its settings come before its answer. */
  const pay = async (): Promise<void> => {
    tell('pay-submit', null);
    if (await new Promise<boolean>((answered) => (answer = answered))) {
      passed = true;
      const paid = act(() => form.submit());
      passed = false;
      await paid;
    }
    paying = null;
  };

  /** The frame goes nowhere; the page does, where its listeners let it. */
  const onEvent = (event: CustomEvent): void => {
    const name = event.type as PayEventName;
    const submits = name === 'pay-submit';
    if (submits && passed) return;
    event.preventDefault();
    if (submits) paying ??= pay();
    else tell(name, event.detail);
  };

  const take = ({ order, mode, lang, disabled, saveCard, messages, look }: FrameSettings): void => {
    const { style } = root;
    for (const name in look) if (LOOK.test(name)) style.setProperty(name, `${look[name]}`);
    // Lengths in rem are the page's.
    form.style.fontSize = style.fontSize;
    style.fontSize = `${look['root-size']}`;
    root.lang = `${lang}`;
    form.messages = textsOf(messages);
    Object.assign(form, { mode, disabled: !!disabled, saveCard: !!saveCard, order });
  };

  port.onmessage = async ({ data }: MessageEvent<ToFrame>): Promise<void> => {
    const { type } = data;
    if (type === 'settings') take(data.settings);
    else if (type === 'answer') answer(data.go === true);
    else if (type === 'submit') {
      await act(() => form.submit());
      await paying;
      post({ type: 'submitted', id: data.id });
    } else if (/^(reset|reportValidity|focus)$/.test(type)) act(() => form[type]());
  };

  for (const name of EVENTS.split(' '))
    form.addEventListener(`pay-${name}` as PayEventName, onEvent as (event: Event) => void);
  for (const name of ['click', 'submit'])
    inside.addEventListener(
      name,
      () => {
        acting = true;
        setTimeout(() => (acting = false));
      },
      true,
    );
  inside.addEventListener('focusin', () => acting && show(inside.activeElement));
  new MutationObserver(sync).observe(inside, { subtree: true, childList: true, attributes: true });
  new ResizeObserver(sync).observe(form);
  document.adoptedStyleSheets = [sheet];
  body.append(form);

  return { show, back: () => post({ type: 'back' }) };
}

/** Texts, and lists of texts: whatever else a page sends could be taken for markup. */
function textsOf(messages: object): OwnMessages {
  const texts = Object.entries(messages ?? {}).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[key, value]] : value ? [[key, textsOf(value)]] : [],
  );
  return Object.fromEntries(texts) as OwnMessages;
}
