/**
 * Whether paths can be added to a text: an http or https address without credentials, query and fragment. The text
 * itself is checked, since a parsed URL hides a bare `?` or `#`, and surrounding whitespace.
 */
export function isBaseAddress(text: string): boolean {
  if (/[?#\s]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
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

/**
 * Whether a URL points to this machine: browsers treat such a page as secure, and the traffic cannot be intercepted.
 */
export function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}
