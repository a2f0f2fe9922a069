import { type BodyReader, bodyOf } from './body-reader.ts';
import {
  DEADLINE,
  errorCode,
  type Exchange,
  type Failure,
  failedBeforeAnswer,
  TOO_LARGE,
} from './outcome.ts';
import type { Received, Send } from './send.ts';

/** The largest answer that is read, in bytes: an answer of the gateway has a few thousand. */
export const MAX_ANSWER_BYTES = 1_048_576;

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Makes one call, once. Redirects are not followed (a hosted payment answers 303), nothing is tried again, and
 * the deadline covers everything up to the last byte of the body. Never throws.
 * @param timeoutMs milliseconds
 */
export function exchange(send: Send, call: Call, timeoutMs: number): Promise<Exchange> {
  return converse<Exchange>(send, call, timeoutMs, (response) => takeAnswer(response, bodyOf(response)));
}

/** The rest of an answer, as an answer. */
export async function takeAnswer({ status, headers }: Received, body: BodyReader): Promise<Exchange> {
  const text = await readText(body);
  if (text === null) return { kind: 'unknown', reason: TOO_LARGE };
  const answer = { status, location: headers.get('location'), text, retryAfterMs: readRetryAfter(headers) };
  return { kind: 'answer', answer };
}

/**
 * As {@link exchange}, with a reader of one's own.
 * @param take reads what is needed of the answer; the deadline holds until it is done
 */
export async function converse<T>(
  send: Send,
  { url, ...init }: Call,
  timeoutMs: number,
  take: (response: Received) => Promise<T>,
): Promise<T | Failure> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  let answering = false;
  try {
    const asked = send(url, { ...init, redirect: 'manual', signal: deadline.signal });
    const response = await within(deadline.signal, asked);
    answering = true;
    return await within(deadline.signal, take(response));
  } catch (error) {
    if (deadline.signal.aborted) return { kind: 'unknown', reason: DEADLINE };
    if (answering) return { kind: 'unknown', reason: `answer-cut: ${errorCode(error)}` };
    return failedBeforeAnswer(error);
  } finally {
    clearTimeout(timer);
  }
}

function readRetryAfter(headers: Received['headers']): number | null {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

/** Settles with the work, or rejects at the deadline even where the work does not listen to the signal. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('deadline')), { once: true });
    work.then(resolve, reject);
  });
}

/** What is left of a body as text, or null where it is larger than {@link MAX_ANSWER_BYTES}. */
async function readText(body: BodyReader): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const piece = await body.read();
    if (piece === null) return text + decoder.decode();
    size += piece.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await body.cancel();
      return null;
    }
    text += decoder.decode(piece, { stream: true });
  }
}
