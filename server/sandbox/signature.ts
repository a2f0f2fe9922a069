/**
 * Webhook signature, the sandbox's own reading of it (interface document, Events, Signature):
 * `base64url(sha1(API_SECRET + data + API_SECRET))` over the already encoded `data`; URL-safe alphabet,
 * padding kept.
 */
export async function signData(data: string, apiSecret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(apiSecret + data + apiSecret));
  return toBase64Url(new Uint8Array(digest));
}

/** Encodes the JSON text of an event as the `data` of a webhook: UTF-8, URL-safe Base64, padding kept. */
export function encodeData(json: string): string {
  return toBase64Url(new TextEncoder().encode(json));
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_');
}

/** Plain Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
