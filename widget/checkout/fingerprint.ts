import type { Fingerprint } from '../../server/contract/checkout-api.ts';

/** The eight fingerprint fields that a browser knows, all text. The companion shortens them to what 3-D Secure allows. */
export function fingerprint(): Fingerprint {
  return {
    browserColorDepth: String(screen.colorDepth | 0),
    browserScreenHeight: String(screen.height | 0),
    browserScreenWidth: String(screen.width | 0),
    browserJavaEnabled: 'false',
    browserLanguage: navigator.language || 'en',
    browserTimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    browserTimeZoneOffset: String(new Date().getTimezoneOffset()),
    browserUserAgent: navigator.userAgent.slice(0, 2048) || '-',
  };
}
