import { render } from 'lit/html.js';

/**
 * An element whose shadow root is rendered once for all changes of a task. Settings live only in attributes,
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
    const { prototype } = this.constructor as { prototype: object };
    const early = this as object as Record<string, unknown>;
    // Properties that the page set before the tag was defined would shadow the accessors.
    for (const [name, value] of Object.entries(this)) {
      if (!(name in prototype)) continue;
      delete early[name];
      early[name] = value;
    }
    this.requestUpdate();
  }

  /**
   * Frameworks write `false` as text: before the tag is defined, and always if an attribute has a hyphen. It means what it
   * says.
   */
  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (value === 'false') this.removeAttribute(name);
    else this.requestUpdate();
  }

  /** Schedules a render for the end of the current task. */
  requestUpdate(): void {
    this.#update ??= this.#updateSoon();
  }

  async #updateSoon(): Promise<void> {
    await this.updateComplete;
    this.#update = null;
    if (this.isConnected) this.performUpdate();
  }

  /** Renders now. */
  performUpdate(): void {
    render(this.render(), this.renderRoot);
  }

  protected abstract render(): unknown;
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
