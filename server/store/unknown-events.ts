import type { UnknownEventRecord } from '../payments/ports/store.ts';
import type { Seal } from './seal.ts';
import type { Session } from './session.ts';

/** Keeps an event once. @returns false where it was kept before */
export async function keepUnknownEvent(
  session: Session,
  seal: Seal,
  { hash, at, body }: UnknownEventRecord,
): Promise<boolean> {
  const text = 'insert into unknown_events (hash, at, body) values (?, ?, ?) on conflict (hash) do nothing';
  return (await session.run(text, [hash, at, seal.seal(body, `unknown-event:${hash}`)])) === 1;
}
