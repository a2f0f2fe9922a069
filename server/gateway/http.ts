import http from 'node:http';
import https from 'node:https';
import { coded, errorCode, type Failure, NotSentError } from './failure.ts';
import { parseJson } from './wire-values.ts';

/** One call over HTTP, made once: its request, its answer, and what is known if there is no answer. */

/** A request, in the form that `fetch` takes. */
export interface SendInit {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal: AbortSignal;
}

/** The head of an answer, with its body still to be read: of `fetch`, or of {@link createSender}. */
export interface Received {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
}

/**
 * Sends one request, once, and settles when the headers of the answer have arrived.
 * @throws NotSentError if nothing was written; after any other error the request may have arrived
 */
export type Send = (url: string, init: SendInit) => Promise<Received>;

export interface SenderSettings {
  /** connect timeout, milliseconds */
  connectMs: number;
  /**
   * How long an idle connection is kept, milliseconds; default 4 seconds. A server may close one at any time, and a
   * request written at that moment ends as `unknown`. So it is closed early: after this time, or a second before the
   * server's `Keep-Alive: timeout`.
   */
  idleMs?: number;
  /** whether connections are reused; by default not on Deno, whose `node:http` repeats a POST on one that breaks */
  keepAlive?: boolean;
}

/** Any content encoding is refused below: without one, no answer can swell when it is decoded. */
const HEADERS = { accept: '*/*', 'user-agent': 'pay-form', 'accept-encoding': 'identity' };

/** Also where the environment says NODE_TLS_REJECT_UNAUTHORIZED=0. Private authorities come by NODE_EXTRA_CA_CERTS. */
const CHECKED = { rejectUnauthorized: true };

/**
 * Sends over `node:http` and `node:https`, each request at most once. `fetch` cannot guarantee that: Node's repeats a
 * POST on HTTP 421. The request is written only when a connection stands, with TLS if it has any, so that a
 * {@link NotSentError} is certain. Follows no redirect.
 */
export function createSender({
  connectMs,
  idleMs = 4_000,
  keepAlive = !('Deno' in globalThis),
}: SenderSettings): Send {
  const idle = { keepAlive, timeout: idleMs };
  const transports = {
    'http:': { request: http.request, agent: new http.Agent(idle), ready: 'connect' },
    'https:': {
      request: https.request,
      agent: new https.Agent({ ...idle, ...CHECKED }),
      ready: 'secureConnect',
    },
  };

  return (url, { method, headers, ...init }) => {
    const target = new URL(url);
    const { request, agent, ready } = transports[target.protocol === 'https:' ? 'https:' : 'http:'];
    const open = request(target, { method, headers: { ...HEADERS, ...headers }, agent });
    return answerTo(open, { ...init, connectMs, ready });
  };
}

/**
 * Writes a request as soon as its connection stands.
 * @param ready the event of a socket whose connection stands
 * @returns the head of the answer
 */
function answerTo(
  request: http.ClientRequest,
  {
    body,
    signal,
    connectMs,
    ready,
  }: Pick<SendInit, 'body' | 'signal'> & { connectMs: number; ready: string },
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(coded('CONNECT_TIMEOUT')), connectMs);
    const began = Date.now();
    let written = false;
    let failed = false;
    const write = () => {
      clearTimeout(timer);
      if (failed) return;
      // A process that was paused (stopped, its virtual machine moved) has not run its timer. Meanwhile another process
      // may have given the request up. The time of day counts such a pause, too.
      written = Math.abs(Date.now() - began) <= connectMs;
      if (written) request.end(body);
      else request.destroy(coded('CONNECT_TIMEOUT'));
    };
    // The signal is no option of the request: then Node destroys a socket that is idle again with an error that nobody
    // listens to, and the process ends.
    signal.addEventListener('abort', () => request.destroy(), { once: true });
    request.once('socket', (socket) =>
      socket.connecting ? socket.once(ready, write) : afterNextPoll(write),
    );
    request.on('close', () => clearTimeout(timer));
    // Errors after the start of the answer appear in its body.
    request.on('error', (cause) => {
      failed = true;
      reject(written ? cause : new NotSentError('Not sent', { cause }));
    });
    request.on('response', (message) => {
      if (!isEncoded(message)) return resolve(received(message));
      message.destroy();
      reject(coded(ENCODED));
    });
  });
}

