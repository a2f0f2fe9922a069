import { PayButton } from './pay-button.ts';
import { PayForm } from './pay-form.ts';
import { PayStatus } from './pay-status.ts';

/** Registers the tags. A page that loads the file twice keeps what it has. */
export function define(): void {
  for (const [tag, type] of [
    ['pay-form', PayForm],
    ['pay-button', PayButton],
    ['pay-status', PayStatus],
  ] as const) {
    if (!customElements.get(tag)) customElements.define(tag, type);
  }
}
