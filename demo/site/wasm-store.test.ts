import initSqlJs from 'sql.js';
import { expect, test } from 'vitest';
import { describeStore } from '../../server/store/test-battery.ts';
import { STORE_SECRETS } from '../../server/store/test-orders.ts';
import { openWasmStore } from './wasm-store.ts';

const sqlite = await initSqlJs();

describeStore(
  'a store in WebAssembly',
  async () => ({
    open: async (secrets = STORE_SECRETS) => (await openWasmStore(sqlite, null, secrets)).store,
    drop: async () => undefined,
  }),
  { shared: false },
);

const event = (hash: string) => ({ hash, at: 1, body: '{}' });

test('what was committed is in the image; a store that is opened from it goes on', async () => {
  const first = await openWasmStore(sqlite, null, STORE_SECRETS);
  await first.store.saveUnknownEvent(event('before'));
  const image = first.image();
  await first.store.saveUnknownEvent(event('after'));
  await first.store.close();
  const second = await openWasmStore(sqlite, image, STORE_SECRETS);
  expect(await second.store.saveUnknownEvent(event('before'))).toBe(false);
  expect(await second.store.saveUnknownEvent(event('after'))).toBe(true);
  await second.store.close();
});

test('a store goes on after its image was taken, in the middle of its work as well', async () => {
  const { store, image } = await openWasmStore(sqlite, null, STORE_SECRETS);
  await store.saveUnknownEvent(event('one'));
  const writing = store.saveUnknownEvent(event('two'));
  const images = [image()];
  for (let turn = 0; turn < 20; turn += 1) images.push(await Promise.resolve().then(image));
  expect(await writing).toBe(true);
  expect(image()).not.toBeNull();
  expect(await store.saveUnknownEvent(event('two'))).toBe(false);
  await store.close();
});

test('a commit is reported where it has changed something', async () => {
  let commits = 0;
  const { store, image } = await openWasmStore(sqlite, null, STORE_SECRETS, () => (commits += 1));
  const opened = commits;
  expect(opened).toBeGreaterThan(0);
  await store.saveUnknownEvent(event('one'));
  expect(commits).toBe(opened + 1);
  await store.retention.deleteUnknownEvents(0, 1);
  expect(commits).toBe(opened + 1);
  image();
  await store.saveUnknownEvent(event('two'));
  expect(commits).toBe(opened + 2);
  await store.close();
});
