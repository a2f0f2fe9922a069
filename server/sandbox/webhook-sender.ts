import type { SandboxClock } from './clock.ts';
import type { Fault, Faults } from './faults.ts';
import type { SandboxSettings } from './settings.ts';
import { type WebhookEvent, encodeData, signData } from './webhook.ts';
import { withFault } from './wrong-fields.ts';

/** A webhook and its deliveries. Times are milliseconds of the sandbox's clock. */
export interface WebhookRecord {
  sequence: number;
  at: number;
  orderId: string;
  url: string | null;
  /** the fault applied to it, or null */
  fault: string | null;
  event: WebhookEvent;
  state: 'waiting' | 'delivered' | 'failed' | 'skipped' | 'lost';
  attempts: { at: number; result: string }[];
}

/** The part of the sandbox that the sender needs. */
interface SenderState {
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly apiSecret: string;
  readonly closing: AbortSignal;
  readonly fetch: typeof fetch;
  /** whether webhooks may be sent to an address */
  mayPost(this: void, address: string): boolean;
  settings(): SandboxSettings;
}

interface Delivery {
  record: WebhookRecord;
  url: string;
  form: string;
}

const CAPACITY = 1000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Delivers webhooks (interface 15.1): signed, only to allowed addresses, in order per order_id. Retries with growing
 * pauses until a 2xx answer or the last attempt.
 */
export class WebhookSender {
  readonly #state: SenderState;
  #records: WebhookRecord[] = [];
  #sequence = 0;
  readonly #queues = new Map<string, Delivery[]>();
  /** releases the reordered webhook of an order */
  readonly #held = new Map<string, () => void>();
  /** the webhooks of an order that wait to be sent newest first */
  readonly #gathered = new Map<string, Delivery[]>();
  readonly #inFlight = new Set<Promise<void>>();
  #generation = 0;

  constructor(state: SenderState) {
    this.#state = state;
  }

  records(): readonly WebhookRecord[] {
    return this.#records;
  }

  /** Sends an event, with the next fault that applies to it. `url` is null if the request named none. */
  send(orderId: string, url: string | null, event: WebhookEvent, delayMs = 0): void {
    const { clock, faults, mayPost } = this.#state;
    const fault = faults.forWebhook(orderId);
    this.#sequence += 1;
    const record: WebhookRecord = {
      sequence: this.#sequence,
      at: clock.now(),
      orderId,
      url,
      fault: fault?.kind ?? null,
      event,
      state: 'waiting',
      attempts: [],
    };
    this.#records.push(record);
    if (this.#records.length > CAPACITY) this.#records.shift();
    if (url === null || !mayPost(url)) record.state = 'skipped';
    else if (fault?.kind === 'lost') record.state = 'lost';
    else this.#dispatch({ record, url, form: this.#formOf(event, fault) }, fault, delayMs);
  }

  /** Resolves when no delivery is in flight; waiting retries and late webhooks do not count. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  /** Drops everything, including deliveries in flight. */
  reset(): void {
    this.#generation += 1;
    this.#records = [];
    for (const waiting of [this.#queues, this.#held, this.#gathered]) waiting.clear();
  }

  #formOf(event: WebhookEvent, fault: Fault | undefined): string {
    const { timeForm } = this.#state.settings();
    const encoded = encodeData(JSON.stringify(withFault(event, fault?.kind, timeForm)));
    const data = fault?.kind === 'unpadded' ? encoded.replaceAll('=', '') : encoded;
    const secret = fault?.kind === 'forged-signature' ? 'not the secret' : this.#state.apiSecret;
    return String(new URLSearchParams({ data, signature: signData(data, secret) }));
  }

  #dispatch(delivery: Delivery, fault: Fault | undefined, delayMs: number): void {
    const { orderId } = delivery.record;
    if (fault?.kind === 'late' || delayMs > 0) {
      this.#state.clock.after(Math.max(delayMs, fault?.delayMs ?? 0), () => this.#enqueue(delivery));
    } else if (fault?.kind === 'reordered') {
      this.#hold(delivery, fault.delayMs);
    } else if (fault?.kind === 'newest-first') {
      this.#gather(delivery, fault.delayMs);
    } else {
      this.#enqueue(delivery);
      if (fault?.kind === 'duplicate') this.#enqueue(delivery);
      this.#held.get(orderId)?.();
    }
  }

  #hold(delivery: Delivery, atMostMs: number): void {
    const { orderId } = delivery.record;
    const release = () => {
      cancel();
      this.#held.delete(orderId);
      this.#enqueue(delivery);
    };
    const cancel = this.#state.clock.after(atMostMs, release);
    this.#held.set(orderId, release);
  }

  #gather(delivery: Delivery, atMostMs: number): void {
    const { orderId } = delivery.record;
    const gathered = this.#gathered.get(orderId) ?? [];
    this.#gathered.set(orderId, [delivery, ...gathered]);
    if (gathered.length > 0) return;
    this.#state.clock.after(atMostMs, () => {
      const newestFirst = this.#gathered.get(orderId) ?? [];
      this.#gathered.delete(orderId);
      for (const one of newestFirst) this.#enqueue(one);
    });
  }

  #enqueue(delivery: Delivery): void {
    const { orderId } = delivery.record;
    const queue = this.#queues.get(orderId);
    queue?.push(delivery);
    if (queue) return;
    this.#queues.set(orderId, [delivery]);
    this.#deliverNext(orderId, 1);
  }

  #deliverNext(orderId: string, attempt: number): void {
    const delivery = this.#queues.get(orderId)?.[0];
    if (!delivery) {
      this.#queues.delete(orderId);
      return;
    }
    const inFlight = this.#attempt(delivery, attempt).finally(() => this.#inFlight.delete(inFlight));
    this.#inFlight.add(inFlight);
  }

  async #attempt({ record, url, form }: Delivery, attempt: number): Promise<void> {
    const { closing, clock } = this.#state;
    const generation = this.#generation;
    const result = await answerOf(this.#state.fetch, url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    if (generation !== this.#generation || closing.aborted) return;
    record.attempts.push({ at: clock.now(), result });
    const isDelivered = /^2\d\d$/.test(result);
    const { webhookAttempts, webhookBackoffSeconds } = this.#state.settings();
    if (!isDelivered && attempt < webhookAttempts) {
      const pause = webhookBackoffSeconds * 1000 * 2 ** (attempt - 1);
      clock.after(pause, () => this.#deliverNext(record.orderId, attempt + 1));
      return;
    }
    record.state = isDelivered ? 'delivered' : 'failed';
    this.#queues.get(record.orderId)?.shift();
    this.#deliverNext(record.orderId, 1);
  }
}

/** Sends a request, ignores the body of its answer, and returns the HTTP status or what went wrong. */
export async function answerOf(send: typeof fetch, url: string, init: RequestInit): Promise<string> {
  try {
    const answer = await send(url, { ...init, redirect: 'manual' });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    const cause = error instanceof Error && error.cause;
    if (cause instanceof Error && 'code' in cause) return String(cause.code);
    return error instanceof Error ? error.name : 'Error';
  }
}
