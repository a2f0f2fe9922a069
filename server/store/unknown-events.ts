import type { UnknownEventRecord } from '../payments/ports/store.ts';
import type { Seal } from './seal.ts';
import type { Session } from './session.ts';

/** Stored for manual investigation, so the newest are enough, and for a long one the fact that it came. */
const MOST_EVENTS = 1_000;
const MOST_CHARACTERS = 16_384;
/** More than one insertion adds, so that the table shrinks if it was too long. */
const MOST_DELETED = 100;

const INSERT = 'insert into unknown_events (hash, at, body) values (?, ?, ?) on conflict (hash) do nothing';
const DELETE_OLDEST = `delete from unknown_events where hash in
  (select hash from unknown_events order by at desc, hash limit ${MOST_DELETED} offset ${MOST_EVENTS})`;

/** Stores an event once, and deletes the oldest ones. @returns false if it was already stored */
export async function saveUnknownEvent(
  session: Session,
  seal: Seal,
  { hash, at, body }: UnknownEventRecord,
): Promise<boolean> {
  const kept = body.length > MOST_CHARACTERS ? JSON.stringify({ tooLong: body.length }) : body;
  const isNew = (await session.run(INSERT, [hash, at, seal.seal(kept, `unknown-event:${hash}`)])) === 1;
  if (isNew) await session.run(DELETE_OLDEST);
  return isNew;
}
