import { lookOf } from './frame-look.ts';
import type { FrameSettings } from './frame-protocol.ts';
import type { Host } from './host.ts';
import type { FormElement } from './isolated-host.ts';

/** The {@link FrameSettings} of a form, as JSON. */
export function settingsOf(element: FormElement, { src, order: token, tag: lang }: Host): string {
  const { mode, saveCard, messages } = element;
  const disabled = element.matches(':disabled');
  // Nothing to pay without a companion, as outside a frame.
  const order = src && token;
  const look = lookOf(element);
  const settings: FrameSettings = { order, mode, lang, disabled, saveCard, messages, look };
  return JSON.stringify(settings);
}
