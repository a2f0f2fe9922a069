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

/** Sets an attribute, or takes it away where it stands for false. */
export function reflect(element: Element, name: string, value: string | boolean | null | undefined): void {
  if (typeof value === 'boolean') element.toggleAttribute(name, value);
  else if (value == null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
