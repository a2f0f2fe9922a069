import type { Log } from '../payments/ports.ts';
import { rebuild as rebuildAll } from '../payments/workers/rebuild.ts';
import { readSettings, type Settings } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { explained } from './explained.ts';
import { plain } from './plain-text.ts';
import type { World } from './world.ts';

const QUIET: Log = () => {};

/** Rebuilds lists and lookups from the journals. */
export const rebuild = command({
  name: 'rebuild',
  summary: 'Rebuilds lists and lookups from the order journals',
  usage: ['rebuild'],
  options: {},
  notes: `Run it where the companion runs, with its environment. The companion may keep running. The journals are only read,
and messages to your webhook do not change. An order that cannot be read (a newer version wrote it, or a row is damaged) is
named and skipped; the exit code is then 1.`,
  examples: [['rebuild', 'After a repair of the database, or if a list lacks an existing order.']],
  async run(_input, world) {
    return explained('rebuild', world, async () => {
      const unreadable = await rebuildStore(readSettings(world.env), world);
      return unreadable.length > 0 ? EXIT.failed : EXIT.done;
    });
  },
});

/** @returns the ids of orders that cannot be read */
async function rebuildStore(settings: Settings, world: World): Promise<string[]> {
  const secrets = { current: settings.storeSecret, previous: settings.storePreviousSecret };
  const store = await openStore(settings.databaseUrl, secrets);
  try {
    const { unreadable, orders, payments, operations } = await rebuildAll({
      store,
      now: world.now,
      log: QUIET,
    });
    for (const orderId of unreadable)
      await world.stdout.write(`${plain(orderId)}  cannot be read: skipped\n`);
    await world.stdout.write(`${orders} orders, ${payments} payments, ${operations} operations\n`);
    return unreadable;
  } finally {
    await store.close();
  }
}
