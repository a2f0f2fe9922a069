import type { NodeBody } from './decode.ts';
import { NotSentError } from './not-sent.ts';
import type { Received, Send } from './send.ts';

/** One call, made once: its request, its answer, and its outcome if there is no answer. */

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** A complete HTTP answer. */
export interface Answer {
  status: number;
  /** the Location header */
  location: string | null;
  text: string;
  /** the Retry-After header in milliseconds, if it is in seconds */
  retryAfterMs: number | null;
}

/** The result of one call (ARCHITECTURE.md, decision 1). */
export type Exchange = { kind: 'answer'; answer: Answer } | Failure;

/** A call without a complete answer. */
export type Failure = { kind: 'not-sent'; reason: string } | { kind: 'unknown'; reason: string };

/** The content of an answer, or why it is rejected. */
export type Reading<T> = { value: T } | { rejection: string };

/** The largest answer that is read, in bytes: the gateway's answers have a few thousand. */
export const MAX_ANSWER_BYTES = 1_048_576;
/** Reason if an answer is larger than that. */
export const TOO_LARGE = 'answer-too-large';
/** Reason if no answer came in time. */
export const DEADLINE = 'deadline';

/**
 * Makes one call, once. Redirects are not followed (a hosted payment answers 303), nothing is retried, and the deadline
 * covers everything up to the last byte of the body. Never throws.
 * @param timeoutMs milliseconds
 */
export function exchange(send: Send, call: Call, timeoutMs: number): Promise<Exchange> {
  return converse<Exchange>(send, call, timeoutMs, (response) => readAnswer(response, bodyOf(response)));
}

/**
 * As {@link exchange}, with a custom reader.
 * @param read reads the answer; the deadline applies until it is done
 */
export async function converse<T>(
  send: Send,
  { url, ...init }: Call,
  timeoutMs: number,
  read: (response: Received) => Promise<T>,
): Promise<T | Failure> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  let answering = false;
  try {
    const sent = send(url, { ...init, redirect: 'manual', signal: deadline.signal });
    const response = await within(deadline.signal, sent);
    answering = true;
    return await within(deadline.signal, read(response));
  } catch (error) {
    if (deadline.signal.aborted) return { kind: 'unknown', reason: DEADLINE };
    if (answering) return { kind: 'unknown', reason: `answer-cut: ${errorCode(error)}` };
    return failedBeforeAnswer(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles with the work, or rejects at the deadline even if the work ignores the signal. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('deadline')), { once: true });
    work.then(resolve, reject);
  });
}

/** The rest of a body, as an answer. */
export async function readAnswer({ status, headers }: Received, body: BodyReader): Promise<Exchange> {
  const text = await readText(body);
  if (text === null) return { kind: 'unknown', reason: TOO_LARGE };
  const answer = { status, location: headers.get('location'), text, retryAfterMs: readRetryAfter(headers) };
  return { kind: 'answer', answer };
}

function readRetryAfter(headers: Received['headers']): number | null {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

/** Null if it is larger than {@link MAX_ANSWER_BYTES}. */
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

/** A body that is read chunk by chunk. */
export interface BodyReader {
  /** The next chunk, or null at the end. */
  read(): Promise<Uint8Array | null>;
  /** Puts a chunk back, to be read again. */
  putBack(piece: Uint8Array): void;
  /** Discards the rest and closes the connection. */
  cancel(): Promise<void>;
}

export function bodyOf({ body }: Received): BodyReader {
  const source = body && 'destroy' in body ? nodeSource(body) : webSource(body);
  const ahead: Uint8Array[] = [];
  return {
    read: async () => ahead.shift() ?? source.read(),
    putBack(piece) {
      ahead.unshift(piece);
    },
    async cancel() {
      ahead.length = 0;
      await source.cancel();
    },
  };
}

type Source = Pick<BodyReader, 'read' | 'cancel'>;

/** Without an intermediate web stream, which would double the time for a small answer. */
function nodeSource(body: NodeBody): Source {
  const pieces = body[Symbol.asyncIterator]();
  return {
    async read() {
      const { done, value } = await pieces.next();
      return done ? null : value;
    },
    async cancel() {
      body.destroy();
    },
  };
}

function webSource(body: ReadableStream<Uint8Array> | null): Source {
  const reader = body?.getReader();
  return {
    read: async () => (await reader?.read())?.value ?? null,
    async cancel() {
      await reader?.cancel().catch(() => {});
    },
  };
}

/** Failures to connect: no byte of the request has left. A certificate is checked before anything is written. */
const NEVER_LEFT = new Set(
  [
    'ECONNREFUSED ENOTFOUND EAI_AGAIN CONNECT_TIMEOUT CONNECT_FAILED UND_ERR_CONNECT_TIMEOUT ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH',
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_REJECTED CERT_UNTRUSTED CERT_SIGNATURE_FAILURE',
    'CERT_CHAIN_TOO_LONG DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_DECRYPT_CERT_SIGNATURE',
    'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CRL_SIGNATURE CRL_HAS_EXPIRED',
    'CRL_NOT_YET_VALID CRL_SIGNATURE_FAILURE ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD',
    'ERROR_IN_CRL_LAST_UPDATE_FIELD ERROR_IN_CRL_NEXT_UPDATE_FIELD INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED',
  ].flatMap((line) => line.split(' ')),
);

/** System calls that fail before a connection exists. A timeout has the same code before and after. */
const MAKING_A_CONNECTION: readonly unknown[] = ['getaddrinfo', 'connect'];

/**
 * Classifies an error that came before any answer, of our own sender or of fetch: `not-sent` only if that is certain.
 */
export function failedBeforeAnswer(error: unknown): Failure {
  return { kind: neverLeft(error) ? 'not-sent' : 'unknown', reason: errorCode(error) };
}

/** If several addresses were tried, every one of them must have failed to connect. */
function neverLeft(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  if (error instanceof NotSentError) return true;
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every((one) => neverLeft(one, depth + 1));
  }
  const code = ownCode(error);
  if (code === null) return neverLeft(error.cause, depth + 1);
  return NEVER_LEFT.has(code) || ('syscall' in error && MAKING_A_CONNECTION.includes(error.syscall));
}

/** The code of an error or of its cause, as "ECONNRESET"; never a message, which might quote the request. */
export function errorCode(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 4) return 'no-code';
  return ownCode(error) ?? errorCode(error.cause, depth + 1);
}

function ownCode(error: Error): string | null {
  const code: unknown = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : null;
}
