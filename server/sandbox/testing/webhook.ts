import { createHash } from 'node:crypto';

/** A webhook as it arrived, decoded. */
export interface ReceivedWebhook {
  url: string;
  contentType: string | null;
  genuine: boolean;
  event: Record<string, unknown>;
}

/** Decodes a request to the sandbox's `fetch`; `genuine` says whether its signature matches the secret. */
export function opened(target: unknown, init: RequestInit | undefined, secret: string): ReceivedWebhook {
  const url = typeof target === 'string' ? target : '';
  const form = new URLSearchParams(typeof init?.body === 'string' ? init.body : '');
  const data = form.get('data') ?? '';
  const expected = createHash('sha1').update(`${secret}${data}${secret}`).digest('base64');
  const genuine = expected.replaceAll('+', '-').replaceAll('/', '_') === form.get('signature');
  const event = JSON.parse(Buffer.from(data, 'base64url').toString()) as Record<string, unknown>;
  return { url, contentType: new Headers(init?.headers).get('content-type'), genuine, event };
}
