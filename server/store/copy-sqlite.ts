import { existsSync } from 'node:fs';
import { type CopyConnection, CopyError } from './copy-connection.ts';
import { StoreError } from './session.ts';
import { createSqliteSession, isBusy, sqliteFault } from './sqlite-database.ts';
import { openExclusive } from './sqlite-file.ts';
import { TABLE } from './sqlite.ts';

/**
 * Opens a file that nobody else has open; nobody else can open it until this connection is closed.
 * @param mustExist whether it is the source, whose last commit must be on the disk before the target is released
 * @throws CopyError if somebody has it open, StoreError
 */
export function openSqliteSide(path: string, mustExist: boolean): CopyConnection {
  if (path === ':memory:') throw new StoreError('a store in memory cannot be copied');
  if (mustExist && !existsSync(path)) throw new StoreError(`there is no database ${path}`);
  const database = openedAlone(path, mustExist ? 'FULL' : 'NORMAL');
  const session = createSqliteSession(database);
  return {
    session,
    find: TABLE,
    begin: async () => void (await session.run('begin immediate')),
    hold: async () => undefined,
    settle: async () => undefined,
    async secure() {
      await session.all('pragma wal_checkpoint(truncate)');
    },
    async close() {
      await session.run('rollback').catch(() => undefined);
      // libsql closes the file only when its statements are collected; a WAL would stay locked until then.
      for (const text of UNLOCK) await session.all(text).catch(() => undefined);
      database.close();
    },
  };
}

const UNLOCK = [
  'pragma journal_mode = DELETE',
  'pragma locking_mode = NORMAL',
  'select 1 from sqlite_master',
];

function openedAlone(path: string, synchronous: 'FULL' | 'NORMAL') {
  try {
    return openExclusive(path, synchronous);
  } catch (error) {
    const fault = sqliteFault(error);
    if (!isBusy(fault)) throw fault;
    throw new CopyError(`a companion or another program has ${path} open: stop it first`);
  }
}
