import type { PayEventDetails, PayEventName } from './events.ts';
import type { Host } from './host.ts';
import type { PayForm } from './pay-form.ts';
import type { CheckoutState } from './phases.ts';

export const styles = new CSSStyleSheet();
export interface IsolatedHost {
  host(): Host;
  send<Name extends PayEventName>(name: Name, detail: PayEventDetails[Name], cancelable: boolean): boolean;
  show(state: Partial<CheckoutState>): void;
  lead(url: string): void;
}
export interface Isolated {
  readonly frame: HTMLIFrameElement;
  changed(): void;
  stop(): void;
}
/** Takes over `submit`, `reset`, `checkValidity`, `reportValidity` and `focus` of the element until `stop`. */
export function isolate(_element: PayForm, _host: IsolatedHost): Isolated {
  throw new Error();
}
