import type { FrameSettings } from './frame-protocol.ts';
import type { OwnMessages } from '../language/language.ts';

/** The page's look that a frame has to adopt, and when it may have changed. */

const PROPERTIES = [
  'color',
  'color-scheme',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  ...'accent on-accent error success surface line muted placeholder radius input-height autofill gap'
    .split(' ')
    .map((name) => `--pay-${name}`),
];

/** The computed look of an element; `root-size` is the size of 1 rem. */
function lookOf(element: Element): Record<string, string> {
  const style = getComputedStyle(element);
  const look = PROPERTIES.map((name) => [name, style.getPropertyValue(name)]);
  const root = getComputedStyle(document.documentElement).fontSize;
  return { ...(Object.fromEntries(look) as Record<string, string>), 'root-size': root };
}

/** The part of `<pay-form>` that the page's side of an isolated form uses. */
export interface FormElement extends HTMLElement {
  src: string;
  order: string;
  mode: string;
  saveCard: boolean;
  messages: OwnMessages | null | undefined;
  disabled: boolean;
}

/** The {@link FrameSettings} of a form, as JSON. */
export function settingsOf(element: FormElement, lang: string): string {
  const { src, mode, saveCard, messages } = element;
  const disabled = element.disabled || element.matches('fieldset:disabled *');
  // Nothing to pay without a companion, as outside a frame.
  const order = src && element.order;
  const look = lookOf(element);
  const settings: FrameSettings = { order, mode, lang, disabled, saveCard, messages, look };
  return JSON.stringify(settings);
}

/** Calls back when the look may have changed, at most once per animation frame. Returns a function that stops this. */
export function watchLook(element: Element, changed: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  let due = 0;
  const soon = (): void => {
    cancelAnimationFrame(due);
    if (element.isConnected) due = requestAnimationFrame(changed);
    else stop();
  };
  const stop = (): void => {
    observer.disconnect();
    cancelAnimationFrame(due);
    over.abort();
  };
  const observer = new MutationObserver(soon);
  for (
    let node: Node | null = element;
    node;
    node = node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null
  ) {
    if (node instanceof Element) observer.observe(node, { attributes: true });
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', soon, { signal });
  for (const type of ['resize', 'load']) addEventListener(type, soon, { signal });
  return stop;
}
