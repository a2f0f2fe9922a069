import { LitElement } from 'lit';

/** An element in the page's own tree, so that one style sheet and its addresses reach all of it. */
export abstract class ConsoleElement extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}
