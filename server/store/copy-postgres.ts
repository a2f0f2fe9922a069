import { setTimeout as sleep } from 'node:timers/promises';
import { type CopyConnection, CopyError } from './copy-connection.ts';
import { connect, hasPooler, requireEncoding, TABLE } from './postgres.ts';
import { createPostgresSession, createStatements, postgresFault } from './postgres-database.ts';
import type { Session } from './session.ts';

/** An index takes minutes, and the source is idle while the target is written. */
const SETTINGS = ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', 'lock_timeout = 15000'];

/** Opens a connection for a copy. @throws StoreError */
export async function openPostgresSide(url: string): Promise<CopyConnection> {
  const isPooled = await hasPooler(url);
  const client = await connect(url, { application_name: 'pay-form store copy' });
  try {
    await requireEncoding(client);
  } catch (error) {
    await client.end();
    throw postgresFault(error);
  }
  const session = createPostgresSession(client, createStatements(isPooled));
  return {
    session,
    find: TABLE,
    async begin() {
      await session.run('begin');
      for (const setting of SETTINGS) await session.run(`set local ${setting}`);
    },
    async hold(tables) {
      await session.run(`lock table ${tables.join(', ')} in access exclusive mode`);
      await requireUnused(session);
    },
    settle: async (tables) => void (await session.run(`analyze ${tables.join(', ')}`)),
    secure: async () => undefined,
    close: () => client.end(),
  };
}

/** Longer than a running companion lets pass between two reads. */
const LOOK_MS = 2_000;
const EVERY_MS = 250;
/** The list of connections would stay the same within a transaction; the list of locks does not. */
const WAITING = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

/** @throws CopyError if somebody waits for what the transaction of the session has locked */
async function requireUnused(session: Session): Promise<void> {
  for (let waited = 0; waited < LOOK_MS; waited += EVERY_MS) {
    await sleep(EVERY_MS);
    if ((await session.all(WAITING)).length > 0)
      throw new CopyError('a companion or another program uses this store: stop it first');
  }
}
