import { errorFacts } from '../error-facts.ts';
import type { PaymentDeps } from '../ports/deps.ts';

const EVERY_MS = 10_000;

/**
 * Deletes counted attempts, and the hashes of their cards and addresses, when their windows end (PCI DSS 3.2.1: kept no
 * longer than needed), until `signal` is aborted. Runs even if limits are off, as they may have been on before.
 */
export async function forgetCountsUntil(
  { store, clock, log }: Pick<PaymentDeps, 'store' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await store.limits.forget(clock.now().getTime()).catch((error: unknown) => {
      log('worker.failed', { work: 'forget counts', ...errorFacts(error) });
    });
    await clock.sleep(EVERY_MS, signal);
  }
}
