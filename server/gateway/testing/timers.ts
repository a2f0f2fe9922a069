import { onTestFinished, vi } from 'vitest';

/** Timers and time stand still for one test, except those of Node's own sockets. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
