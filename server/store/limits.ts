import {
  type Append,
  ConflictError,
  type CountChanges,
  type CountedAttempt,
  type CountedEnd,
  type DeclineShare,
  type LimitStore,
  type SubjectKind,
  type TakenPlace,
} from '../payments/ports.ts';
import type { Session, StoreDatabase } from './session.ts';

/** Rows without a place are not read: a busy address may have many. */
const COUNTED = `select kind, place, declined, expires_at from limits
  where name in (?, ?, ?, ?) and place >= 0 and expires_at > ?`;
const MOST_NAMES = 4;

const SHARE = `select count(*) as attempts, cast(coalesce(sum(declined), 0) as bigint) as declines
  from (select declined from limits where kind = 'address' and expires_at > ?
    order by expires_at desc limit ?) as latest`;

/** Beyond the places of any limit: an open attempt holds none of them, but still counts. */
const BEYOND = 1e6;

/** Open attempts do not count: otherwise declines could be hidden among many pages that are opened and abandoned. */
const NETWORK_SHARE = `select
    count(case when declined = 1 or place is null then 1 end) as attempts,
    count(case when declined = 1 then 1 end) as declines,
    max(case when declined = 1 or place < ${BEYOND} then expires_at end) as expires_at
  from (select declined, place, expires_at from limits where network in (?, ?) and expires_at > ?
    order by expires_at desc limit ?) as latest`;

const FORGET = 'delete from limits where kind = ? and expires_at <= ?';

/** A second attempt for a place changes nothing, unless the place has expired. */
const TAKE = `insert into limits (attempt_id, kind, name, network, place, declined, expires_at) values (?, ?, ?, ?, ?, 0, ?)
  on conflict (name, place) do update set attempt_id = excluded.attempt_id, kind = excluded.kind, network = excluded.network, declined = 0,
    expires_at = excluded.expires_at
  where limits.expires_at <= ?`;

const DECLINE =
  'update limits set declined = 1, place = coalesce(place, ?) where attempt_id = ? and kind = ?';
const FREE = 'update limits set declined = 0, place = null where attempt_id = ? and kind = ?';
const MOVE = 'update limits set declined = 0, place = ? where attempt_id = ? and kind = ?';
const FORGET_ATTEMPT = 'delete from limits where attempt_id = ? and kind = ?';

interface CountedRow {
  kind: CountedAttempt['kind'];
  place: number;
  declined: number;
  expires_at: number;
}

interface NetworkRow extends DeclineShare {
  expires_at: number | null;
}

export function createLimits(database: StoreDatabase): LimitStore {
  const { reader } = database;
  return {
    async counted(names, now) {
      if (names.length > MOST_NAMES) throw new RangeError(`more than ${MOST_NAMES} names`);
      const values = Array.from({ length: MOST_NAMES }, (_, index) => names[index] ?? '');
      const rows = await reader.all<CountedRow>(COUNTED, [...values, now]);
      return rows.map(({ kind, place, declined, expires_at }) => {
        return { kind, place, declined: declined === 1, expiresAt: expires_at };
      });
    },
    async share(after, most) {
      const [row] = await reader.all<DeclineShare>(SHARE, [after, most]);
      return { attempts: row?.attempts ?? 0, declines: row?.declines ?? 0 };
    },
    async networkShare(names, after, most) {
      const [row] = await reader.all<NetworkRow>(NETWORK_SHARE, [...names, after, most]);
      return {
        attempts: row?.attempts ?? 0,
        declines: row?.declines ?? 0,
        expiresAt: row?.expires_at ?? null,
      };
    },
    async forget(now) {
      for (const kind of KINDS)
        await database.write(null, (session) => session.run(FORGET, [kind, now]), { alone: true });
    },
  };
}

/**
 * All transactions lock rows kind by kind, and none waits for more than one place of a kind. As each of them has only
 * one order, no two wait for each other.
 */
const KINDS: readonly SubjectKind[] = ['card', 'address'];

/** Whether an append has to be written {@link WriteOptions.alone}. */
export function changesCounts({ counts }: Pick<Append, 'counts'>): boolean {
  return counts !== undefined && counts.takes.length + counts.ends.length > 0;
}

/** Writes the changes that an append makes to the counts. @throws ConflictError if a place is taken */
export async function count(session: Session, { takes, ends }: CountChanges): Promise<void> {
  await Promise.all(
    KINDS.flatMap((kind) => [
      ...takes.filter((one) => one.kind === kind).map((one) => take(session, one)),
      ...ends.map((one) => end(session, kind, one)),
    ]),
  );
}

async function take(session: Session, one: TakenPlace): Promise<void> {
  const { attemptId, kind, name, network, place, at, expiresAt } = one;
  const taken = await session.run(TAKE, [attemptId, kind, name, network, place, expiresAt, at]);
  if (taken === 0) throw new ConflictError('limit');
}

function end(session: Session, kind: SubjectKind, { attemptId, as }: CountedEnd): Promise<number> {
  const beyond = BEYOND + Math.floor(Math.random() * 1e12);
  if (as === 'declined') return session.run(DECLINE, [beyond, attemptId, kind]);
  if (as === 'open') return session.run(MOVE, [beyond, attemptId, kind]);
  // The address remains for the overall share of declines.
  return session.run(kind === 'card' ? FORGET_ATTEMPT : FREE, [attemptId, kind]);
}
