import { fingerprint } from './fingerprint.ts';

/**
 * Browser functions that the elements use. Tests replace members of this object. It is not exported from the entry, so
 * that no script of the page can.
 */
export const environment = {
  fetch: (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => fetch(input, init),
  navigate: (url: string): void => void (leaves() && location.assign(url)),
  reload: (): void => void (leaves() && location.reload()),
  now: () => new Date(),
  /** An Idempotency-Key for direct payments. They need a secure context, which always has `randomUUID`. */
  newKey: (): string => crypto.randomUUID(),
  fingerprint,
  secure: () => isSecureContext,
  /**
   * Resolves after `ms` milliseconds or when the network is back, but not before the page is visible; at once when aborted.
   * Some browsers call themselves offline in a network that works: nobody waits for them in vain.
   */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    await until(signal, (done) => {
      setTimeout(done, ms);
      addEventListener('online', done, { once: true });
    });
    while (!signal.aborted && document.hidden)
      await until(signal, (done) => document.addEventListener('visibilitychange', done, { once: true }));
  },
  /** Resolves when the browser is online; at once when aborted. */
  async online(signal: AbortSignal): Promise<void> {
    if (!navigator.onLine) await until(signal, (done) => addEventListener('online', done, { once: true }));
  },
};

/** In the frame of an isolated form, its script cancels this event and lets the surrounding page navigate. */
const leaves = (): boolean => dispatchEvent(new Event('pay-leave', { cancelable: true }));

function until(signal: AbortSignal, start: (done: () => void) => void): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) return done();
    signal.addEventListener('abort', () => done(), { once: true });
    start(done);
  });
}
