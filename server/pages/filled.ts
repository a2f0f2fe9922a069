import { html } from 'hono/html';

/** A text with a value at the place of its `{}`, isolated from the direction of the words around it. */
export function filled(text: string, value: string) {
  const [before, after] = text.split('{}');
  return html`${before}<bdi>${value}</bdi>${after}`;
}
