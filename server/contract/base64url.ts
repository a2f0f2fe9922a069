/** Base64 with standard JavaScript only: the companion and the sandbox also run without Node's Buffer. */

/** Plain Base64 with padding (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Base64 for addresses and file names (RFC 4648, 5), by default without padding. */
export function toBase64url(bytes: Uint8Array, { padding = false } = {}): string {
  const text = toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_');
  return padding ? text : text.replaceAll('=', '');
}

/** The bytes of a text that {@link toBase64url} wrote without padding, or null for any other text. */
export function fromBase64url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
