import type { Pool } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPostgresDatabase } from './postgres-database.ts';

/** A pool with one connection, which refuses every `begin` immediately and answers everything else a turn later. */
function refusing({ readOnly = 'off' } = {}) {
  const sent: string[] = [];
  const ended: string[] = [];
  const client = {
    async query(statement: string | { text: string }) {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (text.startsWith('select')) return { rows: [{ was: readOnly }] };
      sent.push(text);
      if (text.startsWith('begin')) throw Object.assign(new Error('no'), { code: '57014' });
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(text);
      return { rows: [], rowCount: 0, command: 'ROLLBACK' };
    },
    release: (broken?: boolean) => void ended.push(broken ? 'given up' : 'released'),
  };
  const database = createPostgresDatabase({ connect: async () => client } as unknown as Pool);
  const write = () =>
    database.write('a', async (session) => {
      await session.run('insert one');
      await session.run('insert two');
    });
  return { sent, ended, write };
}

it('what leaves with a refused begin has ended before the connection is used again', async () => {
  const { sent, ended, write } = refusing();
  await expect(write()).rejects.toThrow('a statement took too long');
  expect(sent).toEqual(['begin read write', 'insert one', 'insert two', 'rollback']);
  expect(ended).toEqual(['insert one', 'insert two', 'rollback', 'released']);
});

it('a database that is read-only by its own settings is not written to in spite of them', async () => {
  const { sent, ended, write } = refusing({ readOnly: 'on' });
  await expect(write()).rejects.toThrow('DATABASE_URL: the database is read-only, or a pooler');
  expect([sent, ended]).toEqual([[], ['given up']]);
});

/** A pool whose connections are lost so many times at a statement that begins so. */
function losing(at: string, times = 1, others: Record<string, number> = {}) {
  const sent: string[] = [];
  const losses = new Map(Object.entries({ [at]: times, ...others }));
  const query = async (statement: string | { text: string }) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const place = [...losses.keys()].find((one) => text.startsWith(one));
    const left = place === undefined ? 0 : (losses.get(place) ?? 0);
    if (place !== undefined && left > 0) {
      losses.set(place, left - 1);
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    }
    if (!text.includes('current_setting')) sent.push(text);
    return { rows: [{ was: 'off' }], rowCount: 1, command: text.toUpperCase() };
  };
  const pool = { query, connect: async () => ({ query, release: () => undefined }) };
  const database = createPostgresDatabase(pool as unknown as Pool);
  return { sent, database, write: () => database.write('a', (session) => session.run('insert one')) };
}

it.each(['begin', 'insert', 'select current_setting'])(
  'what is lost with its connection before the commit is written over another one: %s',
  async (at) => {
    const { sent, write } = losing(at, 2);
    await write();
    expect(sent.slice(-3)).toEqual(['begin read write', 'insert one', 'commit']);
  },
);

it('a transaction whose connection is lost during the commit is not repeated: it may be committed', async () => {
  const { sent, write } = losing('commit');
  await expect(write()).rejects.toThrow('DATABASE_URL: the connection was lost during a commit');
  expect(sent.filter((text) => text === 'insert one')).toHaveLength(1);
});

it('nor is one whose earlier run was lost before its commit, together with others', async () => {
  const numbers = Array.from({ length: 16 }, (_, number) => number);
  const { sent, database } = losing('insert', 16, { commit: Number.POSITIVE_INFINITY });
  const write = (number: number) =>
    database.write(`order-${number}`, (session) => session.run(`insert ${number}`));
  await Promise.allSettled(numbers.map(write));
  for (const number of numbers) expect(sent.filter((text) => text === `insert ${number}`)).toHaveLength(1);
});

it('a check that the database can be written does not wait for a restart', async () => {
  const { database } = losing('insert');
  const check = database.write(null, (session) => session.run('insert one'), { atOnce: true });
  await expect(check).rejects.toThrow('DATABASE_URL: the database is shutting down');
});

it('a read goes on over another connection', async () => {
  const { sent, database } = losing('select one', 2);
  await database.reader.all('select one');
  expect(sent).toEqual(['select one']);
});

it('a database that does not come back is given up after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { database } = losing('select one', Number.POSITIVE_INFINITY);
  let end = 'none';
  const read = database.reader.all('select one').catch((error: unknown) => (end = String(error)));
  vi.advanceTimersByTime(4_900);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(end).toBe('none');
  vi.advanceTimersByTime(200);
  expect(await read).toMatch(/the database is shutting down$/);
});
