import type { HTMLAttributes } from 'svelte/elements';
import type {
  PayButton,
  PayElementAttributes,
  PayEventMap,
  PayForm,
  PayFormAttributes,
  PayStatus,
} from 'pay-form';

export * from 'pay-form';

/** Svelte 5 takes `onpay-result` for the event `pay-result`. */
type Listeners = { [Name in keyof PayEventMap as `on${Name}`]?: (event: PayEventMap[Name]) => void };

type Tag<Element extends EventTarget, Attributes> = Omit<HTMLAttributes<Element>, keyof Attributes> &
  Attributes &
  Listeners & { messages?: PayForm['messages'] };

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-form': Tag<PayForm, PayFormAttributes>;
    'pay-button': Tag<PayButton, PayElementAttributes>;
    'pay-status': Tag<PayStatus, PayElementAttributes>;
  }
}
