import http from 'node:http';
import https from 'node:https';
import { decoded, type NodeBody } from './decode.ts';

/** What leaves with a request, as `fetch` takes it. */
export interface SendInit {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal: AbortSignal;
}

/** What comes back: a `Response` of fetch, or one whose body is a stream of Node, and whose status may be any. */
export interface Received {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | NodeBody | null;
}

/** Sends one request, once, and settles when the headers of the answer have come. */
export type Send = (url: string, init: SendInit) => Promise<Received>;

/**
 * A server closes idle connections whenever it likes. A request that is written just then ends as `unknown`, because
 * nobody knows whether it was read. So idle connections are closed early here: after this time, or a second before
 * the time that the server's `Keep-Alive: timeout` names, whichever is earlier.
 */
const IDLE_MS = 4_000;

export interface SenderSettings {
  /** how long making a connection may take, milliseconds */
  connectMs: number;
  /** how long an idle connection is kept, milliseconds; default 4 seconds */
  idleMs?: number;
  /** whether a connection carries further requests; default: not on Deno */
  keepAlive?: boolean;
}

/** On Deno even `node:http` sends a request again where a connection that it used before breaks. */
const REPEATS_ON_REUSED_CONNECTIONS = 'Deno' in globalThis;

/** Some firewalls want the first two. Answers are small: compressing them would only take time. */
const HEADERS = { accept: '*/*', 'user-agent': 'pay-form', 'accept-encoding': 'identity' };

/**
 * The client's own way to the gateway. `fetch` is none for money: by its standard it repeats a POST on HTTP 421, and
 * some runtimes repeat one after a reset of a reused connection. This sends every request exactly once, follows no
 * redirect, and writes nothing before the connection is made and its certificate is checked.
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
      const write = () => {
        clearTimeout(timer);
        request.end(body);
      };
      request.once('socket', (socket) => (socket.connecting ? socket.once(transport.ready, write) : write()));
      request.on('close', () => clearTimeout(timer));
      // Errors that come after the answer has begun appear in its body.
      request.on('error', reject);
    });
}

/** There `node:http` is a fetch inside, and does not say when a connection stands. */
function isOnWorkers(): boolean {
  return 'navigator' in globalThis && navigator.userAgent === 'Cloudflare-Workers';
}

/** Nothing was written then. */
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
