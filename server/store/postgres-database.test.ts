import type { Pool } from 'pg';
import { expect, it } from 'vitest';
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
  await expect(write()).rejects.toThrow('DATABASE_URL: the database is read-only');
  expect([sent, ended]).toEqual([[], ['given up']]);
});
