import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { PayEventDetails, PayEventName } from '../events.ts';
import type { OwnMessages } from '../language/language.ts';
import type { Phase } from '../checkout/phases.ts';

/**
 * Messages over the port between a page and the frame of its isolated form. Scripts of the page may listen: card data
 * passes in neither direction.
 */

/** The page's settings for the form. */
export interface FrameSettings {
  order: string;
  mode: string;
  /** the nearest `lang` of the tag; empty if there is none */
  lang: string;
  disabled: boolean;
  saveCard: boolean;
  messages: OwnMessages | null | undefined;
  /** computed CSS properties of the tag */
  look: Readonly<Record<string, string>>;
}

/** Hands over the port that comes with it. The nonce comes back over the port. */
export interface Handover {
  payForm: string;
}

export type ToFrame =
  /** {@link FrameSettings} as JSON */
  | { type: 'settings'; settings: string }
  | { type: 'submit'; id: number }
  | { type: 'reset' | 'reportValidity' | 'focus' }
  /** to `pay-submit`: false if a listener of the page cancelled it */
  | { type: 'answer'; go: boolean };

export type FromFrame =
  | { type: 'hello'; nonce: string }
  /** at every change of the form; the height in CSS pixels, 0 while it shows nothing */
  | {
      type: 'state';
      phase: Phase;
      payment: PaymentView | null;
      merchant: string | null;
      valid: boolean;
      height: number;
    }
  | { type: PayEventName; detail: PayEventDetails[PayEventName] }
  | { type: 'submitted'; id: number }
  /** the customer wants to return to the shop or, after the order token has expired, a fresh order */
  | { type: 'leave' }
  /** what the customer should see, in CSS pixels from the top of the frame */
  | { type: 'scroll'; top: number; bottom: number };
