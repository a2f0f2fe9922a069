import { run } from '../run.ts';
import type { Terminal } from '../terminal.ts';

/** For tests: a terminal that records its output, with a fixed clock and prepared network answers. */

export const API_KEY = 'merchant-key-0123456789abcdef';
export const BASE = 'https://pay.shop.example/pay';
export const ENV = { PUBLIC_URL: BASE, MERCHANT_API_KEY: API_KEY };
/** The result of {@link Terminal.newKey}. */
export const NEW_KEY = '6d1f7b0e-9a11-4c52-8a3e-5f0c6c1e0a43';

/** A request as it was sent. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  redirect: string;
}

/** An answer, a network failure, or a function of the request that returns either. */
export type Reply = Response | Error | ((sent: Sent) => Response | Error);

export interface TestTerminal extends Terminal {
  sent: Sent[];
  /** what was printed */
  out(): string;
  err(): string;
  /** what was printed, as bytes */
  bytes(): Buffer;
  /** presses Ctrl-C */
  interrupt(): void;
}

export interface TestOptions {
  env?: Record<string, string | undefined>;
  envFile?: readonly string[];
  /** in order; the last one repeats */
  replies?: readonly Reply[];
  stdin?: string;
  now?: Date;
}

export function testTerminal(options: TestOptions = {}): TestTerminal {
  const { env = ENV, envFile = [], replies = [], stdin = '', now } = options;
  const [out, err]: [Buffer[], string[]] = [[], []];
  const sent: Sent[] = [];
  const interruption = new AbortController();
  return {
    env,
    envFile: new Set(envFile),
    print: (text) => void out.push(Buffer.from(text)),
    say: (text) => void err.push(text),
    sent,
    async fetch(input, init) {
      const request = await readRequest(new Request(input, init));
      sent.push(request);
      const reply = replies[Math.min(sent.length, replies.length) - 1] ?? failure('ECONNREFUSED');
      const answer =
        typeof reply === 'function' ? reply(request) : reply instanceof Error ? reply : reply.clone();
      init?.signal?.throwIfAborted();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    readStdin: async () => stdin,
    now: () => now ?? new Date('2026-11-21T10:00:00.500Z'),
    newKey: () => NEW_KEY,
    sleep: async () => {},
    interrupted: () => interruption.signal,
    out: () => String(Buffer.concat(out)),
    err: () => err.join(''),
    bytes: () => Buffer.concat(out),
    interrupt: () => interruption.abort(),
  };
}

/** Runs a command line, as words or as a text without quotes, against these answers. */
export async function ran(line: string | readonly string[], ...replies: Reply[]) {
  return ranIn(line, testTerminal({ replies }));
}

export async function ranIn(line: string | readonly string[], terminal: TestTerminal) {
  const code = await run(typeof line === 'string' ? line.split(' ') : line, terminal);
  return { code, out: terminal.out(), bytes: terminal.bytes(), err: terminal.err(), sent: terminal.sent };
}

async function readRequest(request: Request): Promise<Sent> {
  const text = await request.text();
  const isJson = request.headers.get('content-type') === 'application/json';
  return {
    method: request.method,
    url: request.url,
    redirect: request.redirect,
    headers: Object.fromEntries(request.headers),
    body: isJson ? (JSON.parse(text) as unknown) : text,
  };
}

/** A failure of fetch: a TypeError whose cause has the code, and the system call that failed. */
export function failure(code: string, syscall = 'read'): Error {
  const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  return new TypeError('fetch failed', { cause });
}

export function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
}

export function problem(status: number, code: string, over: Record<string, unknown> = {}): Response {
  const body = { type: `urn:pay-form:problem:${code}`, title: 'It is invalid', status, code, ...over };
  return new Response(JSON.stringify({ detail: 'Say it otherwise.', requestId: 'r-1', ...body }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
