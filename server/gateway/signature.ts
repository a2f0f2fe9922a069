import { createHash, timingSafeEqual } from 'node:crypto';
import { type WebhookEvent, webhookEventSchema } from '../contract/webhook.ts';
import type { UnknownEvent } from '../payments/ports.ts';
import { readPayment } from './normalise.ts';
import { parseJson } from './parse-json.ts';
import { readUnknownEvent } from './unknown-event.ts';

/**
 * What became of a webhook. `event` was signed by the gateway and can be read; `text` is its JSON as sent, so that
 * copies can be told. `unreadable` was signed too (`text` is `data` as received); `told` is what can be read of it.
 */
export type WebhookReading =
  | { kind: 'event'; event: WebhookEvent; text: string }
  | { kind: 'unreadable'; text: string; told: UnknownEvent }
  | { kind: 'bad-signature' };

/** A parsed form: URLSearchParams or FormData. A plain object would hide doubled parameters. */
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
 * Checks webhooks (interface document, Events, Signature).
 * @param secrets the API secret and, while it is being changed, the previous one
 * @throws TypeError without secrets, or with an empty one, which anybody could sign with
 */
export function createWebhookVerifier({ secrets }: { secrets: readonly string[] }): WebhookVerifier {
  if (secrets.length === 0 || secrets.includes('')) throw new TypeError('A webhook secret is missing');

  /** Every secret is tried, whichever fits, so that the time taken tells nothing. */
  const verify = (data: string, signature: string) => {
    const given = sha256(signature);
    return secrets.map((secret) => timingSafeEqual(sha256(signatureOf(data, secret)), given)).includes(true);
  };

  return {
    verify,
    readWebhook(form) {
      const data = onlyText(form.getAll('data'));
      const signature = onlyText(form.getAll('signature'));
      if (data === null || signature === null || !verify(data, signature)) return { kind: 'bad-signature' };
      const text = decode(data);
      const value = text === null ? undefined : parseJson(text);
      const event = webhookEventSchema.safeParse(value);
      const readable = text !== null && event.success && readPayment(event.data) !== null;
      if (readable) return { kind: 'event', event: event.data, text };
      return { kind: 'unreadable', text: data, told: readUnknownEvent(value) };
    },
  };
}

/**
 * base64url(sha1(secret + data + secret)): 28 characters, padding kept.
 * @param data Base64Url text exactly as it is sent
 */
export function signatureOf(data: string, secret: string): string {
  const digest = createHash('sha1')
    .update(secret + data + secret)
    .digest('base64url');
  return digest.padEnd(28, '=');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The one text that is not empty; null for none, several, or a file. */
function onlyText(values: readonly unknown[]): string | null {
  const [value] = values;
  return values.length === 1 && typeof value === 'string' && value !== '' ? value : null;
}

/** The text inside `data`, whose padding may be missing; null where it is no Base64Url of UTF-8. */
function decode(data: string): string | null {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(data)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64url'));
  } catch {
    return null;
  }
}
