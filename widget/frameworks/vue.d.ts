import type { HTMLAttributes, PublicProps } from 'vue';
import type {
  PayButton,
  PayElementAttributes,
  PayEventMap,
  PayForm,
  PayFormAttributes,
  PayStatus,
} from 'pay-form';

export * from 'pay-form';

type Camel<Text> = Text extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Tail>}` : Text;

/** Vue makes `onPayResult` of `@pay-result`. */
type Listeners = {
  [Name in keyof PayEventMap as `on${Capitalize<Camel<Name>>}`]?: (event: PayEventMap[Name]) => void;
};

/** Vue's compiler checks `save-card` as `saveCard`. */
type Camelled<Attributes> = { [Name in keyof Attributes as Camel<Name>]: Attributes[Name] };

/** A tag's attributes in a template, and the element that a template ref returns. */
type Tag<Element, Attributes> = new () => Element & {
  $props: Omit<HTMLAttributes, keyof Attributes> &
    PublicProps &
    Camelled<Attributes> &
    Listeners & { messages?: PayForm['messages'] };
};

declare module 'vue' {
  interface GlobalComponents {
    'pay-form': Tag<PayForm, PayFormAttributes>;
    'pay-button': Tag<PayButton, PayElementAttributes>;
    'pay-status': Tag<PayStatus, PayElementAttributes>;
  }
}
