import { type CopyConnection, CopyError } from './copy-connection.ts';
import {
  COPIED,
  fingerprintOf,
  type Fingerprint,
  findDifference,
  insertRows,
  keyOf,
  pagesOf,
} from './copy-tables.ts';
import {
  type CopyState,
  createIndexes,
  createTables,
  hasTable,
  inTransaction,
  release,
  saveState,
  stateOf,
} from './copy-target.ts';
import { withDriver } from './open-store.ts';
import { openSqliteSide } from './copy-sqlite.ts';
import { appliedOn, MIGRATIONS, wasMoved } from './schema.ts';
import { StoreError } from './session.ts';
import { sqlitePath } from './sqlite-path.ts';

export interface CopyProgress {
  step: 'copied' | 'checked';
  /** of all tables */
  rows: number;
  of: number;
}

export interface CopyOptions {
  /** called after each page */
  report: (progress: CopyProgress) => void;
  /** rows of a page; default 1000 */
  page?: number;
}

/**
 * Copies a whole store that nobody uses into an empty one, or goes on with a copy that was interrupted, and compares all
 * rows of both. In the end companions start on the target, and no longer on the source.
 * @param from `file:…` or `postgres://…`
 * @returns the number of rows
 * @throws CopyError, StoreError
 */
export async function copyStore(
  from: string,
  to: string,
  { report, page = 1_000 }: CopyOptions,
): Promise<number> {
  const source = await openSide(from, 'DATABASE_URL');
  try {
    const target = await openSide(to, '--to');
    try {
      return await copyBetween(source, target, { report, page });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

type How = Required<CopyOptions>;

async function copyBetween(source: CopyConnection, target: CopyConnection, how: How): Promise<number> {
  const isMoved = await takeSource(source);
  const before = await fingerprintOf(source.session);
  const state = await startOn(target, before, isMoved);
  if (!isMoved) {
    const copied = await copyTables(source, target, state, how);
    await inTransaction(target, () => check(source, target, before, how));
    await inTransaction(target, () => saveState(target.session, copied, { ...copied, isChecked: true }));
    await target.secure();
    await source.session.run(`insert into pay_form_migrations (name) values ('moved')`);
  }
  await source.session.run('commit');
  await release(target);
  return rowsOf(before);
}

/** Begins the transaction that keeps companions from the source. @returns whether it was copied already */
async function takeSource(source: CopyConnection): Promise<boolean> {
  const { session, find } = source;
  if (!(await hasTable(source, 'pay_form_migrations'))) throw new StoreError('there is no store');
  await source.begin();
  await source.hold([...NAMES, 'pay_form_migrations']);
  const applied = await appliedOn(session, find);
  const [mark, ...others] = without(applied, VERSIONS);
  if (without(VERSIONS, applied).length > 0 && mark !== 'copying')
    throw new StoreError(
      'the tables are those of an older version: start a companion of this version on it first',
    );
  if (mark === undefined || (mark === 'moved' && others.length === 0)) return mark === 'moved';
  throw mark === 'copying'
    ? new StoreError('this store is itself an unfinished copy')
    : new StoreError('the tables there belong to another program or a newer version');
}

const NAMES = COPIED.map(({ name }) => name);
const VERSIONS = MIGRATIONS.map(({ name }) => name);
const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));

const rowsOf = (source: Fingerprint): number => Object.values(source).reduce((sum, [rows]) => sum + rows, 0);

/** @throws CopyError if the target has anything but an unfinished copy of the same source */
async function startOn(target: CopyConnection, source: Fingerprint, isMoved: boolean): Promise<CopyState> {
  const found = await stateOf(target);
  if (isMoved && !found?.isChecked) throw wasMoved();
  if (found && JSON.stringify(found.source) === JSON.stringify(source)) return found;
  if (found)
    throw new CopyError(
      '--to: the unfinished copy there is of another store, or this one has changed since: empty it',
    );
  const state = { source, table: NAMES[0] ?? '', after: null, rows: 0, isChecked: false };
  await createTables(target, state);
  return state;
}

/** @returns the state after the last row */
async function copyTables(
  source: CopyConnection,
  target: CopyConnection,
  begun: CopyState,
  { report, page }: How,
): Promise<CopyState> {
  if (begun.table === null) return begun;
  let state = begun;
  const of = rowsOf(state.source);
  for (const table of COPIED.slice(NAMES.indexOf(begun.table))) {
    const after = state.table === table.name ? state.after : null;
    for await (const rows of pagesOf(source.session, table, page, after)) {
      const was = state;
      const last = keyOf(table, rows.at(-1) ?? {});
      state = { ...was, table: table.name, after: last, rows: was.rows + rows.length };
      await inTransaction(target, async () => {
        await insertRows(target.session, table, rows);
        await saveState(target.session, was, state);
      });
      report({ step: 'copied', rows: state.rows, of });
    }
  }
  const copied = { ...state, table: null, after: null };
  await inTransaction(target, async () => {
    await createIndexes(target);
    await target.settle(NAMES);
    await saveState(target.session, state, copied);
  });
  return copied;
}

/** @throws CopyError */
async function check(
  source: CopyConnection,
  target: CopyConnection,
  before: Fingerprint,
  { report, page }: How,
): Promise<void> {
  const of = rowsOf(before);
  let checked = 0;
  for (const table of COPIED) {
    for await (const rows of pagesOf(source.session, table, page)) {
      const different = await findDifference(table, rows, target.session);
      if (different)
        throw new CopyError(`--to: ${table.name} ${different} is not as in the source: empty it`);
      checked += rows.length;
      report({ step: 'checked', rows: checked, of });
    }
  }
  const copied = await fingerprintOf(target.session);
  const different = NAMES.find((name) => JSON.stringify(copied[name]) !== JSON.stringify(before[name]));
  if (different) throw new CopyError(`--to: ${different} has other rows than the source: empty it`);
}

/** @param name of the setting or the option, for messages */
async function openSide(url: string, name: 'DATABASE_URL' | '--to'): Promise<CopyConnection> {
  const named = async <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      if (error instanceof CopyError) throw new CopyError(`${name}: ${error.message}`);
      throw error instanceof StoreError ? new CopyError(error.message.replace('DATABASE_URL', name)) : error;
    });
  const side = await named(opened(url, name === 'DATABASE_URL'));
  const { session } = side;
  return {
    ...side,
    session: {
      all: (text, values) => named(session.all(text, values)),
      run: (text, values) => named(session.run(text, values)),
      lock: (text) => session.lock(text),
    },
    begin: () => named(side.begin()),
    hold: (tables) => named(side.hold(tables)),
    settle: (tables) => named(side.settle(tables)),
  };
}

async function opened(url: string, mustExist: boolean): Promise<CopyConnection> {
  const path = sqlitePath(url);
  if (path !== null) return openSqliteSide(path, mustExist);
  const { openPostgresSide } = await withDriver(() => import('./copy-postgres.ts'));
  return openPostgresSide(url);
}
