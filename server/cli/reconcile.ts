import { createGatewayClient } from '../gateway/client.ts';
import type { Log } from '../payments/ports.ts';
import { type Reconciled, reconcileSince } from '../payments/workers/reconcile-since.ts';
import { readSettings } from '../settings.ts';
import { openStore } from '../store/open-store.ts';
import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { explained } from './explained.ts';
import { plain } from './plain-text.ts';
import { UsageError } from './usage-error.ts';
import type { World } from './world.ts';

/** Queries the gateway for everything newer than a day. */
export const reconcile = command({
  name: 'reconcile',
  summary: 'After a restore: queries the gateway about every order with activity since a given day',
  usage: ['reconcile --since <date>'],
  options: {
    since: { type: 'string', value: '<date>', help: 'a day or a time in UTC, for example 2026-11-01' },
  },
  notes: `Run it where the companion runs, with its environment. The companion may keep running. Choose a day before the backup
that was restored. The command polls each order at the gateway, four at a time, and applies the answers like the companion's
own status queries; your webhook receives the changes. It sends no request that moves money. The exit code is 1 if a query
was not answered, if the gateway has a payment that is not in the store, or if an order cannot be read.`,
  examples: [['reconcile --since 2026-11-01', 'A backup of 2 November was restored.']],
  run({ values: { since } }, world) {
    const from = timeOf(since);
    return explained('reconcile', world, () => reconcileStore(from, world));
  },
});

/** @throws UsageError */
function timeOf(since: string | undefined): number {
  if (since === undefined) throw new UsageError('--since is missing: a day, such as 2026-11-01.');
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(since);
  const time = isTime ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError('--since must be a day or a time in UTC, such as 2026-11-01.');
  return time;
}

const QUIET: Log = () => {};

async function reconcileStore(since: number, world: World): Promise<number> {
  const settings = readSettings(world.env);
  const { paymentDeps } = await import('../payment-deps.ts');
  const secrets = { current: settings.storeSecret, previous: settings.storePreviousSecret };
  const store = await openStore(settings.databaseUrl, secrets);
  try {
    const gateway = createGatewayClient(settings.gateway, { fetch: world.fetch, sleep: world.sleep });
    const deps = paymentDeps(settings, store, QUIET, gateway);
    const counts = { orders: 0, changed: 0, unanswered: 0, lost: 0, unreadable: 0 };
    await reconcileSince(deps, since, async (one) => {
      counts.orders += 1;
      counts.changed += one.changes.length > 0 ? 1 : 0;
      counts.unanswered += one.isAnswered ? 0 : 1;
      counts.lost += one.lost ? 1 : 0;
      counts.unreadable += one.isReadable ? 0 : 1;
      for (const line of linesOf(one)) await world.stdout.write(`${plain(line)}\n`);
    });
    const { orders, changed, unanswered, lost, unreadable } = counts;
    await world.stdout.write(
      `${orders} orders: ${changed} changed, ${unanswered} not answered, ${lost} with an unknown payment\n${CANNOT_KNOW}`,
    );
    return unanswered + lost + unreadable > 0 ? EXIT.failed : EXIT.done;
  } finally {
    await store.close();
  }
}

const CANNOT_KNOW = `This command cannot find orders created after the backup, or later attempts to pay one: the gateway has no call that
lists all orders. Compare its portal with \`pay-form orders\` from that day on.
`;

function linesOf({ orderId, changes, lost, isAnswered, isReadable }: Reconciled): string[] {
  const changed = changes.map(({ type, data }) => {
    const kind = type === 'payment.updated' ? 'payment' : 'operation';
    return `${orderId}  ${kind} ${data.id}: ${data.method} of ${data.amount} ${data.currency} is ${data.status}`;
  });
  return [
    ...changed,
    ...(lost ? [`${orderId}  the gateway has a payment that is not in this store: ${nameOf(lost)}`] : []),
    ...(isReadable ? [] : [`${orderId}  cannot be read: skipped`]),
    ...(isAnswered ? [] : [`${orderId}  not answered: run the command again`]),
  ];
}

const nameOf = ({ gatewayOrderId, method, status }: NonNullable<Reconciled['lost']>): string =>
  `order id ${gatewayOrderId}, ${method}, ${status}`;
