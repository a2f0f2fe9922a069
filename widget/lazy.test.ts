import { css, LitElement } from 'lit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LatePart, type StyledHost } from './lazy.ts';

class Host extends LitElement implements StyledHost {
  added = 0;
  addStyles(): void {
    this.added += 1;
  }
}
customElements.define('late-host', Host);

const part = { styles: css`` };
let host: Host;
let arrive: () => void;
let fail: () => void;
let late: LatePart<typeof part>;
let done: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  host = new Host();
  document.body.append(host);
  done = [];
  late = new LatePart(
    host,
    () => new Promise((given, failed) => ([arrive, fail] = [() => given(part), failed])),
  );
});
afterEach(() => {
  host.remove();
  vi.useRealTimers();
});

/** Loads the part; what happens is found in `done`. */
const load = (user = ''): Promise<unknown> =>
  late
    .load(
      () => done.push(`came${user}`),
      () => done.push(`late${user}`),
    )
    .then(() => done.push(`end${user}`));

test('a part that arrives in time is given with its styles', async () => {
  const loading = load();
  arrive();
  await loading;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([done, host.added]).toEqual([['came', 'end'], 1]);
});

test('a part that is late is said to be, and given all the same', async () => {
  const loading = load();
  await vi.advanceTimersByTimeAsync(8_000);
  await loading;
  expect(done).toEqual(['late', 'end']);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['late', 'end', 'came']);
});

test('a part that cannot be loaded is late at once, and once', async () => {
  const loading = load();
  fail();
  await loading;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([done, late.isWanted]).toEqual([['late', 'end'], true]);
});

test('a part whose tag is removed is neither given nor late, and nobody waits for it', async () => {
  const loading = load();
  host.remove();
  await loading;
  arrive();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([done, host.added, late.isWanted, vi.getTimerCount()]).toEqual([['end'], 0, false, 0]);
});

test('a part is given only to the last one who asks', async () => {
  const first = load(' 1');
  const [arriveFirst] = [arrive];
  const second = load(' 2');
  arriveFirst();
  arrive();
  await Promise.all([first, second]);
  expect(done.toSorted()).toEqual(['came 2', 'end 1', 'end 2']);
});
