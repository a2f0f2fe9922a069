import type { Store } from '../ports.ts';

/** For tests: a message as the merchant receives it. */
export interface TestMessage {
  type: string;
  data: Record<string, unknown>;
}

const LONG_MS = 86_400_000;

/** Takes the pending messages to the merchant, oldest first within an order, each only once. */
export async function messages({ store: { outbox } }: { store: Store }): Promise<TestMessage[]> {
  const taken: TestMessage[] = [];
  const end = Number.MAX_SAFE_INTEGER - LONG_MS;
  for (const lease of await outbox.claim(end, end + LONG_MS, 100)) {
    for (let next = await outbox.next(lease.orderId); next; next = await outbox.next(lease.orderId)) {
      taken.push(JSON.parse(next.body) as TestMessage);
      await outbox.delivered(next, end);
    }
    await outbox.release(lease, 0);
  }
  return taken;
}
