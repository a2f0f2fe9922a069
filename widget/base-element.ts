import { render } from 'lit/html.js';

/**
 * An element whose shadow root is rendered by lit-html, once for all changes of a task. Settings live only in attributes,
 * so that a change applies at once.
 */
export abstract class BaseElement extends HTMLElement {
  readonly renderRoot = this.attachShadow({ mode: 'open' });
  #update: Promise<void> | null = null;

  /** Resolves when all changes are rendered. */
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

  /** Schedules a render for the end of the current task. */
  requestUpdate(): void {
    this.#update ??= this.#updateSoon();
  }

  async #updateSoon(): Promise<void> {
    await Promise.resolve();
    this.#update = null;
    if (this.isConnected) this.performUpdate();
  }

  /** Renders now. */
  performUpdate(): void {
    render(this.render(), this.renderRoot);
  }

  protected abstract render(): unknown;

  /** Properties that the page set before the tag was defined would shadow the accessors. */
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
 * Defines a property for each attribute. The attribute stores the value; null removes it.
 * @param kinds `false`: a boolean attribute; a list: one of these texts in any case, with the first as default; `''`: any
 *   text, without the spaces around it
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
        return kind ? (kind.find((one) => one === text?.toLowerCase()) ?? kind[0]) : (text ?? kind).trim();
      },
      set(this: Element, value: string | boolean | null | undefined) {
        if (value == null || value === false) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value === true ? '' : value);
      },
    });
  }
}
