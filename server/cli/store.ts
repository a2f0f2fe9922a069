import { listQuery } from '../contract/merchant-parameters.ts';
import { createGatewayClient } from '../gateway/client.ts';
import type { Log, Store } from '../payments/ports.ts';
import { rebuild as rebuildAll } from '../payments/workers/rebuild.ts';
import { type Reconciled, reconcileSince } from '../payments/workers/reconcile-since.ts';
import { readDatabaseUrl, readSettings, type Settings } from '../settings.ts';
import { backupSqlite } from '../store/backup-sqlite.ts';
import { openStore } from '../store/open-store.ts';
import { sqlitePath } from '../store/sqlite-path.ts';
import { command, EXIT } from './command.ts';
import { plain, shellText } from './text.ts';
import { ruleOf } from './merchant-options.ts';
import type { Terminal } from './terminal.ts';

/** Copies the database while the companion runs. */
export const backup = command({
  name: 'backup',
  summary: 'Copies the database to a file while the companion runs',
  positionals: ['<file>'],
  options: {},
  notes: `Run it on the companion's machine, with its DATABASE_URL; no other setting is needed. The copy is a complete,
consistent snapshot; a plain copy of the file lacks what is still in its WAL. Only the owner can read the copy, and
no file is overwritten. Keep STORE_SECRET elsewhere: only it can decrypt the encrypted values. Postgres has to be
copied with pg_dump; the command is printed. After a restore: \`pay-form help reconcile\`.`,
  examples: [
    'backup /backups/pay-2026-11-21.db  # For example in a cron job. The exit code is 0 only if the copy is complete.',
  ],
  async run({ positionals: [file = ''] }, terminal) {
    const url = readDatabaseUrl(terminal.env);
    const path = sqlitePath(url);
    if (path !== null) {
      const bytes = backupSqlite(path, file);
      terminal.print(`${file}: ${bytes} bytes\n`);
      return EXIT.done;
    }
    // The address stays in the environment, because it contains a password.
    const words = shellText(['pg_dump', '--format=custom', `--file=${file}`]);
    terminal.say(
      `pay-form backup: nothing was copied. Use Postgres' own tool:\n(umask 077 && ${words} "$DATABASE_URL")\n`,
    );
    return EXIT.failed;
  },
});

/** Rebuilds lists and lookups from the journals. */
export const rebuild = command({
  name: 'rebuild',
  summary: 'Rebuilds lists and lookups from the order journals',
  options: {},
  notes: `Run it where the companion runs, with its environment. The companion may keep running. The journals are only read,
and messages to your webhook do not change. An order that cannot be read (a newer version wrote it, or a row is damaged) is
named and skipped; the exit code is then 1.`,
  examples: ['rebuild  # After a repair of the database, or if a list lacks an existing order.'],
  run: (_, terminal) =>
    withStore(readSettings(terminal.env), async (store) => {
      const { unreadable, ...counts } = await rebuildAll({ store, now: terminal.now, log: QUIET });
      for (const orderId of unreadable) terminal.print(`${plain(orderId)}  cannot be read: skipped\n`);
      terminal.print(
        `${counts.orders} orders, ${counts.payments} payments, ${counts.operations} operations\n`,
      );
      return unreadable.length > 0 ? EXIT.failed : EXIT.done;
    }),
});

/** Queries the gateway for everything newer than a day. */
export const reconcile = command({
  name: 'reconcile',
  summary: 'After a restore: queries the gateway about every order with activity since a given day',
  options: {
    since: {
      value: '<date>',
      rule: ruleOf(listQuery.shape.from),
      required: true,
      help: 'a day (UTC) or a time, for example 2026-11-01',
    },
  },
  notes: `Run it where the companion runs, with its environment. The companion may keep running. Choose a day before the backup
that was restored. The command polls each order at the gateway, four at a time, and applies the answers like the companion's
own status queries; your webhook receives the changes. It sends no request that moves money. The exit code is 1 if a query
was not answered, if the gateway has a payment that is not in the store, or if an order cannot be read.`,
  examples: ['reconcile --since 2026-11-01  # A backup of 2 November was restored.'],
  run({ values: { since } }, terminal) {
    const settings = readSettings(terminal.env);
    return withStore(settings, (store) => reconcileStore(settings, store, Date.parse(since), terminal));
  },
});

const QUIET: Log = () => {};

async function withStore(settings: Settings, work: (store: Store) => Promise<number>): Promise<number> {
  const secrets = { current: settings.storeSecret, previous: settings.storePreviousSecrets };
  const store = await openStore(settings.databaseUrl, secrets);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function reconcileStore(
  settings: Settings,
  store: Store,
  since: number,
  terminal: Terminal,
): Promise<number> {
  const { paymentDeps } = await import('../companion.ts');
  const gateway = createGatewayClient(settings.gateway, { fetch: terminal.fetch, sleep: terminal.sleep });
  const counts = { orders: 0, changed: 0, unanswered: 0, lost: 0, unreadable: 0 };
  const deps = paymentDeps(settings, { store, log: QUIET, gateway });
  await reconcileSince(deps, since, async (one) => {
    counts.orders += 1;
    if (one.changes.length > 0) counts.changed += 1;
    if (!one.isAnswered) counts.unanswered += 1;
    if (one.lost) counts.lost += 1;
    if (!one.isReadable) counts.unreadable += 1;
    for (const line of linesOf(one)) terminal.print(`${plain(line)}\n`);
  });
  const { orders, changed, unanswered, lost, unreadable } = counts;
  terminal.print(
    `${orders} orders: ${changed} changed, ${unanswered} not answered, ${lost} with an unknown payment\n${CANNOT_KNOW}`,
  );
  return unanswered + lost + unreadable > 0 ? EXIT.failed : EXIT.done;
}

const CANNOT_KNOW = `This command cannot find orders created after the backup, or later attempts to pay one: the gateway has no call that
lists all orders. Compare its portal with \`pay-form orders\` from that day on.
`;

function linesOf({ orderId, changes, lost, isAnswered, isReadable }: Reconciled): string[] {
  const changed = changes.map(({ type, data }) => {
    const kind = type === 'payment.updated' ? 'payment' : 'operation';
    return `${orderId}  ${kind} ${data.id}: ${data.method} of ${data.amount} ${data.currency} is ${data.status}`;
  });
  const unknown = 'the gateway has a payment that is not in this store';
  return [
    ...changed,
    ...(lost
      ? [`${orderId}  ${unknown}: order id ${lost.gatewayOrderId}, ${lost.method}, ${lost.status}`]
      : []),
    ...(isReadable ? [] : [`${orderId}  cannot be read: skipped`]),
    ...(isAnswered ? [] : [`${orderId}  not answered: run the command again`]),
  ];
}
