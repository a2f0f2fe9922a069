import { createHash, timingSafeEqual } from 'node:crypto';
import type { GatewayPayment } from '../payments/gateway-port.ts';
import { readPayment, unknownStatusIn } from './read-payment.ts';
import { Scrub } from './scrub.ts';
import { parseJson } from './wire-values.ts';

/**
 * The result of reading a webhook. `event` was signed by the gateway and reports a payment or operation of any kind
 * (interface 15.4); `text` is its JSON as sent, by which copies are recognised. `unreadable` was signed too (`text`
 * is `data` as received), but does not have the documented form (interface 15.5, 15.6). `status` is a status word
 * that is not in the document, which may be logged; null if that is not why.
 */
export type WebhookReading =
  | { kind: 'event'; payment: GatewayPayment; text: string }
  | { kind: 'unreadable'; text: string; status: string | null }
  | { kind: 'bad-signature' };

/** A parsed form: URLSearchParams or FormData. A plain object would hide repeated parameters. */
export interface WebhookFormData {
  getAll(name: string): unknown[];
}

export interface WebhookVerifier {
  /** Whether one of the secrets signed `data`, both texts exactly as received. */
  readonly verify: (data: string, signature: string) => boolean;
  /** Checks the signature, and only then decodes and reads the event. Never throws. */
  readonly readWebhook: (form: WebhookFormData) => WebhookReading;
}

/**
 * Verifies webhooks (interface 15.3).
 * @param secrets the API secret and, while it is being changed, the previous one
 * @throws TypeError without secrets, or for a blank one, with which anyone could sign
 */
export function createWebhookVerifier({ secrets }: { secrets: readonly string[] }): WebhookVerifier {
  if (secrets.length === 0 || secrets.some((secret) => secret.trim() === ''))
    throw new TypeError('secrets must hold the API secret, and no blank one');
  const scrub = new Scrub(secrets);

  /** Every secret is always tried, so that the time taken reveals nothing. */
  const verify = (data: string, signature: string) => {
    const given = Buffer.from(signature);
    return secrets.map((secret) => isSame(Buffer.from(signatureOf(data, secret)), given)).includes(true);
  };

  return {
    verify,
    readWebhook(form) {
      const received = onlyText(form.getAll('data'));
      const signature = onlyText(form.getAll('signature'));
      if (received === null || signature === null) return { kind: 'bad-signature' };
      const data = asSent(received).find((one) => verify(one, signature));
      if (data === undefined) return { kind: 'bad-signature' };
      const text = decode(data);
      const value = text === null ? undefined : parseJson(text);
      const payment = readPayment(value, scrub);
      if (payment && text !== null) return { kind: 'event', payment, text };
      return { kind: 'unreadable', text: data, status: unknownStatusIn(value, scrub) };
    },
  };
}

/**
 * base64url(sha1(secret + data + secret)): 28 characters, padding kept.
 * @param data Base64Url text exactly as it is sent
 * @throws TypeError if the secret is blank
 */
export function signatureOf(data: string, secret: string): string {
  // What is signed with nothing, anybody can sign.
  if (!secret?.trim()) throw new TypeError('the secret must not be blank');
  const digest = createHash('sha1')
    .update(secret + data + secret)
    .digest('base64url');
  return digest.padEnd(28, '=');
}

/**
 * A webhook as the gateway sends it, for tests of your own handler: the form to post to it, or to pass to
 * `readWebhook`.
 * @param event the gateway's own fields (interface 15.5, 15.6), such as `{ order_id: 'order-7', method: 'purchase',
 *   status: 'success' }`
 * @param secret the API secret that your handler checks with
 */
export function testWebhook(event: object, secret: string): URLSearchParams {
  const text = Buffer.from(JSON.stringify(event)).toString('base64url');
  const data = text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  return new URLSearchParams({ data, signature: signatureOf(data, secret) });
}

/** All signatures have the same length, so it is no secret. */
const isSame = (expected: Buffer, given: Buffer): boolean =>
  expected.length === given.length && timingSafeEqual(expected, given);

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The only value, if it is a text that is not empty; null for none, several, or a file. */
function onlyText(values: readonly unknown[]): string | null {
  const [value] = values;
  return values.length === 1 && typeof value === 'string' && value !== '' ? value : null;
}

/** The texts that may have been signed: each "+" that was not encoded in the form has become a blank. */
function asSent(received: string): string[] {
  return received.includes(' ') ? [received, received.replaceAll(' ', '+')] : [received];
}

/**
 * The text inside `data`; null if it is not UTF-8 in Base64, of either alphabet, with or without padding and breaks
 * (interface 17.11).
 */
function decode(data: string): string | null {
  const joined = data.replaceAll(/\s/g, '');
  if (!/^[\w+/-]+={0,2}$/.test(joined)) return null;
  try {
    return UTF_8.decode(Buffer.from(joined, 'base64'));
  } catch {
    return null;
  }
}
