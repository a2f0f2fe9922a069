import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from './sqlite.ts';
import { describeStore } from './testing/battery.ts';
import { STORE_SECRETS } from './testing/orders.ts';

describeStore('a store in a file of SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pay-form-store-'));
  return {
    open: (secrets = STORE_SECRETS) => openSqliteStore(join(folder, 'pay.db'), secrets),
    drop: () => rm(folder, { recursive: true }),
  };
});
