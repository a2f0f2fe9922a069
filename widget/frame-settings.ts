import { lookOf } from './frame-look.ts';
import type { FrameSettings } from './frame-protocol.ts';
import type { OwnMessages } from './language.ts';

/** The part of `<pay-form>` that the page's side of an isolated form uses. */
export interface FormElement extends HTMLElement {
  src: string;
  order: string;
  mode: string;
  saveCard: boolean;
  messages: OwnMessages;
  disabled: boolean;
}

/** The {@link FrameSettings} of a form, as JSON. */
export function settingsOf(element: FormElement, lang: string): string {
  const { src, mode, saveCard, messages } = element;
  const disabled = element.disabled || element.matches('fieldset:disabled *');
  // Nothing to pay without a companion, as outside a frame.
  const order = src && element.order;
  const look = lookOf(element);
  const settings: FrameSettings = { order, mode, lang, disabled, saveCard, messages, look };
  return JSON.stringify(settings);
}
