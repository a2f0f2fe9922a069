import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../payments/ports.ts';

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal && { signal }).catch(() => undefined),
};
