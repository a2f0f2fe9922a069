import type { PayEventDetails, PayEventName } from './events.ts';
import type { Host } from './host.ts';
import type { OwnMessages } from './language.ts';
import type { CheckoutState } from './phases.ts';

/** The interface between `<pay-form>` and the code that puts it into a frame. */

/** What the element provides. */
export interface IsolatedHost {
  host(): Host;
  /** dispatches a public event; false if a listener cancelled what follows, or a success leads nowhere */
  send<Name extends PayEventName>(name: Name, detail: PayEventDetails[Name], cancelable: boolean): boolean;
  /** shows the frame's last state, or that there is no frame */
  show(state: Partial<CheckoutState>, merchant?: string | null): void;
  /** sends the customer to the page that confirms the payment */
  lead(url: string): void;
}

export interface Isolated {
  /** contains the frame, or a message that there is none */
  readonly frame: HTMLElement;
  /** to be called when settings, messages or look may have changed */
  changed(): void;
  /** removes the frame for good */
  stop(): void;
}

/** Methods of the element that work through the frame. */
export interface Methods {
  submit(): Promise<void>;
  reset(): void;
  checkValidity(): boolean;
  reportValidity(): boolean;
  focus(): void;
}

/** The part of `<pay-form>` that is used here. */
export interface FormElement extends HTMLElement {
  mode: string;
  saveCard: boolean;
  messages: OwnMessages;
}
