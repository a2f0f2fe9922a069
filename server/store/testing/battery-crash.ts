import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { Store } from '../../payments/ports.ts';
import { appendTo, message, readAll } from './orders.ts';

const APPENDER = new URL('appender.ts', import.meta.url).pathname;

/** For tests: kills two processes amid their appends. Every append that was confirmed must be there in full. */
export async function expectDurableAfterKill(url: string, open: () => Promise<Store>): Promise<void> {
  const lengths = new Map<string, number>();
  await Promise.all(['one', 'other'].map((name) => appendAndKill(url, name, lengths)));
  const store = await open();
  const orders = [...lengths.keys()];
  const journals = await readAll(store, orders);
  for (const [index, entries] of journals.entries()) {
    const order = orders[index] ?? '';
    expect(entries.length).toBeGreaterThanOrEqual(lengths.get(order) ?? 0);
    // Each append had two entries and a message.
    expect(entries.length % 2).toBe(0);
    expect(await store.outbox.find(`${order}-${entries.length - 2}`)).not.toBeNull();
    expect(await store.outbox.find(`${order}-${entries.length}`)).toBeNull();
  }
  const all = journals.reduce((sum, { length }) => sum + length, 0);
  expect(await store.backlog(message('').at)).toMatchObject({ messages: all / 2 });
  await store.append(appendTo(orders[0] ?? '', { after: journals[0]?.length ?? 0 }));
}

async function appendAndKill(url: string, name: string, lengths: Map<string, number>): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', APPENDER, url, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [order = '', length = '0'] = line.split(' ');
    lengths.set(order, Number(length));
    lines += 1;
    if (lines === 200) child.kill('SIGKILL');
  }
  await ended;
  expect(lines).toBeGreaterThanOrEqual(200);
}
