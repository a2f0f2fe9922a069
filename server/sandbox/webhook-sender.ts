import type { SandboxClock } from './clock.ts';
import type { Fault, Faults } from './faults.ts';
import { withLiberty } from './liberty.ts';
import type { SandboxSettings } from './settings.ts';
import { encodeData, signData } from './signature.ts';
import type { WebhookPayload } from './webhook-payload.ts';
import { withWrongField } from './wrong-field.ts';

/** A webhook and its deliveries. Times are milliseconds of the sandbox's clock. */
export interface WebhookRecord {
  sequence: number;
  at: number;
  orderId: string;
  url: string | null;
  /** the fault applied to it, or null */
  fault: string | null;
  event: WebhookPayload;
  state: 'waiting' | 'delivered' | 'failed' | 'skipped' | 'lost';
  attempts: { at: number; result: string }[];
}

/** The part of the sandbox that the sender needs. */
export interface SenderWorld {
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly apiSecret: string;
  readonly closing: AbortSignal;
  readonly fetch: typeof fetch;
  /** whether webhooks may be sent to an address */
  mayPost(address: string): boolean;
  settings(): SandboxSettings;
}

interface Delivery {
  record: WebhookRecord;
  url: string;
  form: Promise<URLSearchParams>;
}

const CAPACITY = 1000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Delivers webhooks (interface document, Events, Delivery): signed, only to allowed addresses, in order per order_id.
 * Retries with growing pauses until a 2xx answer or the last attempt.
 */
export class WebhookSender {
  #world: SenderWorld;
  #records: WebhookRecord[] = [];
  #sequence = 0;
  #queues = new Map<string, Delivery[]>();
  #held = new Map<string, () => void>();
  #gathered = new Map<string, Delivery[]>();
  #inFlight = new Set<Promise<void>>();
  #generation = 0;

  constructor(world: SenderWorld) {
    this.#world = world;
  }

  records(): readonly WebhookRecord[] {
    return this.#records;
  }

  /** Sends an event, with the next fault that applies to it. `url` is null if the request named none. */
  send(orderId: string, url: string | null, event: WebhookPayload, delayMs = 0): void {
    const fault = this.#world.faults.forWebhook(orderId);
    const record = this.#record(orderId, url, event, fault);
    const target = url !== null && this.#world.mayPost(url) ? url : null;
    if (!target || fault?.kind === 'lost') {
      record.state = target ? 'lost' : 'skipped';
      return;
    }
    this.#dispatch({ record, url: target, form: this.#sign(event, fault) }, fault, delayMs);
  }

  /** Resolves when no delivery is in flight; waiting retries and late webhooks do not count. */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  /** Drops everything, including deliveries in flight. */
  reset(): void {
    this.#generation += 1;
    this.#records = [];
    this.#queues.clear();
    this.#held.clear();
    this.#gathered.clear();
  }

  #record(orderId: string, url: string | null, event: WebhookPayload, fault?: Fault): WebhookRecord {
    this.#sequence += 1;
    const record: WebhookRecord = {
      sequence: this.#sequence,
      at: this.#world.clock.now(),
      orderId,
      url,
      fault: fault?.kind ?? null,
      event,
      state: 'waiting',
      attempts: [],
    };
    this.#records.push(record);
    if (this.#records.length > CAPACITY) this.#records.shift();
    return record;
  }

  async #sign(event: WebhookPayload, fault?: Fault): Promise<URLSearchParams> {
    const encoded = encodeData(JSON.stringify(withLiberty(withWrongField(event, fault?.kind), fault?.kind)));
    const data = fault?.kind === 'unpadded' ? encoded.replaceAll('=', '') : encoded;
    const secret = fault?.kind === 'forged-signature' ? 'not the secret' : this.#world.apiSecret;
    return new URLSearchParams({ data, signature: signData(data, secret) });
  }

  #dispatch(delivery: Delivery, fault: Fault | undefined, delayMs: number): void {
    const orderId = delivery.record.orderId;
    if (fault?.kind === 'late' || delayMs > 0) {
      this.#world.clock.after(Math.max(delayMs, fault?.delayMs ?? 0), () => this.#enqueue(delivery));
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
    const orderId = delivery.record.orderId;
    const release = () => {
      cancel();
      this.#held.delete(orderId);
      this.#enqueue(delivery);
    };
    const cancel = this.#world.clock.after(atMostMs, release);
    this.#held.set(orderId, release);
  }

  #gather(delivery: Delivery, atMostMs: number): void {
    const orderId = delivery.record.orderId;
    const gathered = this.#gathered.get(orderId) ?? [];
    this.#gathered.set(orderId, [delivery, ...gathered]);
    if (gathered.length > 0) return;
    this.#world.clock.after(atMostMs, () => {
      const newestFirst = this.#gathered.get(orderId) ?? [];
      this.#gathered.delete(orderId);
      for (const one of newestFirst) this.#enqueue(one);
    });
  }

  #enqueue(delivery: Delivery): void {
    const orderId = delivery.record.orderId;
    const queue = this.#queues.get(orderId);
    if (queue) {
      queue.push(delivery);
      return;
    }
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

  async #attempt(delivery: Delivery, attempt: number): Promise<void> {
    const generation = this.#generation;
    const { record } = delivery;
    const result = await this.#post(delivery);
    if (generation !== this.#generation || this.#world.closing.aborted) return;
    record.attempts.push({ at: this.#world.clock.now(), result });
    const { webhookAttempts, webhookBackoffSeconds } = this.#world.settings();
    if (!/^2\d\d$/.test(result) && attempt < webhookAttempts) {
      const pause = webhookBackoffSeconds * 1000 * 2 ** (attempt - 1);
      this.#world.clock.after(pause, () => this.#deliverNext(record.orderId, attempt + 1));
      return;
    }
    record.state = /^2\d\d$/.test(result) ? 'delivered' : 'failed';
    this.#queues.get(record.orderId)?.shift();
    this.#deliverNext(record.orderId, 1);
  }

  async #post({ url, form }: Delivery): Promise<string> {
    const signal = AbortSignal.any([this.#world.closing, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    try {
      const answer = await this.#world.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(await form),
        redirect: 'manual',
        signal,
      });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      return error instanceof Error ? error.name : 'Error';
    }
  }
}

/** By default the sandbox sends requests only to this machine. */
export function isLoopback(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
