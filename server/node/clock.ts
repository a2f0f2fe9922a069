import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../payments/ports.ts';

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, signal && { signal }).catch(() => undefined),
};

/**
 * The result of `work` if it ends in time. After a timeout `work` still continues.
 * @throws Error if it takes longer
 */
export async function within<T>(ms: number, work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
