import { Webhook } from 'standardwebhooks';
import type { Clock } from '../ports/deps.ts';
import type { OutboxMessage } from '../ports/outbox.ts';

export interface SenderDeps {
  clock: Clock;
  fetch: typeof fetch;
  merchant: { url: string; secret: string };
}

/** So long the merchant's server may take, milliseconds. */
export const DEADLINE_MS = 15_000;

/** How a post ended; `reason` as `HTTP 500`. `aborted`: we stopped waiting, and nobody knows. */
export type Posted = { kind: 'delivered' | 'aborted' } | { kind: 'failed'; reason: string };

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

  /** Ends all posts at once, those to come included. */
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
    return answer.ok ? { kind: 'delivered' } : { kind: 'failed', reason: `HTTP ${answer.status}` };
  }
}

/** What an error is called; never its message, which may quote the request. */
export function nameOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && 'code' in cause) return String(cause.code).slice(0, 64);
  return error instanceof Error ? error.name : 'unknown';
}
