import { fingerprint } from './checkout/fingerprint.ts';

/** Browser functions that the elements use. Tests replace members of this object. */
export const environment = {
  fetch: (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => fetch(input, init),
  navigate: (url: string): void => void (leaves() && location.assign(url)),
  reload: (): void => void (leaves() && location.reload()),
  now: () => new Date(),
  /** Milliseconds that the first paint waits for a quick answer, where it is unknown what the companion offers. */
  moment: 250,
  returned: (): string | undefined => new URLSearchParams(location.search).getAll('payment').pop(),
  /** An Idempotency-Key for direct payments. They need a secure context, which always has `randomUUID`. */
  newKey: (): string => crypto.randomUUID(),
  fingerprint,
  secure: () => isSecureContext,
  /**
   * Resolves after `ms` milliseconds or when the network is back; at once when aborted. A hidden page waits until it is
   * visible, but no longer than a minute: some web views call themselves hidden for ever. Some browsers call themselves
   * offline in a network that works: nobody waits for them in vain.
   */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    await until(signal, window, 'online', ms);
    if (document.hidden) await until(signal, document, 'visibilitychange', 60_000);
  },
  /** Resolves when the browser is online; at once when aborted. */
  async online(signal: AbortSignal): Promise<void> {
    if (!navigator.onLine) await until(signal, window, 'online');
  },
};

/** Whether an element is rendered; where the browser cannot say so (Safari before 17.4), whether it has a box. */
export const isShown = (element: HTMLElement): boolean =>
  (element as Partial<HTMLElement>).checkVisibility?.() ?? element.getClientRects().length > 0;

/** In the frame of an isolated form, its script cancels this event and lets the surrounding page navigate. */
const leaves = (): boolean => dispatchEvent(new Event('pay-leave', { cancelable: true }));

/** Resolves at an event, after `ms` milliseconds, or when aborted. */
export function until(signal: AbortSignal, target: EventTarget, event: string, ms?: number): Promise<void> {
  const over = new AbortController();
  return new Promise((resolve) => {
    let timer = 0;
    const done = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', done, over);
    target.addEventListener(event, done, over);
    if (ms !== undefined) timer = window.setTimeout(done, ms);
    if (signal.aborted) done();
  });
}
