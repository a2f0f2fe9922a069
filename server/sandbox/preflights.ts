/** A preflight and its answer. */
interface PreflightRecord {
  /** milliseconds of the sandbox's clock */
  at: number;
  orderId: string;
  url: string;
  /** the HTTP status, the name of an error, or `skipped` if the address is not allowed */
  result: string;
}

interface PreflightState {
  readonly clock: { now(): number };
  readonly closing: AbortSignal;
  readonly fetch: typeof fetch;
  /** whether preflights may go to an address */
  mayPost(this: void, address: string): boolean;
}

const CAPACITY = 1000;
const ANSWER_TIMEOUT_MS = 3000;

/**
 * The preflight request to the `validation_url` of a direct auth or purchase (interface 1.11). Its form and the
 * effect of its answer are not shown there: the sandbox sends a GET without a body before the card is charged, only
 * to allowed addresses, and charges whatever the answer.
 */
export class Preflights {
  readonly #state: PreflightState;
  #records: PreflightRecord[] = [];

  constructor(state: PreflightState) {
    this.#state = state;
  }

  records(): readonly PreflightRecord[] {
    return this.#records;
  }

  reset(): void {
    this.#records = [];
  }

  /** Never throws; waits a few seconds for the answer. */
  async send(orderId: string, url: string): Promise<void> {
    const { clock, closing, mayPost } = this.#state;
    const record = { at: clock.now(), orderId, url, result: 'waiting' };
    this.#records = [...this.#records, record].slice(-CAPACITY);
    const signal = AbortSignal.any([closing, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    record.result = mayPost(url) ? await answerOf(this.#state.fetch, url, { signal }) : 'skipped';
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
