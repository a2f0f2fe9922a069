import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { startTestPostgres } from '../support/postgres.ts';

/** The database of the companions' journals during a run. */
export interface Database {
  url: string;
  /** folders of its files, including its write-ahead log */
  folders: readonly string[];
  /** Flushes everything into the files. */
  flush(): Promise<void>;
  drop(): Promise<void>;
}

/** A SQLite file in the run's folder. */
export function sqliteDatabase(folder: string): Database {
  return {
    url: `file:${join(folder, 'chaos.db')}`,
    folders: [],
    flush: async () => {},
    drop: async () => {},
  };
}

/**
 * A database of its own on a test server (`e2e/support/postgres.ts`).
 * @throws Error if no Postgres is available
 */
export async function postgresDatabase(): Promise<Database> {
  const server = await startTestPostgres();
  if (!server) throw new Error('no Postgres was found');
  const name = `pay_form_e2e_${randomBytes(6).toString('hex')}`;
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await query(server.url, `create database ${name}`);
  return {
    url: url.href,
    folders: await foldersOf(server.url, name),
    flush: async () => void (await query(server.url, 'checkpoint')),
    async drop() {
      await query(server.url, `drop database ${name} with (force)`);
      await server.close();
    },
  };
}

/** The database's own folder, and the log shared by all databases of the server. */
async function foldersOf(server: string, name: string): Promise<string[]> {
  const [data] = await query(server, `select setting from pg_settings where name = 'data_directory'`);
  const [own] = await query(server, `select oid::text as setting from pg_database where datname = '${name}'`);
  if (!data || !own) return [];
  return [join(data.setting, 'base', own.setting), join(data.setting, 'pg_wal')];
}

/** Runs one statement over a connection of its own. */
export async function query(url: string, text: string): Promise<{ setting: string }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ setting: string }>(text)).rows;
  } finally {
    await client.end();
  }
}
