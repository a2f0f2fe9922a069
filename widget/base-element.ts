import { render } from 'lit/html.js';

/**
 * An element with a shadow root that lit-html renders: once for whatever happened in a task, after it. Attributes are the
 * only place where its settings stand, so that a setting counts from the moment in which the page makes it.
 */
export abstract class BaseElement extends HTMLElement {
  /** What holds the rendered nodes. */
  readonly renderRoot = this.attachShadow({ mode: 'open' });
  #update: Promise<void> | null = null;

  /** Resolves when everything that happened is shown. */
  get updateComplete(): Promise<void> {
    return this.#update ?? Promise.resolve();
  }

  connectedCallback(): void {
    this.#takeEarly();
    this.requestUpdate();
  }

  attributeChangedCallback(): void {
    this.requestUpdate();
  }

  /** Shows anew what changed, after the task at hand. */
  requestUpdate(): void {
    this.#update ??= this.#updateSoon();
  }

  async #updateSoon(): Promise<void> {
    await Promise.resolve();
    this.#update = null;
    if (this.isConnected) this.performUpdate();
  }

  /** Shows at once what changed. */
  performUpdate(): void {
    render(this.render(), this.renderRoot);
  }

  protected abstract render(): unknown;

  /** What the page set before the tag was defined would hide the accessors. */
  #takeEarly(): void {
    for (const [name, value] of Object.entries(this)) {
      const { prototype } = this.constructor as { prototype: object };
      if (!(name in prototype)) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}

/**
 * Gives a class a property for each of its attributes, which is where the value stands; null takes the attribute away.
 * @param kinds what a property says: false where it says whether the attribute stands there, a list of texts where it is
 *   one of these in any case (the first for whatever else stands there), otherwise any text
 */
export function reflect(
  type: { prototype: object },
  kinds: Readonly<Record<string, false | '' | readonly string[]>>,
): void {
  for (const [name, kind] of Object.entries(kinds)) {
    const attribute = name.replace(/[A-Z]/, '-$&').toLowerCase();
    Object.defineProperty(type.prototype, name, {
      get(this: Element) {
        const text = this.getAttribute(attribute);
        if (kind === false) return text !== null;
        return kind ? (kind.find((one) => one === text?.toLowerCase()) ?? kind[0]) : (text ?? kind);
      },
      set(this: Element, value: string | boolean | null | undefined) {
        if (value == null || value === false) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value === true ? '' : value);
      },
    });
  }
}
