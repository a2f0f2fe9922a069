/** A preflight and its answer. */
export interface PreflightRecord {
  /** milliseconds of the sandbox's clock */
  at: number;
  orderId: string;
  url: string;
  /** the HTTP status, the name of an error, or `skipped` if the address is not allowed */
  result: string;
}

interface PreflightWorld {
  readonly clock: { now(): number };
  readonly closing: AbortSignal;
  readonly fetch: typeof fetch;
  /** whether preflights may go to an address */
  mayPost(address: string): boolean;
}

const CAPACITY = 1000;
const ANSWER_TIMEOUT_MS = 3000;

/**
 * The preflight request to the `validation_url` of a direct auth or purchase (interface document, Create payment). Its
 * form and the effect of its answer are not shown there: the sandbox sends a GET without a body before the card is
 * charged, only to allowed addresses, and charges whatever the answer.
 */
export class Preflights {
  readonly #world: PreflightWorld;
  #records: PreflightRecord[] = [];

  constructor(world: PreflightWorld) {
    this.#world = world;
  }

  records(): readonly PreflightRecord[] {
    return this.#records;
  }

  reset(): void {
    this.#records = [];
  }

  /** Never throws; waits a few seconds for the answer. */
  async send(orderId: string, url: string): Promise<void> {
    const record = { at: this.#world.clock.now(), orderId, url, result: 'waiting' };
    this.#records.push(record);
    if (this.#records.length > CAPACITY) this.#records.shift();
    record.result = this.#world.mayPost(url) ? await this.#ask(url) : 'skipped';
  }

  async #ask(url: string): Promise<string> {
    const signal = AbortSignal.any([this.#world.closing, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    try {
      const answer = await this.#world.fetch(url, { redirect: 'manual', signal });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      return error instanceof Error ? error.name : 'Error';
    }
  }
}
