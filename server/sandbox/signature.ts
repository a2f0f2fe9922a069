import { toBase64url } from '../contract/base64url.ts';

/**
 * Webhook signature, as the sandbox reads the document (interface document, Events, Signature): `base64url(sha1(API_SECRET
 * + data + API_SECRET))` over the encoded `data`; URL-safe alphabet, padding kept.
 */
export async function signData(data: string, apiSecret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(apiSecret + data + apiSecret));
  return toBase64url(new Uint8Array(digest), { padding: true });
}

/** Encodes the JSON text of an event as the `data` of a webhook: UTF-8, URL-safe Base64, padding kept. */
export function encodeData(json: string): string {
  return toBase64url(new TextEncoder().encode(json), { padding: true });
}
