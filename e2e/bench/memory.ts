import { join } from 'node:path';
import { makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { type Figure, printWhenStarted } from './figure.ts';
import { loadEach } from './load.ts';
import { newOrderId, pay } from './payments.ts';
import { residentMb, startScript } from './process.ts';

/** Resident memory of the companion: before the first payment, and as it grows with payments. */

const PAYMENTS = [10_000, 30_000];
const AT_ONCE = 32;
const MOST_MB = 256;
/** Permanent growth would exceed this noise of the collector. */
const MOST_GROWTH_MB = 30;

export async function measureMemory(): Promise<Figure[]> {
  const folder = makeFolder();
  const secrets = newSecrets();
  const stub = await startScript('stub-gateway.ts', {});
  const companion = await startCompanion(stub.url, secrets, join(folder, 'pay.db'));
  try {
    const resident = [residentMb(companion.pid)];
    let paid = 0;
    for (const payments of PAYMENTS) {
      const orderIds = Array.from({ length: payments - paid }, newOrderId);
      await loadEach(orderIds, AT_ONCE, async (orderId) => {
        await pay(companion.url, secrets.orderSecret, orderId);
      });
      paid = payments;
      resident.push(residentMb(companion.pid));
    }
    const [idle = 0, some = 0, many = 0] = resident;
    return [
      { name: 'resident memory after the start', unit: 'MB', value: idle },
      {
        name: `resident memory after ${PAYMENTS[0]} payments`,
        unit: 'MB',
        value: some,
        goal: { most: MOST_MB },
      },
      {
        name: `growth of resident memory to ${PAYMENTS[1]} payments`,
        unit: 'MB',
        value: many - some,
        goal: { most: MOST_GROWTH_MB },
      },
    ];
  } finally {
    await Promise.all([companion.close(), stub.close()]);
    removeFolder(folder);
  }
}

await printWhenStarted(import.meta.url, measureMemory);
