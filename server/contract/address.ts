/** What an address on the network may be. Without dependencies, so that the widget can include it. */

/**
 * An http or https address, null for any other text. `URL.canParse` is newer than the oldest browsers of the tag.
 * @param base resolves a relative address
 */
export function httpUrl(text: string, base?: string): URL | null {
  try {
    const url = new URL(text, base);
    // Browsers mend "https:shop.example"; others refuse it.
    const isWhole = base !== undefined || /^https?:\/\/[^/\\]/i.test(text.trim());
    return isWhole && /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** Of `x.localhost` only browsers know that it is this machine: Node asks the name service. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether an http or https address certainly points to this machine. */
export const isLoopback = (text: string): boolean => LOOPBACK.test(httpUrl(text)?.hostname ?? '');

/**
 * Whether a browser may be led to an address that came over the network: https, or http on loopback, where the traffic
 * cannot be intercepted.
 */
export function isSafeUrl(text: string): boolean {
  const url = httpUrl(text);
  return url?.protocol === 'https:' || LOOPBACK.test(url?.hostname ?? '');
}

/**
 * Whether paths can be added to a text: an http or https address without credentials, query and fragment. The text
 * itself is checked, since a parsed URL hides a bare `?` or `#`, and surrounding whitespace.
 */
export function isBaseAddress(text: string): boolean {
  const url = /[?#\s]/.test(text) ? null : httpUrl(text);
  return url !== null && url.username + url.password === '';
}

/** Written in a policy, too, so that nothing may end the name there. */
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i;
/** Browsers send none of these as an origin; and "htps" is a mistake, no scheme of an app. */
const NO_SCHEME = /^(about|blob|data|file|ftp|javascript|wss?|[htps]+)$/;

/**
 * Whether a text is an origin exactly as browsers send it: of a page (`https://shop.example`), or of an app with a scheme
 * of its own (`capacitor://localhost`), whose name they may leave in capitals. `null` is none.
 */
export function isOrigin(text: string): boolean {
  const scheme = ORIGIN.exec(text)?.[1] ?? '';
  if (scheme === '' || !URL.canParse(text)) return false;
  if (/^https?$/.test(scheme)) return new URL(text).origin === text;
  return scheme === scheme.toLowerCase() && !NO_SCHEME.test(scheme);
}

/** Whether an origin is that of an app's own pages: with its own scheme, or as Android's web views name them. */
export function isAppOrigin(origin: string): boolean {
  return isOrigin(origin) && (!/^https?:/.test(origin) || /^https?:\/\/(tauri\.)?localhost$/.test(origin));
}
