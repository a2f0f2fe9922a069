import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../support/built-companion.ts';
import type { Figure } from './figure.ts';
import { payOrders, withCompanion } from './load.ts';

/** The companion's start, and its resident memory before the first payment and as it grows with payments. */

const PAYMENTS = [5_000, 15_000] as const;
const MOST_START_MS = 500;
const MOST_MB = 256;
/** Permanent growth would exceed this noise of the collector. */
const MOST_GROWTH_MB = 30;

export function measureMemory(): Promise<Figure[]> {
  return inFolder((folder) =>
    withCompanion(join(folder, 'pay.db'), async (companion) => {
      const memoryAfter = async (amount: number): Promise<number> => {
        await payOrders(companion.url, companion, { amount, connections: 32 });
        return residentMb(companion.pid);
      };
      const idle = residentMb(companion.pid);
      const some = await memoryAfter(PAYMENTS[0]);
      const many = await memoryAfter(PAYMENTS[1] - PAYMENTS[0]);
      return [
        ['companion from its start until it answers', 'ms', companion.startMs, MOST_START_MS] as const,
        ['resident memory of the companion, idle', 'MB', idle, MOST_MB] as const,
        [`resident memory after ${PAYMENTS[0]} payments`, 'MB', some, MOST_MB] as const,
        [`its growth to ${PAYMENTS[1]} payments`, 'MB', many - some, MOST_GROWTH_MB] as const,
      ].map(([name, unit, value, most]) => ({ name, unit, value, goal: { most } }));
    }),
  );
}

/** In megabytes. @throws Error without /proc */
const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
