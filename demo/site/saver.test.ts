import { expect, test } from 'vitest';
import { createSaver } from './saver.ts';

function openSaver(take: () => string | null) {
  const written: string[] = [];
  const saver = createSaver(take, async (state) => {
    await Promise.resolve();
    written.push(state);
  });
  return { written, saver };
}

test('changes that come together are written once', async () => {
  let state = '';
  const { written, saver } = openSaver(() => state);
  for (const next of ['one', 'two', 'three']) {
    state = next;
    saver.changed();
  }
  await saver.saved();
  expect(written).toEqual(['three']);
});

test('what changes during a write is written after it', async () => {
  let state = 'one';
  const { written, saver } = openSaver(() => state);
  saver.changed();
  while (written.length === 0) await new Promise((resolve) => setTimeout(resolve));
  state = 'two';
  saver.changed();
  await saver.saved();
  expect(written).toEqual(['one', 'two']);
});

test('a state that cannot be told yet is waited for', async () => {
  const states = [null, null, 'whole'];
  const { written, saver } = openSaver(() => states.shift() ?? null);
  saver.changed();
  await saver.saved();
  expect(written).toEqual(['whole']);
});

test('nothing is written where nothing has changed', async () => {
  const { written, saver } = openSaver(() => 'state');
  await saver.saved();
  expect(written).toEqual([]);
});

test('whoever waits learns that a write failed, and the next change is written', async () => {
  let fails = true;
  const written: string[] = [];
  const saver = createSaver(
    () => 'state',
    async (state) => {
      if (fails) throw new Error('quota');
      written.push(state);
    },
  );
  saver.changed();
  await expect(saver.saved()).rejects.toThrow('quota');
  fails = false;
  saver.changed();
  await saver.saved();
  expect(written).toEqual(['state']);
});
