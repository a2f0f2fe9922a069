import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { environment, isShown } from './environment.ts';

const MINUTE = 60_000;
let work: AbortController;

beforeEach(() => {
  work = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'hidden');
  Reflect.deleteProperty(navigator, 'onLine');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function pretend(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, value });
}

/** Begins a wait; the result says whether it is over `ms` later. */
function begin(wait: Promise<void>): (ms?: number) => Promise<boolean> {
  let over = false;
  void wait.then(() => (over = true));
  return async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    return over;
  };
}
const pause = (ms: number) => begin(environment.pause(ms, work.signal));

describe('a pause', () => {
  test('is over after its time', async () => {
    const isOver = pause(1000);
    expect([await isOver(999), await isOver(1)]).toEqual([false, true]);
  });

  test('lasts while the page is hidden', async () => {
    pretend(document, 'hidden', true);
    const isOver = pause(0);
    expect(await isOver(1000)).toBe(false);
    pretend(document, 'hidden', false);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await isOver()).toBe(true);
  });

  test('lasts a minute in a web view that always says it is hidden', async () => {
    pretend(document, 'hidden', true);
    const isOver = pause(1000);
    expect([await isOver(MINUTE + 999), await isOver(1)]).toEqual([false, true]);
  });

  test('is over at once when the network is back', async () => {
    const isOver = pause(MINUTE);
    dispatchEvent(new Event('online'));
    expect(await isOver()).toBe(true);
  });

  test('does not last in a browser that says it is offline: it may be wrong', async () => {
    pretend(navigator, 'onLine', false);
    expect(await pause(0)()).toBe(true);
  });

  test('ends at once when it is aborted', async () => {
    pretend(document, 'hidden', true);
    const isOver = pause(MINUTE);
    work.abort();
    expect([await isOver(), await pause(MINUTE)()]).toEqual([true, true]);
  });
});

test('a wait for the network ends when the browser is online', async () => {
  const online = () => begin(environment.online(work.signal));
  expect(await online()()).toBe(true);
  pretend(navigator, 'onLine', false);
  const isOver = online();
  expect(await isOver(MINUTE)).toBe(false);
  dispatchEvent(new Event('online'));
  expect(await isOver()).toBe(true);
});

test.each([true, false])('an element without a box is not shown (the browser can say so: %s)', (knows) => {
  const element = document.body.appendChild(document.createElement('p'));
  if (!knows) Object.assign(element, { checkVisibility: undefined });
  const before = isShown(element);
  element.style.display = 'none';
  expect([before, isShown(element)]).toEqual([true, false]);
  element.remove();
});

test('an idempotency key is new each time and fits the header', () => {
  const keys = [environment.newKey(), environment.newKey()];
  expect(new Set(keys).size).toBe(2);
  expect(keys.every((key) => /^[\w-]{8,64}$/.test(key))).toBe(true);
});
