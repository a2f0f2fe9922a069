import { afterEach, describe } from 'vitest';
import type { Store } from '../../payments/ports.ts';
import type { StoreSecrets } from '../encryption.ts';
import { testJournals } from './battery-journals.ts';
import { testLimits } from './battery-limits.ts';
import { testLists } from './battery-lists.ts';
import { testOutbox } from './battery-outbox.ts';
import { testRetention } from './battery-retention.ts';
import { testSavedCards } from './battery-saved-cards.ts';
import type { Stores, TestDatabase } from './stores.ts';

/** The tests that every store must pass. */
export function describeStore(name: string, create: () => Promise<TestDatabase>): void {
  describe(name, () => {
    const databases: TestDatabase[] = [];
    const stores: Store[] = [];
    afterEach(async () => {
      for (const store of stores.splice(0)) await store.close();
      for (const database of databases.splice(0)) await database.drop();
    });
    async function opened(database: TestDatabase | undefined, secrets?: StoreSecrets): Promise<Store> {
      if (!database) throw new RangeError('no database yet');
      const store = await database.open(secrets);
      stores.push(store);
      return store;
    }
    const test: Stores = {
      async open() {
        databases.push(await create());
        return opened(databases.at(-1));
      },
      openAnother: (secrets) => opened(databases.at(-1), secrets),
    };
    testJournals(test);
    testLists(test);
    testLimits(test);
    testOutbox(test);
    testRetention(test);
    testSavedCards(test);
  });
}
