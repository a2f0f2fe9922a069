import { ProblemError } from '../contract/problem.ts';

/** Bytes of all bodies that have begun to arrive. A companion that runs normally needs a hundredth of it. */
const MOST_BYTES = 32 * 1024 * 1024;
const FIRST_BYTES = 4_096;
const RETRY_AFTER_S = 5;

interface Reading {
  bytes: number;
  isGivenUp: boolean;
  /** closes the connection */
  cancel: () => void;
}

/**
 * Reads bodies into a limited amount of memory: their senders are unknown, may have many connections, and need not send
 * the last byte. If the memory is used up, the body that began first is given up, because an honest sender sends its
 * body at once.
 */
export class BodyBudget {
  readonly #most: number;
  /** oldest first */
  readonly #readings = new Set<Reading>();
  #bytes = 0;

  /** @param most bytes of all bodies together */
  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /**
   * @param maxSize bytes
   * @throws ProblemError `body-too-large`; `too-many-waiting` if it was given up
   */
  async read(body: ReadableStream<Uint8Array>, maxSize: number): Promise<Uint8Array> {
    const reader = body.getReader();
    const cancel = () => void reader.cancel().catch(() => undefined);
    const reading: Reading = { bytes: 0, isGivenUp: false, cancel };
    this.#readings.add(reading);
    try {
      return await this.#readAll(reader, reading, maxSize);
    } finally {
      this.#release(reading);
    }
  }

  async #readAll(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    reading: Reading,
    maxSize: number,
  ): Promise<Uint8Array> {
    // One array that grows: a list of chunks of a byte each would take much more memory than they contain.
    let kept = new Uint8Array();
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (reading.isGivenUp)
        throw new ProblemError('too-many-waiting', 'Try again in a moment.', [], RETRY_AFTER_S);
      if (done) return kept.subarray(0, size);
      const needed = size + value.byteLength;
      if (needed > maxSize) throw new ProblemError('body-too-large');
      if (needed > kept.byteLength) {
        const larger = new Uint8Array(Math.min(maxSize, Math.max(needed, kept.byteLength * 2, FIRST_BYTES)));
        larger.set(kept);
        this.#take(reading, larger.byteLength - kept.byteLength);
        kept = larger;
      }
      kept.set(value, size);
      size = needed;
    }
  }

  #take(reading: Reading, bytes: number): void {
    reading.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#readings) {
      if (this.#bytes <= this.#most) return;
      this.#release(oldest);
      oldest.isGivenUp = true;
      oldest.cancel();
    }
  }

  #release(reading: Reading): void {
    this.#readings.delete(reading);
    this.#bytes -= reading.bytes;
    reading.bytes = 0;
  }
}
