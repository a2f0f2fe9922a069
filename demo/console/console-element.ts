import { LitElement } from 'lit';

/** An element without a shadow root, so that the page's style sheet and link targets reach its contents. */
export abstract class ConsoleElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
