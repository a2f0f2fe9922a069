import type { Fingerprint } from '../../server/contract/checkout-api.ts';

/** Colour depths allowed by EMV 3-D Secure; a screen with 30 bits reports the next lower one. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4];

/**
 * As many whole subtags as fit into the 8 characters of EMV 3-D Secure. No tag ends with a single-letter subtag (RFC 4647,
 * 3.4).
 */
const SHORT_TAG = /^.{0,6}\w\w\b/;

/** The eight fingerprint fields that a browser knows, all text (interface document, browser_fingerprint). */
export function fingerprint(): Fingerprint {
  return {
    browserColorDepth: String(COLOR_DEPTHS.find((depth) => depth <= screen.colorDepth) ?? 1),
    browserScreenHeight: String(screen.height | 0),
    browserScreenWidth: String(screen.width | 0),
    browserJavaEnabled: 'false',
    browserLanguage: SHORT_TAG.exec(navigator.language)?.[0] ?? 'en',
    browserTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    browserTimeZoneOffset: String(new Date().getTimezoneOffset()),
    browserUserAgent: navigator.userAgent.slice(0, 2048) || '-',
  };
}
