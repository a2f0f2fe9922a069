import { vi } from 'vitest';

/** Usually what tests wait for comes at once; busy machines need longer. */
const HOW = { timeout: 15_000, interval: 10 };

/**
 * Waits until the condition is met, and keeps nothing of it afterwards.
 * @throws Error with the message if it is not within 15 seconds
 */
export async function waitUntil(condition: () => unknown, message = 'the condition'): Promise<void> {
  const end = performance.now() + HOW.timeout;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Timeout: ${message}`);
    await new Promise((done) => setTimeout(done, HOW.interval));
  }
}

/** Waits until the assertion passes. @throws its error if it does not within 15 seconds */
export const holds = (assertion: () => void | Promise<void>): Promise<void> => vi.waitFor(assertion, HOW);
