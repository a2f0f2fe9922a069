import { errorFacts } from '../log-events.ts';
import { isOver } from '../order/views.ts';
import { readOrders } from '../orders.ts';
import type { Clock, Log, PaymentConfig, PaymentDeps, Store } from '../ports.ts';

export interface PurgeDeps {
  store: Pick<Store, 'read' | 'retention' | 'savedCards'>;
  clock: Clock;
  log: Log;
  /** how long closed orders are kept */
  retentionDays: number;
  config: Pick<PaymentConfig, 'notify'>;
}

const DAY_MS = 86_400_000;
/** A token is valid for at most 366 days. With a token that outlived its order, the order could be paid again. */
const LEAST_DAYS = 367;
const EVERY_MS = 3_600_000;
/** A batch takes a few milliseconds; the pause between batches leaves time for payments. */
const PART = 20;
const PAUSE_MS = 50;

/**
 * Deletes data older than `RETENTION_DAYS`: closed orders, delivered messages, and saved cards that were not used since;
 * and cards whose token has expired. Works in small batches until nothing is left or `signal` is aborted. Never rejects.
 */
export async function purge(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  const { retention, savedCards } = deps.store;
  const now = deps.clock.now().getTime();
  const before = now - deps.retentionDays * DAY_MS;
  const ordersBefore = now - Math.max(deps.retentionDays, LEAST_DAYS) * DAY_MS;
  const deleted = { orders: 0, messages: 0, cards: 0 };
  const parts = (deletePart: () => Promise<number>) => inParts(deps, deletePart, signal);
  const steps = [
    async () => (deleted.orders = await purgeOrders(deps, ordersBefore, signal)),
    async () => (deleted.messages = await parts(() => retention.deleteMessages(before, PART))),
    async () => (deleted.cards = await parts(() => savedCards.deleteOld({ now, before }, PART))),
  ];
  // One after the other, even if one of them fails.
  for (const step of steps) await step().catch((error: unknown) => failed(deps, error));
  if (Object.values(deleted).some((count) => count > 0)) deps.log('store.purged', deleted);
}

function failed({ log }: PurgeDeps, error: unknown): void {
  log('worker.failed', { work: 'purge', ...errorFacts(error) });
}

/** Purges at the start and once an hour, until `signal` is aborted. */
export async function purgeUntil(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await purge(deps, signal);
    await deps.clock.sleep(EVERY_MS, signal);
  }
}

/** If the merchant's webhook is switched off, pending messages would wait indefinitely. */
async function purgeOrders(deps: PurgeDeps, before: number, signal: AbortSignal): Promise<number> {
  const { retention } = deps.store;
  let deleted = 0;
  let after: string | null = null;
  do {
    const page: { items: string[]; next: string | null } = await retention.candidates({
      before,
      after,
      limit: PART,
    });
    const read = await readOrders(deps, page.items);
    const closed = read.flatMap(({ orderId, entries, state }) =>
      isOver(state, before) ? [{ orderId, length: entries.length }] : [],
    );
    if (closed.length > 0)
      deleted += await retention.deleteOrders(closed, { keepWaiting: deps.config.notify });
    after = page.next;
    if (after !== null) await deps.clock.sleep(PAUSE_MS, signal);
  } while (after !== null && !signal.aborted);
  return deleted;
}

async function inParts(
  { clock }: PurgeDeps,
  deletePart: () => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let part = PART; part === PART && !signal.aborted; ) {
    part = await deletePart();
    deleted += part;
    if (part === PART) await clock.sleep(PAUSE_MS, signal);
  }
  return deleted;
}

const FORGET_EVERY_MS = 10_000;

/**
 * Deletes counted attempts, and with them payers' addresses, when their windows end (kept no longer than needed), until
 * `signal` is aborted. Runs even if limits are off, as they may have been on before.
 */
export async function forgetCountsUntil(
  { store, clock, log }: Pick<PaymentDeps, 'store' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await store.limits.forget(clock.now().getTime()).catch((error: unknown) => {
      log('worker.failed', { work: 'forget counts', ...errorFacts(error) });
    });
    await clock.sleep(FORGET_EVERY_MS, signal);
  }
}
