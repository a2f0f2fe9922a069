import type {
  CountChanges,
  CountedAttempt,
  CountedEnd,
  DeclineShare,
  TakenPlace,
} from '../payments/ports/limits.ts';
import { ConflictError } from '../payments/ports/store.ts';
import type { LimitStore } from '../payments/ports/limits.ts';
import type { Session, StoreDatabase } from './session.ts';

/** What has no place is not read: that of a busy address may be much. */
const COUNTED = `select kind, place, declined, expires_at from limits
  where name in (?, ?, ?, ?) and place >= 0 and expires_at > ?`;
const MOST_NAMES = 4;

const SHARE = `select count(*) as attempts, cast(coalesce(sum(declined), 0) as bigint) as declines
  from (select declined from limits where kind = 'address' and expires_at > ?
    order by expires_at desc limit ?) as latest`;

const FORGET = 'delete from limits where kind = ? and expires_at <= ?';

/** Who comes second to a place changes nothing, unless the place has expired. */
const TAKE = `insert into limits (attempt_id, kind, name, place, declined, expires_at) values (?, ?, ?, ?, 0, ?)
  on conflict (name, place) do update set attempt_id = excluded.attempt_id, kind = excluded.kind, declined = 0,
    expires_at = excluded.expires_at
  where limits.expires_at <= ?`;

const DECLINE = 'update limits set declined = 1, place = coalesce(place, ?) where attempt_id = ?';
const FREE = 'update limits set declined = 0, place = null where attempt_id = ?';
const MOVE = 'update limits set declined = 0, place = ? where attempt_id = ?';
const FORGET_CARD = `delete from limits where attempt_id = ? and kind = 'card'`;

interface CountedRow {
  kind: CountedAttempt['kind'];
  place: number;
  declined: number;
  expires_at: number;
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
    async forget(now) {
      await database.write(null, (session) =>
        Promise.all([session.run(FORGET, ['card', now]), session.run(FORGET, ['address', now])]),
      );
    },
  };
}

/** Writes down what an append changes in the counts. @throws ConflictError where a place is taken */
export async function count(session: Session, { takes, ends }: CountChanges): Promise<void> {
  const inOrder = takes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  await Promise.all([
    ...inOrder.map((one) => take(session, one)),
    ...ends.flatMap((one) => end(session, one)),
  ]);
}

async function take(session: Session, one: TakenPlace): Promise<void> {
  const { attemptId, kind, name, place, at, expiresAt } = one;
  const taken = await session.run(TAKE, [attemptId, kind, name, place, expiresAt, at]);
  if (taken === 0) throw new ConflictError('limit');
}

/** Beyond the places of any limit: what is open holds none of them, and counts all the same. */
const BEYOND = 1e6;

function end(session: Session, { attemptId, as }: CountedEnd): Promise<number>[] {
  // Two rows of an attempt have other names, so they may have the same place.
  const beyond = BEYOND + Math.floor(Math.random() * 1e12);
  if (as === 'declined') return [session.run(DECLINE, [beyond, attemptId])];
  if (as === 'open') return [session.run(MOVE, [beyond, attemptId])];
  // The address remains for the share of declines over all.
  return [session.run(FORGET_CARD, [attemptId]), session.run(FREE, [attemptId])];
}
