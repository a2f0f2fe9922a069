import type { GatewayFile, GatewayRefusal, Outcome } from '../payments/gateway-port.ts';
import {
  type Answer,
  type Call,
  DEADLINE,
  type Exchange,
  exchange,
  type Reading,
  TOO_LARGE,
} from './exchange.ts';
import { exchangeFile, type FileExchange, type FileRules } from './files.ts';
import type { CompleteSettings } from './gateway-settings.ts';
import { isErrorForm, readRefusal } from './refusal.ts';
import { type RetryDeps, readWithRetries, type Try } from './retry.ts';
import { createSender, type Send } from './send.ts';
import { createScrub, type Scrub } from './wire-values.ts';

/** The client's dependencies; each has a default. */
export interface GatewayDeps extends Partial<RetryDeps> {
  /**
   * Sends a request to the gateway exactly once, as the default does. The `fetch` of a runtime may repeat a POST by
   * itself (HTTP 421, a reset of a reused connection), so it is suitable only for tests. Cloudflare Workers need
   * `createSocketSender`.
   */
  fetch?: Send;
}

/** The connect timeout, milliseconds; always shorter than the deadline. */
const LONGEST_CONNECT_MS = 10_000;

type Read<T> = (answer: Answer) => Reading<T>;

/** Calls with the merchant's credentials (interface document, Authentication). */
export interface Caller {
  /** Sends once: a request that moves money is never retried here. */
  post<T>(
    path: string,
    read: Read<T>,
    body?: object,
    secrets?: readonly (string | undefined)[],
  ): Promise<Outcome<T>>;
  /** Retries. */
  get<T>(path: string, read: Read<T>): Promise<Outcome<T>>;
  /** Retries; with only X-API-AUTH, and at the balances' own address. */
  balances<T>(path: string, read: Read<T>): Promise<Outcome<T>>;
  /** Retries until the file begins. */
  file(path: string, rules: FileRules): Promise<Outcome<GatewayFile>>;
}

export function createCaller(settings: CompleteSettings, deps: GatewayDeps): Caller {
  const { timeoutMs } = settings;
  const send = deps.fetch ?? createSender({ connectMs: Math.min(LONGEST_CONNECT_MS, timeoutMs / 2) });
  const world = worldOf(deps);
  const baseUrl = trimmed(settings.baseUrl);
  const balancesUrl = trimmed(settings.balancesUrl);
  const auth = { 'X-API-AUTH': `${settings.authScheme} ${settings.apiKey}:${settings.apiSecret}` };
  const both = { ...auth, 'X-API-KEY': settings.endpointsKey };
  const ours = [settings.apiKey, settings.apiSecret, settings.endpointsKey];
  const scrub = createScrub(ours);

  async function withRetries<T>(call: Call, read: Read<T>): Promise<Outcome<T>> {
    const attempt = async (remainingMs: number) => tried(await exchange(send, call, remainingMs));
    return outcomeOf(await readWithRetries(world, timeoutMs, attempt), read, scrub);
  }

  return {
    async post(path, read, body, secrets = []) {
      const headers = body ? { ...both, 'Content-Type': 'application/json' } : both;
      const call = { method: 'POST', url: baseUrl + path, headers } as const;
      const found = await exchange(send, body ? { ...call, body: JSON.stringify(body) } : call, timeoutMs);
      const given = secrets.filter((secret) => secret !== undefined);
      // Most answers contain no text to remove them from.
      return outcomeOfCharge(found, read, (text) => createScrub([...ours, ...given])(text));
    },
    get: (path, read) => withRetries({ method: 'GET', url: baseUrl + path, headers: both }, read),
    balances: (path, read) => withRetries({ method: 'GET', url: balancesUrl + path, headers: auth }, read),
    async file(path, rules) {
      const call = { method: 'GET', url: baseUrl + path, headers: both } as const;
      const attempt = async (remainingMs: number) =>
        tried(await exchangeFile(send, call, remainingMs, rules));
      const found = await readWithRetries(world, timeoutMs, attempt);
      if (found.kind === 'file') return { kind: 'answered', value: found.file };
      return (
        refusedInstead(found, scrub) ?? outcomeOf(found, () => ({ rejection: `no-${rules.kind}` }), scrub)
      );
    },
  };
}

