import { waitUntil as openWcWaitUntil } from '@open-wc/testing';
import { vi } from 'vitest';

/** What tests wait for comes at once, except on a busy machine. */
const HOW = { timeout: 15_000, interval: 10 };

/** Waits until the condition is met. @throws Error with the message where it is not in 15 seconds */
export const waitUntil = (condition: () => unknown, message?: string): Promise<void> =>
  openWcWaitUntil(condition, message, HOW);

/** Waits until the assertion holds. @throws its error where it does not in 15 seconds */
export const holds = (assertion: () => void): Promise<void> => vi.waitFor(assertion, HOW);
