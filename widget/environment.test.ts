import { afterEach, describe, expect, test, vi } from 'vitest';
import { environment } from './environment.ts';

const running = () => new AbortController();

function pretend(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, value });
}

afterEach(() => {
  Reflect.deleteProperty(document, 'hidden');
  Reflect.deleteProperty(navigator, 'onLine');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Whether a pause is over once everything that is due has happened. */
async function isOver(pause: Promise<void>): Promise<boolean> {
  const late = new Promise<boolean>((done) => setTimeout(() => done(false), 20));
  return Promise.race([pause.then(() => true), late]);
}

describe('a pause', () => {
  test('is over after its time', async () => {
    expect(await isOver(environment.pause(1, running().signal))).toBe(true);
    expect(await isOver(environment.pause(60_000, running().signal))).toBe(false);
  });

  test('lasts while the page is hidden', async () => {
    pretend(document, 'hidden', true);
    const pause = environment.pause(0, running().signal);
    expect(await isOver(pause)).toBe(false);
    pretend(document, 'hidden', false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await isOver(pause)).toBe(true);
  });

  test('lasts a minute in a web view that calls itself hidden for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    pretend(document, 'hidden', true);
    let over = false;
    void environment.pause(1000, running().signal).then(() => (over = true));
    await vi.advanceTimersByTimeAsync(60_999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toBe(true);
  });

  test('leaves no listener behind', async () => {
    const work = running();
    const added = [window, document, work.signal].map((target) => vi.spyOn(target, 'addEventListener'));
    await environment.pause(0, work.signal);
    const calls = added.flatMap((spy) => spy.mock.calls as [string, unknown, AddEventListenerOptions][]);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(([, , { signal }]) => !signal?.aborted).map(([type]) => type)).toEqual([]);
  });

  test('is over at once when the network is back', async () => {
    const pause = environment.pause(60_000, running().signal);
    dispatchEvent(new Event('online'));
    expect(await isOver(pause)).toBe(true);
  });

  test('does not last in a browser that calls itself offline: it may be wrong', async () => {
    pretend(navigator, 'onLine', false);
    expect(await isOver(environment.pause(0, running().signal))).toBe(true);
  });

  test('ends at once when it is aborted', async () => {
    const work = running();
    pretend(document, 'hidden', true);
    const pause = environment.pause(60_000, work.signal);
    work.abort();
    expect(await isOver(pause)).toBe(true);
    expect(await isOver(environment.pause(60_000, work.signal))).toBe(true);
  });
});

test('a wait for the network ends when the browser is online', async () => {
  expect(await isOver(environment.online(running().signal))).toBe(true);
  pretend(navigator, 'onLine', false);
  const wait = environment.online(running().signal);
  expect(await isOver(wait)).toBe(false);
  dispatchEvent(new Event('online'));
  expect(await isOver(wait)).toBe(true);
});

test('an idempotency key is new each time and fits the header', () => {
  const keys = [environment.newKey(), environment.newKey()];
  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => /^[\w-]{8,64}$/.test(key))).toBe(true);
});
