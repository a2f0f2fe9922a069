import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openPostgresSide } from '../copy-postgres.ts';
import { openSqliteSide } from '../copy-sqlite.ts';
import { COPIED, pagesOf, type Row } from '../copy-tables.ts';
import { TestPostgres } from './postgres.ts';

/** For tests: an empty database of its own. */
export interface EmptyDatabase {
  url: string;
  drop(): Promise<void>;
}

let files = 0;

/** @param kind `SQLite`, or `Postgres` on the server of `TEST_POSTGRES_URL` */
export async function emptyDatabase(kind: string): Promise<EmptyDatabase> {
  if (kind === 'Postgres') {
    const database = await TestPostgres.create(process.env['TEST_POSTGRES_URL'] ?? '', (files += 1));
    return { url: database.url, drop: () => database.drop() };
  }
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-copy-'));
  return { url: `file:${join(folder, 'pay.db')}`, drop: async () => rmSync(folder, { recursive: true }) };
}

/** All rows of a store that nobody uses, by table. */
export async function rowsIn(url: string): Promise<Record<string, string[]>> {
  unlock(url);
  const side = url.startsWith('file:') ? openSqliteSide(url.slice(5), true) : await openPostgresSide(url);
  const found: Record<string, string[]> = {};
  try {
    for (const table of COPIED) {
      const rows: Row[] = [];
      for await (const page of pagesOf(side.session, table, 1_000)) rows.push(...page);
      found[table.name] = rows.map(textOf).toSorted();
    }
  } finally {
    await side.close();
  }
  return found;
}

/** Without the sequence of the columns. */
function textOf(row: Row): string {
  const columns = Object.keys(row).toSorted();
  return JSON.stringify(columns.map((column) => [column, row[column]]));
}

/**
 * Puts a copy of the file in its place: libsql closes a file only when its statements are collected, and until then this
 * process has it open.
 */
export function unlock(url: string): void {
  if (!url.startsWith('file:')) return;
  const path = url.slice('file:'.length);
  for (const file of [path, `${path}-wal`].filter((name) => existsSync(name))) {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  }
  rmSync(`${path}-shm`, { force: true });
}

const COPIER = new URL('copier.ts', import.meta.url).pathname;

/** Copies in another process, which is killed during the page after so many. @returns the signal that ended it */
export async function copyAndKill(from: string, to: string, pages: number): Promise<string | null> {
  unlock(from);
  unlock(to);
  const child = spawn(process.execPath, ['--import', 'tsx', COPIER, from, to], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let lines = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    lines += 1;
    child.stdin.write('.');
    if (lines === pages) setTimeout(() => child.kill('SIGKILL'), Math.random() * 5);
  }
  const [, signal] = (await ended) as [number | null, string | null];
  return signal;
}
