import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BenchCompanion, makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { fill } from './fill-store.ts';
import { send } from './load.ts';
import { orderToken } from './payments.ts';
import { plainBuild } from './plain-build.ts';
import { processorMs, startScript } from './process.ts';

/**
 * The cost of a full store: single reads, in alternating slices, with many payments and with few. A million
 * (`BIG_STORE_PAYMENTS=1000000`) takes five minutes to fill.
 */

const FEW = 1000;
const MANY = Number(process.env['BIG_STORE_PAYMENTS'] ?? 20_000);
/** This many payments stay pending, however full the store is. */
const PENDING = 100;
const DAYS = 30;
const ROUNDS = 5;
const CALLS = 10;
const IDLE_MS = 5000;
const MOST_RATIO = 1.5;
/** Below this share only the machine's own noise would be compared. */
const LEAST_IDLE_SHARE = 0.01;

interface Listed {
  data: { id: string; orderId: string; createdAt: string }[];
  nextCursor: string | null;
}

/** A read and its authorization. */
interface Read {
  name: string;
  url: string;
  authorization: string;
}

export async function measureBigStore(): Promise<Figure[]> {
  const folder = makeFolder();
  const secrets = newSecrets();
  const files = { few: join(folder, 'few.db'), many: join(folder, 'many.db') };
  try {
    const plain = plainBuild(folder);
    await fill(plain, files.few, { count: FEW, pending: PENDING, days: DAYS }, secrets);
    await fill(plain, files.many, { count: MANY, pending: PENDING, days: DAYS }, secrets);
    const stub = await startScript('stub-gateway.ts', {});
    const few = await startCompanion(stub.url, secrets, files.few);
    const many = await startCompanion(stub.url, secrets, files.many);
    try {
      return [...(await compareReads(few, many)), await compareIdleWork(few, many)];
    } finally {
      await Promise.all([few.close(), many.close(), stub.close()]);
    }
  } finally {
    removeFolder(folder);
  }
}

async function compareReads(few: BenchCompanion, many: BenchCompanion): Promise<Figure[]> {
  const sides = [await readsOf(few), await readsOf(many)] as const;
  const times = sides.map((reads) => reads.map(() => [] as number[]));
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [side, reads] of sides.entries())
      for (const [index, read] of reads.entries())
        for (let call = 0; call < CALLS; call += 1) {
          const ms = await timed(read);
          if (round > 0) times[side]?.[index]?.push(ms);
        }
  return sides[1].map(({ name }, index) => {
    const [little = [], much = []] = times.map((side) => side[index] ?? []);
    return {
      name: `${name}, ${median(much).toFixed(1)} ms with ${MANY} payments, to ${FEW}`,
      unit: 'times',
      value: median(much) / median(little),
      goal: { most: MOST_RATIO },
    };
  });
}

async function readsOf(companion: BenchCompanion): Promise<Read[]> {
  const { url, origin, orderSecret, merchantApiKey } = companion;
  const api = `Bearer ${merchantApiKey}`;
  const list = (query: string): Read => ({
    name: `list ${query || 'all'}`,
    url: `${url}/api/payments?${query}`,
    authorization: api,
  });
  const newest = JSON.parse((await get(list('limit=100'))).body) as Listed;
  const one = newest.data.at(-1);
  if (!one) throw new Error('the store is empty');
  const token = `Bearer ${orderToken(one.orderId, orderSecret)}`;
  const day = 86_400_000;
  const date = (daysAgo: number) =>
    new Date(Date.parse(one.createdAt) - daysAgo * day).toISOString().slice(0, 10);
  const statuses = ['init', 'pending', 'success', 'failure', 'unknown'].map((status) =>
    list(`status=${status}`),
  );
  return [
    { name: 'payment', url: `${url}/payments/${one.id}`, authorization: token },
    { name: 'session', url: `${url}/session`, authorization: token },
    { name: 'order', url: `${url}/api/orders/${one.orderId}`, authorization: api },
    list(''),
    ...statuses,
    list(`from=${date(1)}&to=${date(0)}`),
    list(`from=${date(20)}&to=${date(-1)}`),
    list(`status=pending&from=${date(1)}`),
    ...(newest.nextCursor ? [{ ...list(`cursor=${newest.nextCursor}`), name: 'list cursor' }] : []),
    { name: 'metrics', url: `${origin}/metrics`, authorization: api },
  ];
}

async function timed(read: Read): Promise<number> {
  const start = performance.now();
  await get(read);
  return performance.now() - start;
}

async function get({ name, url, authorization }: Read) {
  const answer = await send(url, { method: 'GET', headers: { authorization } });
  if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status} ${answer.body}`);
  return answer;
}

/** The lists of due work are read every second in any case: they show in an idle companion's processor time. */
async function compareIdleWork(few: BenchCompanion, many: BenchCompanion): Promise<Figure> {
  const before = [few, many].map(({ pid }) => processorMs(pid));
  await setTimeout(IDLE_MS);
  const [little = 0, much = 0] = [few, many].map(({ pid }, index) => processorMs(pid) - (before[index] ?? 0));
  return {
    name: `processor time while idle, ${((much / IDLE_MS) * 100).toFixed(1)} % with ${MANY} payments, to ${FEW}`,
    unit: 'times',
    value: much / Math.max(little, IDLE_MS * LEAST_IDLE_SHARE),
    goal: { most: MOST_RATIO },
  };
}

await printWhenStarted(import.meta.url, measureBigStore);
