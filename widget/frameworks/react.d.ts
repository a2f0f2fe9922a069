import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  PayButton,
  PayElementAttributes,
  PayEventMap,
  PayForm,
  PayFormAttributes,
  PayStatus,
} from 'pay-form';

export * from 'pay-form';

/** React 19 takes `onpay-result` for the event `pay-result`. */
type Listeners = { [Name in keyof PayEventMap as `on${Name}`]?: (event: PayEventMap[Name]) => void };

type Tag<Element, Attributes> = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  Attributes &
  Listeners & { messages?: PayForm['messages'] };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-form': Tag<PayForm, PayFormAttributes>;
      'pay-button': Tag<PayButton, PayElementAttributes>;
      'pay-status': Tag<PayStatus, PayElementAttributes>;
    }
  }
}
