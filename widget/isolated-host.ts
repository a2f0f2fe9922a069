import type { PayEventDetails, PayEventName } from './events.ts';
import type { Host } from './host.ts';
import type { OwnMessages } from './language.ts';
import type { CheckoutState } from './phases.ts';

/** What passes between `<pay-form>` and what puts it into a frame. */

/** What the element lends. */
export interface IsolatedHost {
  host(): Host;
  /** sends a public event; false where a listener cancelled it */
  send<Name extends PayEventName>(name: Name, detail: PayEventDetails[Name], cancelable: boolean): boolean;
  /** what the frame said last, or that there is none */
  show(state: Partial<CheckoutState>, merchant?: string | null): void;
  /** leads the customer to where the payment is confirmed */
  lead(url: string): void;
}

export interface Isolated {
  /** shows the frame, or says that there is none */
  readonly frame: HTMLElement;
  /** settings, messages or look may have changed */
  changed(): void;
  /** ends it for good */
  stop(): void;
}

/** What the element does through the frame. */
export interface Methods {
  submit(): Promise<void>;
  reset(): void;
  checkValidity(): boolean;
  reportValidity(): boolean;
  focus(): void;
}

/** `<pay-form>`, as far as it is needed here. */
export interface FormElement extends HTMLElement {
  mode: string;
  saveCard: boolean;
  messages: OwnMessages;
}
