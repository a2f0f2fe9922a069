import type { ReactiveController } from 'lit';
import type { CheckoutState } from './checkout/phases.ts';
import { SHOWN_INPUT } from './form/fields-controller.ts';

interface Host {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/**
 * After a change of the form: moves the focus if the focused element has disappeared, or to what must be filled after a
 * decline, and scrolls a message into view after the customer acted.
 */
export class FocusController implements ReactiveController {
  readonly #host: Host;
  readonly #state: () => CheckoutState;
  /** the element that had the focus before the change */
  #focused: Element | null = null;
  /** the phase and alert shown last */
  #shown = '';

  constructor(host: Host, state: () => CheckoutState) {
    this.#host = host;
    this.#state = state;
  }

  hostUpdate(): void {
    this.#focused = this.#root?.activeElement ?? null;
  }

  hostUpdated(): void {
    const { phase, payment } = this.#state();
    const root = this.#root as ShadowRoot;
    const find = (selector: string) => root.querySelector<HTMLElement>(selector);
    const alert = find('.alert');
    const before = this.#shown;
    this.#shown = `${phase} ${alert?.textContent}`;
    // Skips a layout at every key, which would be noticeable.
    if (this.#shown === before && this.#focused?.isConnected !== false) return;
    const isGone = this.#focused && !this.#focused.getClientRects().length;
    const next = isGone
      ? (alert ??
        find(phase === 'done' ? '.panel' : '.panel p') ??
        find(`${SHOWN_INPUT},button:not(.remove)`))
      : null;
    // The field that it leaves asks for an update, but not while this one ends.
    queueMicrotask(() => next?.focus());
    const hadTried = ['submitting', 'waiting', 'action'].includes(before.split(' ', 1)[0] ?? '');
    if (hadTried && phase === 'failed' && isHere(root)) emptyField(root)?.focus();
    const { activeElement } = root;
    const field = activeElement?.closest('.field');
    // Some browsers do not focus a clicked button. After a submit the customer has acted in any case.
    // A key may change the count of faults: the page must not scroll while the customer types.
    if (hadTried || (activeElement && (!field || before.endsWith('undefined'))))
      alert?.scrollIntoView({ block: 'nearest' });
    // The alert may push the focused field out of view.
    if (!hadTried || activeElement?.ariaInvalid === 'true') field?.scrollIntoView({ block: 'nearest' });
    // A customer who returns to a decline finds an empty form and needs the reason.
    const isBack = before === '' || before.startsWith('loading');
    if (alert && isBack && payment && document.activeElement === document.body) alert.focus();
  }

  get #root(): ShadowRoot | undefined {
    return this.#host.renderRoot as ShadowRoot | undefined;
  }
}

/** Whether the customer acts in this form; some browsers do not focus a clicked button. */
const isHere = (root: ShadowRoot): boolean =>
  root.activeElement !== null || (document.activeElement === document.body && document.hasFocus());

/** The first field that must be filled, if the form is shown. */
const emptyField = (root: ShadowRoot): HTMLInputElement | undefined =>
  [...root.querySelectorAll<HTMLInputElement>('form:not([hidden]) input[aria-required]')].find(
    ({ value, ariaInvalid }) => !value || ariaInvalid === 'true',
  );
