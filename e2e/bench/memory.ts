import { join } from 'node:path';
import { inFolder, newSecrets, startCompanion } from './companion.ts';
import type { Figure } from './figure.ts';
import { loadEach } from './load.ts';
import { newOrderId, pay } from './payments.ts';
import { residentMb, startScript } from './process.ts';

/** The companion's start, and its resident memory before the first payment and as it grows with payments. */

const PAYMENTS = [10_000, 30_000] as const;
const AT_ONCE = 32;
const MOST_START_MS = 500;
const MOST_MB = 256;
/** Permanent growth would exceed this noise of the collector. */
const MOST_GROWTH_MB = 30;

export function measureMemory(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const secrets = newSecrets();
    const stub = await startScript('stub-gateway.ts');
    const companion = await startCompanion(stub.url, secrets, join(folder, 'pay.db'));
    const memoryAfter = async (payments: number): Promise<number> => {
      const orderIds = Array.from({ length: payments }, newOrderId);
      await loadEach(orderIds, AT_ONCE, (id) => pay(companion.url, secrets.orderSecret, id));
      return residentMb(companion.pid);
    };
    try {
      const idle = await memoryAfter(0);
      const some = await memoryAfter(PAYMENTS[0]);
      const many = await memoryAfter(PAYMENTS[1] - PAYMENTS[0]);
      return [
        ['companion from its start until it answers', 'ms', companion.startMs, MOST_START_MS] as const,
        ['resident memory of the companion, idle', 'MB', idle, MOST_MB] as const,
        [`resident memory after ${PAYMENTS[0]} payments`, 'MB', some, MOST_MB] as const,
        [`its growth to ${PAYMENTS[1]} payments`, 'MB', many - some, MOST_GROWTH_MB] as const,
      ].map(([name, unit, value, most]) => ({ name, unit, value, goal: { most } }));
    } finally {
      await Promise.all([companion.end(), stub.end()]);
    }
  });
}
