import type { PayEventName } from './events.ts';
import type { OwnMessages } from './language.ts';

/**
 * What passes over the port between a page and the frame that holds its isolated form. Scripts of the page may listen:
 * card data passes in neither direction.
 */

/** What the page says of the form. */
export interface FrameSettings {
  order: string;
  mode: string;
  /** the nearest `lang` of the tag; empty where there is none */
  lang: string;
  disabled: boolean;
  saveCard: boolean;
  messages: OwnMessages;
  /** CSS properties of the tag, as computed */
  look: Readonly<Record<string, string>>;
}

/** Before there is a port: the one that comes with this is it. The nonce comes back over the port. */
export interface Handover {
  payForm: string;
}

export type ToFrame =
  /** {@link FrameSettings} as JSON */
  | { type: 'settings'; settings: string }
  | { type: 'submit'; id: number }
  | { type: 'reset' | 'reportValidity' | 'focus' }
  /** to `pay-submit`: false where a listener of the page cancelled it */
  | { type: 'answer'; go: boolean };

export type FromFrame =
  | { type: 'hello'; nonce: string }
  /** at every change of the form; the height in CSS pixels, 0 while it shows nothing */
  | {
      type: 'state';
      phase: string;
      payment: unknown;
      merchant: unknown;
      valid: boolean;
      height: number;
    }
  | { type: PayEventName; detail: unknown }
  | { type: 'submitted'; id: number }
  /** the customer wants to go back to the shop, or, with an order token that has run out, a fresh one */
  | { type: 'leave' }
  /** CSS pixels from the top of the frame: what the customer should see */
  | { type: 'scroll'; top: number; bottom: number };
