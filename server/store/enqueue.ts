import type { NewMessage } from '../payments/ports/store.ts';
import { insertInto } from './insert.ts';
import type { Session } from './session.ts';

const insertMessages = insertInto(
  'insert into outbox (id, order_id, seq, place, body, state, attempts, created_at)',
  8,
);
const expectDelivery = insertInto(
  'insert into deliveries (order_id, due_at, waiting)',
  3,
  'on conflict (order_id) do update set waiting = deliveries.waiting + excluded.waiting',
);

/**
 * Puts messages into the outbox.
 * @param seq of the journal's entry that they follow
 */
export async function enqueue(
  session: Session,
  orderId: string,
  seq: number,
  messages: readonly NewMessage[],
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const rows = messages.map((one, index) => {
    return [one.id, orderId, seq, index, bodyOf(one), 'waiting', 0, one.at];
  });
  await Promise.all([
    insertMessages(session, rows),
    expectDelivery(session, [[orderId, first.at, messages.length]]),
  ]);
}

/** The text that is signed and posted. */
function bodyOf({ message, at }: NewMessage): string {
  return JSON.stringify({ type: message.type, timestamp: new Date(at).toISOString(), data: message.data });
}
