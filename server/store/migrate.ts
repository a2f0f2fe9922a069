import { SCHEMA } from './schema.ts';
import type { Session } from './session.ts';
import { StoreError } from './session.ts';

/** All migrations of the tables, in sequence. A released one is never changed. */
const MIGRATIONS: readonly { name: string; statements: readonly string[] }[] = [
  { name: '001-entries', statements: SCHEMA },
];

/**
 * Brings the tables up to date; everything in the transaction of the session, so that another process that starts
 * meanwhile finds all of it or nothing.
 * @param find a statement that finds a table by its name
 * @throws StoreError if other tables are in the way, or what the session throws
 */
export async function migrate(session: Session, find: string): Promise<void> {
  try {
    const applied = await appliedOn(session, find);
    if (applied.some((name, index) => MIGRATIONS[index]?.name !== name))
      throw new StoreError('the tables there belong to another program or a newer version');
    for (const { name, statements } of MIGRATIONS.slice(applied.length)) {
      for (const text of statements) await session.run(text);
      await session.run('insert into pay_form_migrations (name) values (?)', [name]);
    }
  } catch (error) {
    throw isInTheWay(error)
      ? new StoreError(
          'another program has tables with our names there; use a database or schema of its own',
          error.code,
          error,
        )
      : error;
  }
}

/** @returns the names of the migrations that were applied, in sequence */
async function appliedOn(session: Session, find: string): Promise<string[]> {
  if ((await session.all(find, ['pay_form_migrations'])).length === 0)
    await session.run('create table pay_form_migrations (name text primary key)');
  const rows = await session.all<{ name: string }>('select name from pay_form_migrations order by name');
  return rows.map(({ name }) => name);
}

/** Postgres' code for a table that exists; SQLite says it in words. */
const EXISTS = '42P07';

function isInTheWay(error: unknown): error is StoreError {
  if (!(error instanceof StoreError)) return false;
  return (
    error.code === EXISTS || (error.cause instanceof Error && error.cause.message.endsWith(' already exists'))
  );
}
