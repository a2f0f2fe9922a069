import { rebuild as rebuildAll } from '../payments/workers/rebuild.ts';
import { readSettings, type Settings } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { explained } from './explained.ts';
import type { World } from './world.ts';

/** Rebuilds lists and lookups from the journals. */
export const rebuild = command({
  name: 'rebuild',
  summary: 'Rebuilds lists and lookups from the order journals',
  usage: ['rebuild'],
  options: {},
  notes: `Run it where the companion runs, with its environment. The companion may keep running. The journals are only read,
and messages to your webhook do not change.`,
  examples: [['rebuild', 'After a repair of the database, or if a list lacks an existing order.']],
  async run(_input, world) {
    return explained('rebuild', world, async () => {
      await rebuildStore(readSettings(world.env), world);
      return EXIT.done;
    });
  },
});

async function rebuildStore(settings: Settings, world: World): Promise<void> {
  const secrets = { current: settings.storeSecret, previous: settings.storePreviousSecret };
  const store = await openStore(settings.databaseUrl, secrets);
  try {
    const { orders, payments, operations } = await rebuildAll({ store, now: world.now });
    await world.stdout.write(`${orders} orders, ${payments} payments, ${operations} operations\n`);
  } finally {
    await store.close();
  }
}
