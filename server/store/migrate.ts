import { type Dialect, Kysely, type Migration, Migrator, sql } from 'kysely';
import { SCHEMA } from './schema.ts';

/** All migrations of the tables, in sequence. A released one is never changed. */
const MIGRATIONS: Record<string, Migration> = {
  '001-journal': {
    async up(db: Kysely<unknown>) {
      for (const text of SCHEMA) await sql.raw(text).execute(db);
    },
  },
};

/** Brings the tables up to date. @throws what the database throws */
export async function migrate(dialect: Dialect): Promise<void> {
  const db = new Kysely<unknown>({ dialect });
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
