import type { GatewayFile, Outcome } from '../payments/ports/gateway.ts';
import { exchangeFile, type FileExchange, type FileRules } from './file-transport.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import {
  type Answer,
  type Exchange,
  mayChange,
  outcomeOf,
  outcomeOfCharge,
  type Reading,
} from './outcome.ts';
import { readRefusal } from './refusal.ts';
import { type RetryDeps, readPatiently, type Try } from './retry.ts';
import { createScrub, type Scrub } from './scrub.ts';
import { createSender, type Send } from './send.ts';
import { type Call, exchange } from './transport.ts';

/** The world of the client; each part has a default. */
export interface GatewayDeps extends Partial<RetryDeps> {
  /**
   * Takes a request to the gateway, exactly once. The default does; the `fetch` of a runtime may repeat a POST by itself
   * (HTTP 421, a reset of a reused connection), and so is only good for tests.
   */
  fetch?: Send;
}

/** How long making a connection may take, milliseconds; never so long that the deadline comes first. */
const LONGEST_CONNECT_MS = 10_000;

type Read<T> = (answer: Answer) => Reading<T>;

/** Calls with the merchant's credentials (interface document, Authentication). */
export interface Caller {
  /** Once: whatever moves money is never tried again here. */
  post<T>(
    path: string,
    read: Read<T>,
    body?: object,
    secrets?: readonly (string | undefined)[],
  ): Promise<Outcome<T>>;
  /** Patiently. */
  get<T>(path: string, read: Read<T>): Promise<Outcome<T>>;
  /** Patiently, with X-API-AUTH alone, and from the balances' own address. */
  balances<T>(path: string, read: Read<T>): Promise<Outcome<T>>;
  /** Patiently until the file begins. */
  file(path: string, rules: FileRules): Promise<Outcome<GatewayFile>>;
}

export function createCaller(settings: GatewaySettings, deps: GatewayDeps): Caller {
  const { timeoutMs } = settings;
  const send = deps.fetch ?? createSender({ connectMs: Math.min(LONGEST_CONNECT_MS, timeoutMs / 2) });
  const world = worldOf(deps);
  const baseUrl = trimmed(settings.baseUrl);
  const balancesUrl = trimmed(settings.balancesUrl ?? settings.baseUrl);
  const auth = { 'X-API-AUTH': `${settings.authScheme} ${settings.apiKey}:${settings.apiSecret}` };
  const both = { ...auth, 'X-API-KEY': settings.endpointsKey };
  const ours = [settings.apiKey, settings.apiSecret, settings.endpointsKey];
  const scrub = createScrub(ours);

  async function patiently<T>(call: Call, read: Read<T>): Promise<Outcome<T>> {
    const attempt = async (left: number) => tried(await exchange(send, call, left));
    return outcomeOf(await readPatiently(world, timeoutMs, attempt), read, scrub);
  }

  return {
    async post(path, read, body, secrets = []) {
      const headers = body ? { ...both, 'Content-Type': 'application/json' } : both;
      const call = { method: 'POST', url: baseUrl + path, headers } as const;
      const found = await exchange(send, body ? { ...call, body: JSON.stringify(body) } : call, timeoutMs);
      const given = secrets.filter((secret) => secret !== undefined);
      return outcomeOfCharge(found, read, createScrub([...ours, ...given]));
    },
    get: (path, read) => patiently({ method: 'GET', url: baseUrl + path, headers: both }, read),
    balances: (path, read) => patiently({ method: 'GET', url: balancesUrl + path, headers: auth }, read),
    async file(path, rules) {
      const call = { method: 'GET', url: baseUrl + path, headers: both } as const;
      const attempt = async (left: number) => tried(await exchangeFile(send, call, left, rules));
      const found = await readPatiently(world, timeoutMs, attempt);
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

function tried<T extends Exchange | FileExchange>(result: T): Try<T> {
  const askedMs = result.kind === 'answer' ? result.answer.retryAfterMs : null;
  return { result, again: mayChange(result), askedMs };
}

/** The gateway's own error form in the place of a file, whatever its HTTP status. */
function refusedInstead(found: Exchange, scrub: Scrub): Outcome<never> | null {
  if (found.kind !== 'answer' || found.answer.status !== 200) return null;
  const refusal = readRefusal(found.answer, scrub);
  return refusal.documented ? { kind: 'refused', refusal } : null;
}

function trimmed(address: string): string {
  return address.replace(/\/+$/, '');
}
