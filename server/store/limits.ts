import { ConflictError, type CountChanges, type LimitStore, type NewCount } from '../payments/ports.ts';
import type { Session, StoreDatabase } from './session.ts';

const COUNTED = `select subject, expires_at from limits where subject in (?, ?, ?, ?) and expires_at > ?`;
const MOST_SUBJECTS = 4;

const BEGIN = `insert into limits (subject, payment_id, expires_at)
  select ?, ?, cast(? as bigint)
  where (select count(*) from limits where subject = ? and expires_at > ?) < ?`;
const END = 'delete from limits where payment_id = ?';
/** Also what lies further ahead than any window: a clock was set back. */
const FORGET = 'delete from limits where expires_at <= ? or expires_at > ?';
const LONGEST_WINDOW_MS = 86_400_000;

export function createLimits(database: StoreDatabase): LimitStore {
  return {
    async counted(subjects, now) {
      const names = Array.from({ length: MOST_SUBJECTS }, (_, index) => subjects[index] ?? '');
      const rows = await database.reader.all<{ subject: string; expires_at: number }>(COUNTED, [
        ...names,
        now,
      ]);
      return rows.map(({ subject, expires_at: expiresAt }) => ({ subject, expiresAt }));
    },
    async forget(now) {
      await database.write((session) => session.run(FORGET, [now, now + LONGEST_WINDOW_MS]));
    },
  };
}

/** Writes the changes that an append makes to the counts. @throws ConflictError if a limit is reached */
export async function count(session: Session, { begun, ended }: CountChanges): Promise<void> {
  // Subjects always come in the same sequence, so that no two appends wait for each other.
  for (const one of begun) await session.lock(one.subject);
  for (const one of begun) await begin(session, one);
  for (const paymentId of ended) await session.run(END, [paymentId]);
}

async function begin(session: Session, { subject, paymentId, at, most, windowMs }: NewCount): Promise<void> {
  const begun = await session.run(BEGIN, [subject, paymentId, at + windowMs, subject, at, most]);
  if (begun === 0) throw new ConflictError('limit');
}
