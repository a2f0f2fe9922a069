/**
 * Whether paths can be added to a text: an http or https address without credentials, query and fragment. The text
 * itself is checked, since a parsed URL hides a bare `?` or `#`, and surrounding whitespace.
 */
export function isBaseAddress(text: string): boolean {
  if (/[?#\s]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
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
