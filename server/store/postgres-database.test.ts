import { expect, it } from 'vitest';
import type { Pool } from 'pg';
import { createPostgresDatabase, postgresFault } from './postgres-database.ts';

it('a pooler that refuses a connection or a transaction is named, with what it must be', () => {
  const refused = Object.assign(new Error('unsupported startup parameter'), { code: '08P01' });
  expect(postgresFault(refused).message).toMatch(/pooler .* by session or transaction, .* no `options`/);
});

/** A pool whose only connection fails at an insert with a code of Postgres; what it was sent, and how it was released. */
function failing(code: string) {
  const seen: string[] = [];
  const client = {
    async query(statement: string | { text: string }) {
      const text = typeof statement === 'string' ? statement : statement.text;
      seen.push(text);
      if (text.startsWith('insert')) throw Object.assign(new Error('no'), { code });
      return { rows: [], rowCount: 0, command: text.toUpperCase() };
    },
    release: (isBroken?: boolean) => void seen.push(isBroken ? 'given up' : 'released'),
  };
  const database = createPostgresDatabase({ connect: async () => client } as unknown as Pool);
  return { seen, write: () => database.write((session) => session.run('insert one')) };
}

it.each([
  ['25006', 'the database is read-only'],
  ['ECONNRESET', 'the connection to the database failed'],
])('a connection that failed with %s is given up at once, not used again', async (code, words) => {
  const { seen, write } = failing(code);
  await expect(write()).rejects.toThrow(words);
  expect(seen).toEqual(['begin', 'insert one', 'given up']);
});

it('what a deadlock has ended is run again on a connection that stays in use', async () => {
  const { seen, write } = failing('40P01');
  await expect(write()).rejects.toThrow('the database failed');
  expect(seen.slice(0, 4)).toEqual(['begin', 'insert one', 'rollback', 'released']);
  expect(seen.filter((text) => text === 'begin')).toHaveLength(5);
});

it('a certificate that is not trusted is told from a connection that fails', () => {
  const failure = (code: string) => Object.assign(new Error('quotes the address'), { code });
  expect(postgresFault(failure('SELF_SIGNED_CERT_IN_CHAIN')).message).toBe(
    'DATABASE_URL: its certificate is not trusted here (SELF_SIGNED_CERT_IN_CHAIN)',
  );
  expect(postgresFault(failure('ECONNRESET')).message).toBe(
    'DATABASE_URL: the connection to the database failed',
  );
});
