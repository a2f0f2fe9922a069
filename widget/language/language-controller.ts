import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  ENGLISH,
  type Language,
  loadLanguage,
  nearestLang,
  type OwnMessages,
  wantedBy,
  watchLang,
  withOwn,
} from './language.ts';

interface LanguageHost extends ReactiveControllerHost, HTMLElement {
  messages: OwnMessages | null | undefined;
}

/** Milliseconds after which the form is shown in English: nobody waits in front of nothing. */
const PATIENCE = 2_000;

/** Follows the language of the page around an element, and loads its texts. */
export class LanguageController implements ReactiveController {
  /** The language, with the page's own texts. */
  current = ENGLISH;
  /** Whether the first texts can be shown: those of the page's language, or English after a while. */
  isReady = false;
  readonly #host: LanguageHost;
  readonly #changed: () => void;
  #spoken: Language = ENGLISH;
  #own: OwnMessages | null | undefined;
  #unwatch = (): void => {};
  #timer = 0;

  /** @param changed called when the page has changed its language; not for the first one */
  constructor(host: LanguageHost, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    this.#unwatch = watchLang(this.#host, () => {
      void this.#speak();
      this.#changed();
    });
    void this.#speak();
    this.#timer = window.setTimeout(() => this.#show(), PATIENCE);
  }

  hostDisconnected(): void {
    this.#unwatch();
    clearTimeout(this.#timer);
  }

  /** Merges the page's own texts when they have changed. */
  hostUpdate(): void {
    if (this.#own !== this.#host.messages) this.#use(this.#spoken);
  }

  async #speak(): Promise<void> {
    const lang = nearestLang(this.#host);
    const language = await loadLanguage(wantedBy(this.#host));
    if (lang !== nearestLang(this.#host)) return;
    clearTimeout(this.#timer);
    this.#use(language);
    this.#show();
  }

  #show(): void {
    this.isReady = true;
    this.#host.requestUpdate();
  }

  #use(language: Language): void {
    this.#spoken = language;
    this.#own = this.#host.messages;
    this.current = { tag: language.tag, texts: withOwn(language.texts, this.#own) };
  }
}
