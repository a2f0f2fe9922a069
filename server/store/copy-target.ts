import { type CopyConnection, CopyError } from './copy-connection.ts';
import { COPIED, type Fingerprint } from './copy-tables.ts';
import { appliedOn, MIGRATIONS } from './schema.ts';
import type { Session, Value } from './session.ts';

/** How far a copy has come; stands in the target. */
export interface CopyState {
  source: Fingerprint;
  /** the table that is being copied; null once all are */
  table: string | null;
  /** the key of its last row that was copied */
  after: readonly Value[] | null;
  /** copied, of all tables */
  rows: number;
  /** once all tables are copied: whether the copy was checked */
  isChecked: boolean;
}

const STATEMENTS = MIGRATIONS.flatMap(({ statements }) => statements);
const isIndex = (text: string): boolean => /^create (unique )?index/.test(text);

/**
 * The state of the copy in the target; null if the target is empty.
 * @throws CopyError if the target has anything else
 */
export async function stateOf(target: CopyConnection): Promise<CopyState | null> {
  if (!(await hasTable(target, 'pay_form_migrations'))) {
    for (const { name } of COPIED)
      if (await hasTable(target, name))
        throw new CopyError(`--to: another program has a table ${name} there: name an empty database`);
    return null;
  }
  if (!(await hasTable(target, 'pay_form_copy')))
    throw new CopyError('--to: there is a store already: name an empty database or schema, or a new file');
  const [row] = await target.session.all<{ state: string }>('select state from pay_form_copy');
  return row ? (JSON.parse(row.state) as CopyState) : null;
}

export const hasTable = async ({ session, find }: CopyConnection, name: string): Promise<boolean> =>
  (await session.all(find, [name])).length > 0;

/** Creates the tables without their indexes, and keeps every companion off them. */
export async function createTables(target: CopyConnection, state: CopyState): Promise<void> {
  const { session } = target;
  await inTransaction(target, async () => {
    await appliedOn(session, target.find);
    await session.run(`insert into pay_form_migrations (name) values ('copying')`);
    await session.run('create table pay_form_copy (state text not null)');
    await session.run('insert into pay_form_copy (state) values (?)', [JSON.stringify(state)]);
    for (const text of STATEMENTS) if (!isIndex(text)) await session.run(text);
  });
}

/** Once all rows are there, which takes a fraction of the time. */
export async function createIndexes({ session }: CopyConnection): Promise<void> {
  for (const text of STATEMENTS) if (isIndex(text)) await session.run(text);
}

/** @throws CopyError if another copy has gone on meanwhile */
export async function saveState(session: Session, was: CopyState, state: CopyState): Promise<void> {
  const values = [JSON.stringify(state), JSON.stringify(was)];
  const saved = await session.run('update pay_form_copy set state = ? where state = ?', values);
  if (saved !== 1) throw new CopyError('--to: another copy is writing to this store');
}

/** From now on companions can use the target. */
export async function release(target: CopyConnection): Promise<void> {
  const { session } = target;
  await inTransaction(target, async () => {
    await session.run('drop table pay_form_copy');
    await session.run('delete from pay_form_migrations');
    for (const { name } of MIGRATIONS)
      await session.run('insert into pay_form_migrations (name) values (?)', [name]);
  });
}

/** If it throws, the connection is not used again. */
export async function inTransaction(target: CopyConnection, work: () => Promise<void>): Promise<void> {
  await target.begin();
  await work();
  await target.session.run('commit');
}
