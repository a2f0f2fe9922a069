import type { PayEventDetails, PayEventName } from '../events.ts';
import type { FrameSettings, FromFrame, ToFrame } from './frame-protocol.ts';
import type { PayForm } from '../pay-form.ts';

/**
 * Shows the tag in the isolated frame and connects it to the page around it by a port. It uses the tag's public API, and
 * trusts nothing from the page: any of its scripts may have sent it.
 */

/** Pixels around the form, so that the ring of a focused field is not cut off; the page compensates for them. */
const RING = 5;

/** The page's look does not reach the consent to save a card: the customer has to see what is agreed to. */
const CONSENT =
  'padding:8px 12px;color:CanvasText;background:Canvas;border-radius:8px;font:16px/1.4 system-ui;letter-spacing:0;accent-color:auto';

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  `html{overflow:hidden}body{margin:0;padding:${RING}px}pay-form{display:flow-root;max-inline-size:none;font-family:inherit}pay-form::part(save){${CONSENT}}`,
);

/** The CSS properties that the page may set. */
const LOOK = /^(--pay|color|font|letter)/;

/**
 * Shows the form, reports its state and events to the page, and handles the page's messages.
 * @param form not yet in the document
 * @returns sends a message to the page
 */
export function showForm(form: PayForm, port: MessagePort): (message: FromFrame) => void {
  const { body, documentElement: root } = document;
  let answer: (go: boolean) => void = () => {};

  const post = (message: FromFrame): void => port.postMessage(message);

  const sync = (): void => {
    const { phase, payment, merchant, order } = form;
    // Rounded up: half a pixel too little would cause a scroll bar.
    const formHeight = Math.ceil(form.getBoundingClientRect().height);
    // The form is empty until its order and its language are loaded.
    const height = order && formHeight ? formHeight + 2 * RING : 0;
    post({ type: 'state', phase, payment, merchant, valid: form.checkValidity(), height });
  };

  /** Whether no listener of the page cancels the payment. The page's settings arrive before its answer. */
  form.asks = () => {
    sync();
    post({ type: 'pay-submit', detail: null });
    return new Promise((answered) => (answer = answered));
  };

  /** The frame never navigates. The page does, unless its listeners cancel. */
  const onEvent = (event: CustomEvent): void => {
    const type = event.type as PayEventName;
    if (type !== 'pay-expired') event.preventDefault();
    sync();
    post({ type, detail: event.detail as PayEventDetails[PayEventName] });
  };

  const take = ({ order, mode, lang, disabled, saveCard, messages, look }: FrameSettings): void => {
    const { style } = root;
    for (const name in look) if (LOOK.test(name)) style.setProperty(name, look[name] ?? '');
    // Lengths in rem refer to the page's root.
    form.style.fontSize = style.fontSize;
    style.fontSize = look['root-size'] ?? '';
    root.lang = lang;
    Object.assign(form, { mode, disabled, saveCard, order, messages });
    if (!form.isConnected) show();
  };

  /** Only with its settings: before them it would be in the frame's own language. */
  const show = (): void => {
    body.append(form);
    const all = { subtree: true, childList: true, attributes: true };
    new MutationObserver(sync).observe(form.shadowRoot as ShadowRoot, all);
    new ResizeObserver(sync).observe(form);
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
      // The page focuses the frame by another route. If that arrives later, it takes the focus off the field again; in a
      // page restored from the back/forward cache no event reports this.
      if (type !== 'reset')
        for (const ms of [9, 40, 150]) setTimeout(() => document.activeElement !== form && form[type](), ms);
    }
  };

  for (const name of 'ready change error action result expired'.split(' '))
    form.addEventListener(`pay-${name}`, onEvent as (event: Event) => void);
  document.adoptedStyleSheets = [sheet];
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => void hear(data));
  port.start();

  return post;
}

/**
 * Accepts plain data only: objects with the keys that lit uses internally could pass for markup. Also drops the page's
 * texts for the checkbox that saves a card: the page must not change what the customer agrees to.
 */
const plain = (key: string, value: unknown): unknown => (/^(_\$|sa[fv]e$)/.test(key) ? undefined : value);
