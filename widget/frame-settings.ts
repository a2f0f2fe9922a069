import { lookOf } from './frame-look.ts';
import type { FrameSettings } from './frame-protocol.ts';
import type { Host } from './host.ts';
import type { FormElement } from './isolated-host.ts';

/** The {@link FrameSettings} of a form, as JSON. */
export function settingsOf(element: FormElement, { order, tag: lang }: Host): string {
  const { mode, saveCard, messages } = element;
  const disabled = element.matches(':disabled');
  const look = lookOf(element);
  const settings: FrameSettings = { order, mode, lang, disabled, saveCard, messages, look };
  return JSON.stringify(settings);
}
