import http from 'node:http';
import https from 'node:https';
import { decoded, type NodeBody } from './decode.ts';
import { NotSentError } from './not-sent.ts';

/** A request, in the form that `fetch` takes. */
export interface SendInit {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal: AbortSignal;
}

/** A response: of fetch, or one whose body is a Node stream and whose status may be any number. */
export interface Received {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | NodeBody | null;
}

/** Sends one request, once, and settles when the headers of the answer have arrived. */
export type Send = (url: string, init: SendInit) => Promise<Received>;

/**
 * A server may close idle connections at any time. A request that is written at that moment ends as `unknown`, because
 * it may have been read. So idle connections are closed early here: after this time, or a second before the server's
 * `Keep-Alive: timeout`, whichever is earlier.
 */
const IDLE_MS = 4_000;

export interface SenderSettings {
  /** connect timeout, milliseconds */
  connectMs: number;
  /** how long an idle connection is kept, milliseconds; default 4 seconds */
  idleMs?: number;
  /** whether a connection carries further requests; default: not on Deno */
  keepAlive?: boolean;
}

/** On Deno even `node:http` repeats a request if a reused connection breaks. */
const REPEATS_ON_REUSED_CONNECTIONS = 'Deno' in globalThis;

/** Some firewalls require the first two. Answers are small: compression would only take time. */
const HEADERS = { accept: '*/*', 'user-agent': 'pay-form', 'accept-encoding': 'identity' };

/**
 * The client's own sender. `fetch` is unsuitable for moving money: its standard repeats a POST on HTTP 421, and some
 * runtimes repeat one after a reset of a reused connection. This sender sends every request exactly once, follows no
 * redirect, and writes nothing before the connection is made and its certificate is checked; a failure until then is a
 * {@link NotSentError}.
 * @throws TypeError on Cloudflare Workers, which need {@link createSocketSender}
 */
export function createSender({
  connectMs,
  idleMs = IDLE_MS,
  keepAlive = !REPEATS_ON_REUSED_CONNECTIONS,
}: SenderSettings): Send {
  if (isOnWorkers())
    throw new TypeError('On Cloudflare Workers pass createSocketSender({ connect }) as `fetch`');
  const idle = { keepAlive, timeout: idleMs };
  const transports = {
    'http:': { request: http.request, agent: new http.Agent(idle), ready: 'connect' },
    'https:': { request: https.request, agent: new https.Agent(idle), ready: 'secureConnect' },
  };

  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const target = new URL(url);
      const transport = transports[target.protocol === 'https:' ? 'https:' : 'http:'];
      const options = { method, headers: { ...HEADERS, ...headers }, signal, agent: transport.agent };
      const request = transport.request(target, options, (message) => resolve(received(message)));
      const timer = setTimeout(() => request.destroy(connectTimeout()), connectMs);
      const began = Date.now();
      let written = false;
      const write = () => {
        clearTimeout(timer);
        // A process that was paused (stopped, its virtual machine moved) has not run its timer. Meanwhile another process
        // may have given the request up. The time of day counts such a pause, too.
        written = Math.abs(Date.now() - began) <= connectMs;
        if (written) request.end(body);
        else request.destroy(connectTimeout());
      };
      request.once('socket', (socket) => (socket.connecting ? socket.once(transport.ready, write) : write()));
      request.on('close', () => clearTimeout(timer));
      // Errors after the start of the answer appear in its body.
      request.on('error', (cause) => reject(written ? cause : new NotSentError('Not sent', { cause })));
    });
}

/** There `node:http` uses fetch internally, and does not report when a connection is made. */
function isOnWorkers(): boolean {
  return 'navigator' in globalThis && navigator.userAgent === 'Cloudflare-Workers';
}

/** In this case nothing was written. */
function connectTimeout(): Error {
  return Object.assign(new Error('No connection in time'), { code: 'CONNECT_TIMEOUT' });
}

function received(message: http.IncomingMessage): Received {
  const { headersDistinct } = message;
  return {
    status: message.statusCode ?? 0,
    headers: { get: (name) => headersDistinct[name]?.join(', ') ?? null },
    body: decoded(message, message.headers['content-encoding'] ?? null),
  };
}
