/**
 * Whether paths can be added to a text: an http or https address without credentials, query and fragment. The text
 * itself is looked at, since a URL hides a bare `?` or `#`, and blanks at the ends.
 */
export function isBaseAddress(text: string): boolean {
  if (/[?#\s]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
}
