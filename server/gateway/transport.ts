import { errorCode, type Exchange, failedBeforeAnswer } from './outcome.ts';

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
export async function exchange(
  fetch: typeof globalThis.fetch,
  call: Call,
  timeoutMs: number,
): Promise<Exchange> {
  const { url, ...init } = call;
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  let answering = false;
  try {
    const asked = fetch(url, { ...init, redirect: 'manual', signal: deadline.signal });
    const response = await within(deadline.signal, asked);
    answering = true;
    const text = await within(deadline.signal, readText(response));
    if (text === null) return { kind: 'unknown', reason: 'answer-too-large' };
    const { status, headers } = response;
    return { kind: 'answer', answer: { status, location: headers.get('location'), text } };
  } catch (error) {
    if (deadline.signal.aborted) return { kind: 'unknown', reason: 'deadline' };
    if (answering) return { kind: 'unknown', reason: `answer-cut: ${errorCode(error)}` };
    return failedBeforeAnswer(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles with the work, or rejects at the deadline even where the work does not listen to the signal. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('deadline')), { once: true });
    work.then(resolve, reject);
  });
}

/** The body as text, or null where it is larger than {@link MAX_ANSWER_BYTES}. */
async function readText(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