function worldOf({ now, random, sleep }: GatewayDeps): RetryDeps {
  return {
    now: now ?? (() => performance.now()),
    random: random ?? Math.random,
    sleep: sleep ?? ((ms) => new Promise((done) => setTimeout(done, ms))),
  };
}

function trimmed(address: string): string {
  return address.replace(/\/+$/, '');
}

function tried<T extends Exchange | FileExchange>(result: T): Try<T> {
  const retryAfterMs = result.kind === 'answer' ? result.answer.retryAfterMs : null;
  return { result, again: mayChange(result), retryAfterMs };
}

/** Whether a read is worth retrying: after an incomplete answer, a 429 or a 5xx. */
function mayChange(found: Exchange | FileExchange): boolean {
  if (found.kind === 'answer') return found.answer.status === 429 || found.answer.status >= 500;
  return found.kind === 'not-sent' || (found.kind === 'unknown' && !FINAL_REASONS.has(found.reason));
}

const FINAL_REASONS = new Set([TOO_LARGE, DEADLINE]);

/** Classifies the result of a call: a refusal, a valid answer, or `unknown`. */
export function outcomeOf<T>(found: Exchange, read: Read<T>, scrub: Scrub): Outcome<T> {
  if (found.kind !== 'answer') return found;
  const { answer } = found;
  const refusal = isAnError(answer) ? readRefusal(answer, scrub) : null;
  if (refusal && isRefused(refusal)) return { kind: 'refused', refusal };
  const reading = read(answer);
  if ('value' in reading) return { kind: 'answered', value: reading.value };
  return { kind: 'unknown', reason: `HTTP ${answer.status}: ${reading.rejection}${wordsOf(answer, scrub)}` };
}

/** The gateway's description of its own failure, if the answer has its error form. */
function wordsOf(answer: Answer, scrub: Scrub): string {
  if (!isErrorForm(answer.text)) return '';
  const { message, code } = readRefusal(answer, scrub);
  return `: ${message}${code === null ? '' : ` (${code})`}`;
}

/**
 * As {@link outcomeOf}, for a request that may have moved money. Only the gateway itself can say that it did nothing: a
 * proxy may have passed the request on before it answered in its own form. "Too many requests" is safe in any form,
 * because a limit is checked before the work.
 */
export function outcomeOfCharge<T>(found: Exchange, read: Read<T>, scrub: Scrub): Outcome<T> {
  const outcome = outcomeOf(found, read, scrub);
  if (outcome.kind !== 'refused' || found.kind !== 'answer') return outcome;
  if (outcome.refusal.means === 'busy' || isErrorForm(found.answer.text)) return outcome;
  return { kind: 'unknown', reason: `HTTP ${found.answer.status}: undocumented-refusal` };
}

const isAnError = ({ status }: Answer): boolean => status >= 400 && status < 500;

/** Statuses with which the gateway says that it did nothing. After any other failure something may have been done. */
const REFUSALS = new Set([400, 401, 404, 405, 406, 409, 429]);

/** A 403 may come from a proxy, unless the gateway itself uses it to reject the credentials. */
function isRefused({ status, documented, means }: GatewayRefusal): boolean {
  return REFUSALS.has(status) || (status === 403 && documented && means === 'credentials');
}

/** The gateway's own error form in place of a file, with HTTP status 200. */
function refusedInstead(found: Exchange, scrub: Scrub): Outcome<never> | null {
  if (found.kind !== 'answer' || found.answer.status !== 200) return null;
  const refusal = readRefusal(found.answer, scrub);
  return refusal.documented ? { kind: 'refused', refusal } : null;
}
