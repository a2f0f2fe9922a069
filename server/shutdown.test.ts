import { expect, it } from 'vitest';
import { drainable } from './shutdown.ts';

const get = (path: string) => new Request(`http://localhost:8080${path}`);
const served = async (_request: Request, name: string) => new Response(name);

it('a companion that is about to end is not ready, and serves everything else for the time that is set', async () => {
  let end = (): void => {};
  const slept: number[] = [];
  const { fetch, drain } = drainable(served, 5, (ms) => {
    slept.push(ms);
    return new Promise<void>((resolve) => (end = resolve));
  });
  expect((await fetch(get('/readyz'), 'ready')).status).toBe(200);

  let isOver = false;
  const drained = drain().then(() => (isOver = true));
  expect((await fetch(get('/readyz'), 'ready')).status).toBe(503);
  for (const path of ['/livez', '/pay/payments', '/pay/readyz'])
    expect(await (await fetch(get(path), path)).text()).toBe(path);
  expect([slept, isOver]).toEqual([[5_000], false]);
  end();
  await drained;
});

it('without a time the end comes at once', async () => {
  const slept: number[] = [];
  await drainable(served, 0, async (ms) => void slept.push(ms)).drain();
  expect(slept).toEqual([]);
});

it('leaves a request whose host is invalid to the app, also at the end', async () => {
  const { fetch, drain } = drainable(served, 5, () => new Promise(() => undefined));
  void drain();
  const invalid = Object.defineProperty(get('/readyz'), 'url', { value: 'http://127.0.0.1.1/readyz' });
  expect(await (await fetch(invalid, 'refused')).text()).toBe('refused');
});
