import type { GatewayFile, CallResult } from '../payments/gateway-port.ts';
import { exchangeFile, type FileExchange, type FileRules } from './files.ts';
import { type Call, createSender, type Exchange, exchange, type Send } from './http.ts';
import { outcomeOf, outcomeOfCharge, type Read, refusedInstead } from './outcome.ts';
import { type RetryDeps, readWithRetries } from './retry.ts';
import { Scrub } from './scrub.ts';
import type { CompleteSettings } from './settings.ts';

/** The client's dependencies; each has a default. */
export interface GatewayDeps extends Partial<RetryDeps> {
  /**
   * Sends requests in place of the client's own sender. For tests and reads: the `fetch` of a runtime may repeat a POST
   * by itself (HTTP 421, a reset of a reused connection). So any failure of it is `unknown`, never `not-sent`.
   */
  fetch?: Send;
}

/** The connect timeout, milliseconds; always shorter than the deadline. */
const LONGEST_CONNECT_MS = 10_000;

/** Calls with the merchant's credentials (interface 13.1, 13.2). */
export interface Caller {
  /**
   * Sends once: a request that moves money is never retried here.
   * @param secrets of the body, which nothing that is read of the answer may repeat
   */
  post<T>(path: string, read: Read<T>, body?: object, secrets?: readonly string[]): Promise<CallResult<T>>;
  /** Retries. */
  get<T>(path: string, read: Read<T>): Promise<CallResult<T>>;
  /** Retries; with only X-API-AUTH, and at the balances' own address. */
  balances<T>(path: string, read: Read<T>): Promise<CallResult<T>>;
  /** Retries until the file begins. */
  file(path: string, rules: FileRules): Promise<CallResult<GatewayFile>>;
}

export function createCaller(settings: CompleteSettings, deps: GatewayDeps): Caller {
  const { timeoutMs, apiKey, apiSecret, endpointsKey } = settings;
  const send = deps.fetch ?? createSender({ connectMs: Math.min(LONGEST_CONNECT_MS, timeoutMs / 2) });
  const baseUrl = trimmed(settings.baseUrl);
  const balancesUrl = trimmed(settings.balancesUrl);
  const auth = { 'X-API-AUTH': `${settings.authScheme} ${apiKey}:${apiSecret}` };
  const both = { ...auth, 'X-API-KEY': endpointsKey };
  const scrub = new Scrub([apiKey, apiSecret, endpointsKey]);

  const retried = <T extends Exchange | FileExchange>(attempt: (remainingMs: number) => Promise<T>) =>
    readWithRetries(worldOf(deps), timeoutMs, attempt);
  async function get<T>(url: string, headers: Call['headers'], read: Read<T>): Promise<CallResult<T>> {
    const call = { method: 'GET', url, headers } as const;
    return outcomeOf(await retried((remainingMs) => exchange(send, call, remainingMs)), read, scrub);
  }

  return {
    async post(path, read, body, secrets = []) {
      const call = { method: 'POST', url: baseUrl + path, headers: both } as const;
      const headers = { ...both, 'Content-Type': 'application/json' };
      const callScrub = scrub.with(...secrets);
      const whole = body ? { ...call, headers, body: JSON.stringify(body) } : call;
      const found = await exchange(send, whole, timeoutMs);
      return outcomeOfCharge(found, read, callScrub);
    },
    get: (path, read) => get(baseUrl + path, both, read),
    balances: (path, read) => get(balancesUrl + path, auth, read),
    async file(path, rules) {
      const call = { method: 'GET', url: baseUrl + path, headers: both } as const;
      const found = await retried((remainingMs) => exchangeFile(send, call, remainingMs, rules));
      if (found.kind === 'file') return { kind: 'answered', value: found.file };
      const noFile = () => ({ rejection: `no-${rules.kind}` });
      return refusedInstead(found, scrub) ?? outcomeOf(found, noFile, scrub);
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
