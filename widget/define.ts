import { PayButton } from './pay-button.ts';
import { PayForm } from './pay-form.ts';
import { PayStatus } from './pay-status.ts';

/** Registers the tags. A tag that is already registered is left alone, so that a page may load the file twice. */
export function define(): void {
  if (!canDefine()) return;
  for (const [tag, type] of [
    ['pay-form', PayForm],
    ['pay-button', PayButton],
    ['pay-status', PayStatus],
  ] as const) {
    if (!customElements.get(tag)) customElements.define(tag, type);
  }
}

/** Not on a server, and not in a browser that is too old: there the content of the tags stays. */
const canDefine = (): boolean =>
  typeof document !== 'undefined' &&
  'adoptedStyleSheets' in document &&
  'attachInternals' in HTMLElement.prototype;
