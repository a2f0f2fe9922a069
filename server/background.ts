import { reconcileOperations } from './payments/ask-operations.ts';
import type { PaymentDeps } from './payments/deps.ts';
import { type DeliveryDeps, deliverMessages } from './payments/notify.ts';
import { reconcile } from './payments/reconcile.ts';
import { sendReversals } from './payments/reverse.ts';

const EVERY_MS = 1_000;
const REVERSALS_EVERY_MS = 5_000;

/**
 * The work that no request waits for: asking about open payments and operations, giving back second ones, telling the
 * merchant. Each goes on by itself, one round after the other.
 * @returns a function that ends it and resolves when the rounds under way are over
 */
export function startBackground(payments: PaymentDeps, delivery: DeliveryDeps | null): () => Promise<void> {
  const ending = new AbortController();
  const rounds = [
    repeat(ending.signal, payments, 'reconcile', EVERY_MS, () => reconcile(payments)),
    repeat(ending.signal, payments, 'operations', EVERY_MS, () => reconcileOperations(payments)),
    repeat(ending.signal, payments, 'reversals', REVERSALS_EVERY_MS, () => sendReversals(payments)),
    ...(delivery
      ? [repeat(ending.signal, payments, 'messages', EVERY_MS, () => deliverMessages(delivery))]
      : []),
  ];
  return async () => {
    ending.abort();
    await Promise.all(rounds);
  };
}

async function repeat(
  signal: AbortSignal,
  { log }: PaymentDeps,
  work: string,
  everyMs: number,
  round: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await round();
    } catch (error) {
      log.error({ work, error: error instanceof Error ? error.name : 'unknown' }, 'background work failed');
    }
    await pause(everyMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
