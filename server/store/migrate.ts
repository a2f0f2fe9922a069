import { type Dialect, Kysely, type Migration, Migrator, sql } from 'kysely';
import { SCHEMA } from './schema.ts';
import { StoreError } from './store-error.ts';

/** All migrations of the tables, in sequence. A released one is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '001-journal': {
    async up(db: Kysely<unknown>) {
      for (const text of SCHEMA) await sql.raw(text).execute(db);
    },
  },
};

/** Brings the tables up to date. @throws StoreError if other tables are in the way, or what the database throws */
export async function migrate(dialect: Dialect): Promise<void> {
  const db = new Kysely<unknown>({ dialect });
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw explained(error);
}

/** Postgres' code for a table that exists; SQLite says it in words. */
const EXISTS = '42P07';

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === EXISTS || error.message.endsWith(' already exists')) {
    return new StoreError(
      'another program has tables with our names there; use a database or schema of its own',
      code,
      error,
    );
  }
  if (error.message.startsWith('corrupted migrations')) {
    return new StoreError('the tables there belong to another program or a newer version', code, error);
  }
  return error;
}
