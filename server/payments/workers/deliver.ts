import { Webhook } from 'standardwebhooks';
import { errorFacts } from '../log-events.ts';
import type { Clock, Lease, Log, Outbox, OutboxMessage } from '../ports.ts';

export interface DeliveryDeps extends SenderDeps {
  outbox: Outbox;
  log: Log;
  /** in [0, 1) */
  random: () => number;
}

/** Orders that are delivered concurrently. */
const SIDE_BY_SIDE = 64;
/** Longer than the slowest delivery. If the holder of a lease dies, the order waits this long. */
const LEASE_MS = 30_000;
const IDLE_MS = 250;
/** Messages of one order that are sent before other orders get their turn. */
const MOST_IN_A_ROW = 50;

const LONGEST_PAUSE_MS = 3_600_000;

/** Pause before the next delivery after `attempts` failed ones, in milliseconds: 1 s doubling up to an hour, ±20 %. */
export function deliveryPause(attempts: number, random: number): number {
  return Math.min(1_000 * 2 ** Math.min(attempts, 12), LONGEST_PAUSE_MS) * (0.8 + random * 0.4);
}

/**
 * Posts messages to the merchant, signed as Standard Webhooks, until `signal` is aborted: at least once, repeated until
 * answered 2xx, and in sequence within an order. Orders are delivered concurrently, each under a lease, so that several
 * companions neither post a message at the same time nor an older message after a newer one.
 */
export async function deliverWebhooks(deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
  const sender = new WebhookSender(deps);
  const abort = () => sender.abort();
  signal.addEventListener('abort', abort);
  const running = new Map<string, Promise<void>>();
  let idle: Promise<void> | null = null;
  const pause = async () => {
    await deps.clock.sleep(IDLE_MS, signal);
    idle = null;
  };
  while (!signal.aborted) {
    const claimed = await claim(deps, SIDE_BY_SIDE - running.size);
    for (const lease of claimed) {
      const { orderId } = lease;
      // The order is due again before this process has finished with it, for example because the clock was set forward.
      const before = running.get(orderId) ?? Promise.resolve();
      const delivery = before
        .then(() => deliverOrder(deps, sender, lease))
        .finally(() => running.get(orderId) === delivery && running.delete(orderId));
      running.set(orderId, delivery);
    }
    if (claimed.length > 0 && running.size < SIDE_BY_SIDE) continue;
    idle ??= pause();
    await Promise.race(running.size < SIDE_BY_SIDE ? [...running.values(), idle] : running.values());
  }
  await Promise.all(running.values());
  signal.removeEventListener('abort', abort);
}

async function claim({ outbox, clock, log }: DeliveryDeps, limit: number): Promise<Lease[]> {
  const now = clock.now().getTime();
  try {
    return await outbox.claim(now, now + LEASE_MS, limit);
  } catch (error) {
    log('worker.failed', { work: 'messages', ...errorFacts(error) });
    return [];
  }
}

/** Delivers the messages of one order, oldest first, until one fails or none is left. Never rejects. */
async function deliverOrder(deps: DeliveryDeps, sender: WebhookSender, first: Lease): Promise<void> {
  const { outbox, clock, log } = deps;
  try {
    let lease: Lease | null = first;
    for (let sent = 0; sent < MOST_IN_A_ROW; sent += 1) {
      lease = await keep(deps, lease);
      if (!lease) return;
      const message = await outbox.next(lease.orderId);
      if (!message) break;
      const posted = await sender.post(message);
      if (posted.kind === 'failed') return await fail(deps, lease, message, posted);
      if (posted.kind === 'aborted') break;
      await outbox.delivered(message, clock.now().getTime());
    }
    await outbox.release(lease, clock.now().getTime());
  } catch (error) {
    log('worker.failed', { work: 'messages', orderId: first.orderId, ...errorFacts(error) });
  }
}

/** The lease, extended if it could end during the next delivery; null if it was lost. */
async function keep({ outbox, clock }: DeliveryDeps, lease: Lease): Promise<Lease | null> {
  const now = clock.now().getTime();
  return now <= lease.until - DEADLINE_MS ? lease : outbox.renew(lease, now + LEASE_MS);
}

async function fail(
  deps: DeliveryDeps,
  lease: Lease,
  message: OutboxMessage,
  { reason, retryAfterMs = 0 }: Failed,
): Promise<void> {
  const attempts = message.attempts + 1;
  deps.log('message.failed', { messageId: message.id, attempts, reason });
  const pause = Math.max(deliveryPause(message.attempts, deps.random()), retryAfterMs);
  await deps.outbox.failed(lease, message, deps.clock.now().getTime() + Math.round(pause), reason);
}

export interface SenderDeps {
  clock: Clock;
  fetch: typeof fetch;
  merchant: { url: string; secret: string };
}

/** How long the merchant's server may take, milliseconds. */
const DEADLINE_MS = 15_000;

/** `reason` as `HTTP 500`; `retryAfterMs` if the merchant's server named a pause. */
type Failed = { kind: 'failed'; reason: string; retryAfterMs?: number };
/** How a post ended. `aborted`: we stopped waiting, so the outcome is unknown. */
export type Posted = { kind: 'delivered' | 'aborted' } | Failed;

/** Posts messages to the merchant, signed as Standard Webhooks. */
export class WebhookSender {
  readonly #deps: SenderDeps;
  readonly #signer: Webhook;
  readonly #inFlight = new Set<AbortController>();
  #aborted = false;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#signer = new Webhook(deps.merchant.secret);
  }

  /** Aborts all posts immediately, including future ones. */
  abort(): void {
    this.#aborted = true;
    for (const one of this.#inFlight) one.abort();
  }

  /** Posts a message once. Never rejects. */
  async post(message: OutboxMessage): Promise<Posted> {
    if (this.#aborted) return { kind: 'aborted' };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
    this.#inFlight.add(deadline);
    try {
      return await this.#post(message, deadline.signal);
    } catch (error) {
      if (this.#aborted) return { kind: 'aborted' };
      const reason = deadline.signal.aborted ? `no answer in ${DEADLINE_MS / 1_000} s` : nameOf(error);
      return { kind: 'failed', reason };
    } finally {
      clearTimeout(timer);
      this.#inFlight.delete(deadline);
    }
  }

  async #post({ id, body }: OutboxMessage, signal: AbortSignal): Promise<Posted> {
    const { clock, fetch, merchant } = this.#deps;
    const now = clock.now();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': this.#signer.sign(id, now, body),
    };
    const answer = await fetch(merchant.url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.body?.cancel();
    if (answer.ok) return { kind: 'delivered' };
    return {
      kind: 'failed',
      reason: `HTTP ${answer.status}`,
      retryAfterMs: retryAfterIn(answer, clock.now()),
    };
  }
}

/** The `Retry-After` of a busy server, in seconds or as a date, but at most our own longest pause. */
function retryAfterIn({ status, headers }: Response, now: Date): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (status !== 429 && status !== 503) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime();
  return Math.min(ms || 0, LONGEST_PAUSE_MS);
}

/** The name or code of an error; never its message, which may quote the request. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && 'code' in cause) return String(cause.code).slice(0, 64);
  return error instanceof Error ? error.name : 'unknown';
}
