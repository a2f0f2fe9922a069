import { createHash, timingSafeEqual } from 'node:crypto';
import type { GatewayPayment } from '../payments/gateway-port.ts';
import { readPayment, unknownStatusIn } from './read-payment.ts';
import { Scrub } from './scrub.ts';
import { parseJson } from './wire-values.ts';

/**
 * The result of reading a webhook. `event` was signed by the gateway and reports a payment or operation of any kind
 * (interface document, Events, Event kinds); `text` is its JSON as sent, by which copies are recognised. `unreadable`
 * was signed too (`text` is `data` as received), but does not have the documented form of a payment (interface document,
 * Other shapes). `status` is a status word that is not in the document, which may be logged; null if that is not why.
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
 * Verifies webhooks (interface document, Events, Signature).
 * @param secrets the API secret and, while it is being changed, the previous one
 * @throws TypeError without secrets, or for one that is no text or is blank, with which anyone could sign
 */
export function createWebhookVerifier({ secrets }: { secrets: readonly string[] }): WebhookVerifier {
  const checked = checkSecrets(secrets);
  const scrub = new Scrub(checked);

  /** Every secret is always tried, so that the time taken reveals nothing. */
  const verify = (data: string, signature: string) => {
    const given = Buffer.from(signature);
    return checked.map((secret) => isSame(Buffer.from(signatureOf(data, secret)), given)).includes(true);
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

/** @returns a copy, which the caller cannot change afterwards */
function checkSecrets(secrets: readonly string[]): string[] {
  if (!Array.isArray(secrets) || secrets.length === 0) throw new TypeError('secrets needs the API secret');
  return Array.from(secrets, (secret, index) => checkSecret(secret, `secrets[${index}]`));
}

/** Callers without types may pass a missing environment variable: anyone could sign with "undefined" or a blank. */
function checkSecret(secret: unknown, name: string): string {
  if (typeof secret !== 'string') throw new TypeError(`${name} must be text, not ${typeof secret}`);
  if (secret.trim() === '') throw new TypeError(`${name} is blank: leave it out`);
  return secret;
}

/**
 * base64url(sha1(secret + data + secret)): 28 characters, padding kept.
 * @param data Base64Url text exactly as it is sent
 * @throws TypeError for a secret that is no text or is blank
 */
export function signatureOf(data: string, secret: string): string {
  const key = checkSecret(secret, 'secret');
  const digest = createHash('sha1')
    .update(key + data + key)
    .digest('base64url');
  return digest.padEnd(28, '=');
}

/**
 * A webhook as the gateway sends it, for tests of your own handler: the form to post to it, or to pass to
 * `readWebhook`.
 * @param event the gateway's own fields (interface document, Events), such as `{ order_id: 'order-7', method:
 *   'purchase', status: 'success' }`
 * @param secret the API secret that your handler checks with
 * @throws TypeError for a secret that is no text or is blank
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

/** The text inside `data`; null if it is not UTF-8 in Base64, of either alphabet, with or without padding and breaks. */
function decode(data: string): string | null {
  const joined = data.replaceAll(/\s/g, '');
  if (!/^[\w+/-]+={0,2}$/.test(joined)) return null;
  try {
    return UTF_8.decode(Buffer.from(joined, 'base64'));
  } catch {
    return null;
  }
}
