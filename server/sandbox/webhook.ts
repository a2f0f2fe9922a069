import { createHash } from 'node:crypto';

/** The event of a webhook, as JSON (interface 15.5, 15.6). */
export interface WebhookEvent {
  order_id: string;
  pos_id: string;
  amount: number;
  currency: string;
  [field: string]: unknown;
}

/** Encodes the JSON text of an event as the `data` of a webhook: UTF-8, URL-safe Base64, padding kept. */
export const encodeData = (json: string): string => padded(Buffer.from(json));

/**
 * The signature of a webhook, as the sandbox reads the document (interface 15.3): `base64url(sha1(API_SECRET + data +
 * API_SECRET))` over the encoded `data`; URL-safe alphabet, padding kept.
 */
export function signData(data: string, apiSecret: string): string {
  return padded(createHash('sha1').update(`${apiSecret}${data}${apiSecret}`).digest());
}

/** Node's own base64url has no padding. */
const padded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
