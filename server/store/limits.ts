import { ConflictError, type CountChanges, type LimitStore, type NewCount } from '../payments/ports.ts';
import type { Session, StoreDatabase } from './session.ts';

const COUNTED =
  'select subject, expires_at, expires_if_declined from limits where subject = any(?) and expires_at > ?';

const BEGIN = `insert into limits (subject, payment_id, expires_at, expires_if_declined)
  select ?, ?, cast(? as bigint), cast(? as bigint)
  where (select count(*) from limits where subject = ? and expires_at > ?) < ?`;
const END = 'delete from limits where payment_id = any(?)';
const DECLINED = 'update limits set expires_at = expires_if_declined where payment_id = any(?)';
const FORGET = 'delete from limits where expires_if_declined <= ?';

interface Row {
  subject: string;
  expires_at: number;
  expires_if_declined: number;
}

export function createLimits(database: StoreDatabase): LimitStore {
  return {
    async counted(subjects, now) {
      const rows = await database.reader.all<Row>(COUNTED, [subjects, now]);
      return rows.map(({ subject, expires_at: expiresAt, expires_if_declined: ifDeclined }) => ({
        subject,
        expiresAt,
        isOpen: expiresAt < ifDeclined,
      }));
    },
    async forget(now) {
      await database.write((session) => session.run(FORGET, [now]));
    },
  };
}

/** Writes the changes that an append makes to the counts. @throws ConflictError if a limit is reached */
export async function count(session: Session, { begun, declined, ended }: CountChanges): Promise<void> {
  // Subjects always come in the same sequence, so that no two appends wait for each other.
  for (const one of begun) await session.lock(one.subject);
  for (const one of begun) await begin(session, one);
  if (declined.length > 0) await session.run(DECLINED, [declined]);
  if (ended.length > 0) await session.run(END, [ended]);
}

async function begin(session: Session, count: NewCount): Promise<void> {
  const { subject, paymentId, at, most, windowMs, openMs } = count;
  const times = [at + Math.min(openMs, windowMs), at + windowMs];
  const begun = await session.run(BEGIN, [subject, paymentId, ...times, subject, at, most]);
  if (begun === 0) throw new ConflictError('limit');
}