/**
 * Runs `write` after everything that has arrived by now has been read: the end of an idle connection, too, which may
 * have come while the journal was written. The first turn may be that of a poll that is over.
 */
function afterNextPoll(write: () => void): void {
  setImmediate(() => setImmediate(write));
}

/** Whether there is a body and it is encoded, though the request forbids it. Nothing of it is read. */
function isEncoded({ headers }: http.IncomingMessage): boolean {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  return encoding !== 'identity' && headers['content-length'] !== '0';
}

function received(message: http.IncomingMessage): Received {
  const { headersDistinct } = message;
  return {
    status: message.statusCode ?? 0,
    headers: { get: (name) => headersDistinct[name]?.join(', ') ?? null },
    body: message,
  };
}

export type Call = Pick<SendInit, 'method' | 'headers' | 'body'> & { url: string };

/** A complete HTTP answer. */
export interface Answer {
  status: number;
  /** the Location header */
  location: string | null;
  /** the value of the body, or undefined if it is not JSON */
  json: unknown;
  /** the Retry-After header in milliseconds, if it is in seconds */
  retryAfterMs: number | null;
}

/** The result of one call (ARCHITECTURE.md, decision 1). */
export type Exchange = { kind: 'answer'; answer: Answer } | Failure;

/** The largest answer that is read, in bytes: the gateway's answers have a few thousand. */
export const MAX_ANSWER_BYTES = 1_048_576;
/** Reason if an answer is larger than that. */
export const TOO_LARGE = 'answer-too-large';
/** Reason if an answer is encoded. */
export const ENCODED = 'CONTENT_ENCODING';
/** Reason if no answer came in time. */
export const DEADLINE = 'deadline';

/**
 * Makes one call, once. Redirects are not followed (a hosted payment answers 303), nothing is retried, and the deadline
 * covers everything up to the last byte of the body. Never throws.
 * @param timeoutMs milliseconds
 */
export function exchange(send: Send, call: Call, timeoutMs: number): Promise<Exchange> {
  return converse<Exchange>(send, call, timeoutMs, (response) => readAnswer(response, piecesOf(response)));
}

/**
 * As {@link exchange}, with a custom reader.
 * @param read reads the answer; the deadline applies until it is done. `abort` closes the connection at any time
 */
export async function converse<T>(
  send: Send,
  { url, ...init }: Call,
  timeoutMs: number,
  read: (response: Received, abort: () => void) => Promise<T>,
): Promise<T | Failure> {
  const call = new AbortController();
  const abort = () => call.abort();
  const timer = setTimeout(abort, timeoutMs);
  let answering = false;
  try {
    const sent = send(url, { ...init, redirect: 'manual', signal: call.signal });
    const response = await within(call.signal, sent);
    answering = true;
    return await within(call.signal, read(response, abort));
  } catch (error) {
    if (call.signal.aborted) return { kind: 'unknown', reason: DEADLINE };
    if (answering) return { kind: 'unknown', reason: `answer-cut: ${errorCode(error)}` };
    return { kind: error instanceof NotSentError ? 'not-sent' : 'unknown', reason: errorCode(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Settles with the work, or rejects at the deadline even if the work ignores the signal. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(DEADLINE)), { once: true });
    work.then(resolve, reject);
  });
}

/** The body, piece by piece. */
export async function* piecesOf({ body }: Received): AsyncGenerator<Uint8Array> {
  if (body) yield* body;
}

/** A complete answer, or `unknown` if it is too large. */
export async function readAnswer(
  { status, headers }: Received,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Exchange> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > MAX_ANSWER_BYTES) return { kind: 'unknown', reason: TOO_LARGE };
    read.push(piece);
  }
  const json = parseJson(new TextDecoder().decode(Buffer.concat(read)));
  const answer = { status, location: headers.get('location'), json, retryAfterMs: readRetryAfter(headers) };
  return { kind: 'answer', answer };
}

function readRetryAfter(headers: Received['headers']): number | null {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : null;
}
