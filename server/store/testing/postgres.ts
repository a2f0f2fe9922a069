import { Client } from 'pg';
import { openPostgresStore } from '../postgres.ts';
import type { TestDatabase } from './stores.ts';
import { STORE_SECRETS } from './orders.ts';

/** For tests: a separate database on the server of `TEST_POSTGRES_URL`. */
export class TestPostgres {
  readonly url: string;
  readonly #server: string;
  readonly #name: string;

  private constructor(server: string, name: string) {
    this.#server = server;
    this.#name = name;
    const url = new URL(server);
    url.pathname = `/${name}`;
    this.url = url.href;
  }

  static async create(server: string, number = 0): Promise<TestPostgres> {
    const database = new TestPostgres(server, `pay_form_${process.pid}_${Date.now()}_${number}`);
    await runOn(server, `create database ${database.#name}`);
    return database;
  }

  /** Empty again, without any table. */
  async empty(): Promise<TestDatabase> {
    await runOn(this.url, 'drop schema public cascade; create schema public');
    return {
      open: (secrets = STORE_SECRETS) => openPostgresStore(this.url, secrets),
      drop: async () => undefined,
    };
  }

  async drop(): Promise<void> {
    await runOn(this.#server, `drop database ${this.#name} with (force)`);
  }
}

export async function runOn(url: string, text: string): Promise<void> {
  await valueOn(url, text);
}

/** The first value that a query finds. */
export async function valueOn(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return rows?.[0]?.[0];
  } finally {
    await client.end();
  }
}
