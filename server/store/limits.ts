import { ConflictError, type CountChanges, type LimitStore, type NewCount } from '../payments/ports.ts';
import type { Session, StoreDatabase } from './session.ts';

const COUNTED = 'select subject, expires_at from limits where subject = any(?) and expires_at > ?';

const BEGIN = `insert into limits (subject, payment_id, expires_at)
  select ?, ?, cast(? as bigint)
  where (select count(*) from limits where subject = ? and expires_at > ?) < ?`;
const END = 'delete from limits where payment_id = any(?)';
const FORGET = 'delete from limits where expires_at <= ?';

export function createLimits(database: StoreDatabase): LimitStore {
  return {
    async counted(subjects, now) {
      const rows = await database.reader.all<{ subject: string; expires_at: number }>(COUNTED, [
        subjects,
        now,
      ]);
      return rows.map(({ subject, expires_at: expiresAt }) => ({ subject, expiresAt }));
    },
    async forget(now) {
      await database.write((session) => session.run(FORGET, [now]));
    },
  };
}

/** Writes the changes that an append makes to the counts. @throws ConflictError if a limit is reached */
export async function count(session: Session, { begun, ended }: CountChanges): Promise<void> {
  // Subjects always come in the same sequence, so that no two appends wait for each other.
  for (const one of begun) await session.lock(one.subject);
  for (const one of begun) await begin(session, one);
  if (ended.length > 0) await session.run(END, [ended]);
}

async function begin(session: Session, { subject, paymentId, at, most, windowMs }: NewCount): Promise<void> {
  const begun = await session.run(BEGIN, [subject, paymentId, at + windowMs, subject, at, most]);
  if (begun === 0) throw new ConflictError('limit');
}
