import { waitUntil as openWcWaitUntil } from '@open-wc/testing';
import { vi } from 'vitest';

/** Usually what tests wait for comes at once; busy machines need longer. */
const HOW = { timeout: 15_000, interval: 10 };

/** Waits until the condition is met. @throws Error with the message if it is not within 15 seconds */
export const waitUntil = (condition: () => unknown, message?: string): Promise<void> =>
  openWcWaitUntil(condition, message, HOW);

/** Waits until the assertion passes. @throws its error if it does not within 15 seconds */
export const holds = (assertion: () => void): Promise<void> => vi.waitFor(assertion, HOW);
