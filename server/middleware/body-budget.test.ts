import { expect, it } from 'vitest';
import { BodyBudget } from './body-budget.ts';

/** A body whose sender sends what a test tells it to. */
function slowBody() {
  let closed = false;
  let sender!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (sender = controller),
    cancel: () => void (closed = true),
  });
  return {
    stream,
    send: (bytes: number) => sender.enqueue(new Uint8Array(bytes).fill(7)),
    end: () => sender.close(),
    breakOff: () => sender.error(new Error('ECONNRESET')),
    isClosed: () => closed,
  };
}

const SIZE = 100_000;
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

it('reads a body in any number of pieces', async () => {
  const body = slowBody();
  const read = new BodyBudget().read(body.stream, SIZE);
  for (const bytes of [1, 5_000, 0, 20_000]) body.send(bytes);
  body.end();
  expect(await read).toEqual(new Uint8Array(25_001).fill(7));
});

it('refuses a body that is larger than it may be', async () => {
  const body = slowBody();
  const read = new BodyBudget().read(body.stream, SIZE);
  body.send(SIZE);
  body.send(1);
  await expect(read).rejects.toMatchObject({ code: 'body-too-large' });
});

it('gives up the oldest bodies if unended ones take too much memory, and serves on', async () => {
  const budget = new BodyBudget(3 * SIZE);
  const stuck = Array.from({ length: 5 }, slowBody);
  const reads = stuck.map(({ stream }) => budget.read(stream, SIZE).catch((error: unknown) => error));
  for (const { send } of stuck) {
    send(SIZE - 1);
    await soon();
  }
  expect(stuck.map(({ isClosed }) => isClosed())).toEqual([true, true, false, false, false]);
  expect(await reads[0]).toMatchObject({ code: 'too-many-waiting', status: 503 });
  const honest = slowBody();
  const read = budget.read(honest.stream, SIZE);
  honest.send(10_000);
  honest.end();
  expect(await read).toHaveLength(10_000);
});

it('counts a body only until it was read, broken off or refused', async () => {
  const budget = new BodyBudget(2 * SIZE);
  const waiting = slowBody();
  const first = budget.read(waiting.stream, SIZE);
  waiting.send(10);
  for (let turn = 0; turn < 10; turn += 1) {
    const body = slowBody();
    const read = budget.read(body.stream, SIZE).catch(() => null);
    body.send(SIZE - 1);
    await soon();
    if (turn % 3 === 0) body.send(2);
    else if (turn % 3 === 1) body.breakOff();
    else body.end();
    await read;
  }
  waiting.end();
  expect(await first).toHaveLength(10);
});
