import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { Phase } from './phases.ts';

/** Where the keyboard goes in a form: never to what is disabled, nor to what takes something away. */
export const FIRST = 'input:enabled,button:not(.remove)';

/**
 * Keeps the keyboard here when what had the focus has gone, and a message in sight of who acted.
 * @param focused what had the focus before
 * @param before the state and the alert that were shown last
 * @returns those that are shown now
 */
export function keepAttention(
  root: ShadowRoot,
  focused: Element | null,
  before: string,
  phase: Phase,
  payment: PaymentView | null,
): string {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const alert = find('.alert');
  const shown = `${phase} ${alert?.textContent}`;
  // A layout for every key would be felt.
  if (shown === before) return before;
  if (focused && !focused.getClientRects().length) (alert ?? find('.panel p') ?? find(FIRST))?.focus();
  const { activeElement } = root;
  const field = activeElement?.closest('.field');
  // Some browsers do not focus a button that is clicked: who paid has acted all the same.
  const paid = before.startsWith('submitting');
  // Each key may change a summary: the page stays where somebody types.
  if (paid || (activeElement && (!field || before.endsWith('undefined'))))
    alert?.scrollIntoView({ block: 'nearest' });
  // The alert may push the field away that has the keyboard.
  if (!paid || activeElement?.ariaInvalid === 'true') field?.scrollIntoView({ block: 'nearest' });
  // Who comes back to a decline sees an empty form, and has to know why.
  if (alert && /^(loading|$)/.test(before) && payment && document.activeElement === document.body)
    alert.focus();
  // A failure is shown once its words are there.
  return alert || phase !== 'failed' ? shown : before;
}
