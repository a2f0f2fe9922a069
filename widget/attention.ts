import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { Phase } from './phases.ts';

/** What may receive the focus: no disabled input, and no button that removes something. */
export const FIRST = 'input:enabled,button:not(.remove)';

/**
 * Moves the focus if the focused element has disappeared, and scrolls a message into view after the customer acted.
 * @param focused the element that had the focus
 * @param before the phase and alert shown last
 * @returns the phase and alert shown now
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
  // Skips a layout at every key, which would be noticeable.
  if (shown === before) return before;
  if (focused && !focused.getClientRects().length) (alert ?? find('.panel p') ?? find(FIRST))?.focus();
  const { activeElement } = root;
  const field = activeElement?.closest('.field');
  // Some browsers do not focus a clicked button. After a submit the customer has acted in any case.
  const paid = before.startsWith('submitting');
  // A key may change the summary: the page must not scroll while the customer types.
  if (paid || (activeElement && (!field || before.endsWith('undefined'))))
    alert?.scrollIntoView({ block: 'nearest' });
  // The alert may push the focused field out of view.
  if (!paid || activeElement?.ariaInvalid === 'true') field?.scrollIntoView({ block: 'nearest' });
  // A customer who returns to a decline finds an empty form and needs the reason.
  if (alert && /^(loading|$)/.test(before) && payment && document.activeElement === document.body)
    alert.focus();
  // A failure counts as shown once its text is loaded.
  return alert || phase !== 'failed' ? shown : before;
}
