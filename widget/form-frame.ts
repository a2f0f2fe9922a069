import type { PayEventName } from './events.ts';
import type { FrameSettings, FromFrame, ToFrame } from './frame-protocol.ts';
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
  `html{overflow:hidden}body{margin:0;padding:${RING}px}pay-form{display:flow-root;max-inline-size:none;font-family:inherit}`,
);

/** The properties that the page may set. */
const LOOK = /^(--pay|color|font|letter)/;

/** Milliseconds after which a frame looks whether it still has the focus that the page has given it. */
const LATER = [9, 40, 150];

const EVENTS = ['ready', 'change', 'error', 'action', 'result', 'expired'];

/**
 * Shows the form, tells the page of it, and does what the page says.
 * @param form not yet in the document
 * @returns what tells the page something
 */
export function showForm(form: PayForm, port: MessagePort): (message: FromFrame) => void {
  const { body, documentElement: root } = document;
  let answer: (go: boolean) => void = () => {};

  const post = (message: FromFrame): void => port.postMessage(message);

  const sync = (): void => {
    const { phase, payment, merchant, order } = form;
    // Rounded up: half a pixel less would make a scroll bar.
    const formHeight = Math.ceil(form.getBoundingClientRect().height);
    // Until its order and its language are there the form is empty.
    const height = order && formHeight ? formHeight + 2 * RING : 0;
    post({ type: 'state', phase, payment, merchant, valid: form.checkValidity(), height });
  };

  /** Whether no listener of the page cancels the payment. The page's settings come before its answer. */
  form.asks = () => {
    sync();
    post({ type: 'pay-submit', detail: null });
    return new Promise((answered) => (answer = answered));
  };

  /** The frame goes nowhere; the page does, where its listeners let it. */
  const onEvent = (event: CustomEvent): void => {
    const type = event.type as PayEventName;
    if (type !== 'pay-expired') event.preventDefault();
    sync();
    post({ type, detail: event.detail as unknown });
  };

  const take = ({ order, mode, lang, disabled, saveCard, messages, look }: FrameSettings): void => {
    const { style } = root;
    for (const name in look) if (LOOK.test(name)) style.setProperty(name, look[name] ?? '');
    // Lengths in rem are the page's.
    form.style.fontSize = style.fontSize;
    style.fontSize = look['root-size'] ?? '';
    root.lang = lang;
    Object.assign(form, { mode, disabled, saveCard, order, messages });
  };

  const hear = async (data: ToFrame): Promise<void> => {
    const { type } = data;
    if (type === 'settings') take(JSON.parse(data.settings, plain) as FrameSettings);
    else if (type === 'answer') answer(data.go);
    else if (type === 'submit') {
      await form.submit();
      post({ type: 'submitted', id: data.id });
    } else if (/^(reset|reportValidity|focus)$/.test(type)) {
      form[type]();
      // The page gives its focus to the frame on another way: where it comes later, it takes that off the field again, and in
      // a page that the browser had kept, nothing tells it.
      if (type !== 'reset')
        for (const ms of LATER) setTimeout(() => document.activeElement !== form && form[type](), ms);
    }
  };

  for (const name of EVENTS) form.addEventListener(`pay-${name}`, onEvent as (event: Event) => void);
  new MutationObserver(sync).observe(form.shadowRoot as ShadowRoot, {
    subtree: true,
    childList: true,
    attributes: true,
  });
  new ResizeObserver(sync).observe(form);
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => void hear(data));
  port.start();
  document.adoptedStyleSheets = [sheet];
  body.append(form);

  return post;
}

/**
 * As text, and without what lit calls its own: objects of a page's making could pass for markup. Nor does the page say what
 * the customer agrees to by the box that has a card saved.
 */
const plain = (key: string, value: unknown): unknown => (/^(_\$|sa[fv]e$)/.test(key) ? undefined : value);
