import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BenchCompanion, makeFolder, newSecrets, removeFolder, startCompanion } from './companion.ts';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { fill, type Filled } from './fill-store.ts';
import { loadEach } from './load.ts';
import { orderToken, paidWebhook, sendWebhook } from './payments.ts';
import { plainBuild } from './plain-build.ts';
import { processorMs, residentMb, startScript } from './process.ts';

/** Pages that wait for the end of their payments: their cost while nothing happens, and how soon they are notified. */

const PAYMENTS = 2000;
/** Pages for one payment; the companion allows no more to wait for one. */
const PAGES = 100;
const AT_ONCE = 50;
/** The longest wait that may be requested. */
const WAIT_S = 60;
const IDLE_MS = 8000;
const WEBHOOKS = 20;
const AMOUNT = 10.1;
const MOST_SHARE = 5;
const MOST_S = 0.5;

/** A waiting request: resolves with the time of its answer, in milliseconds of `performance.now()`. */
type Answer = Promise<number>;

export async function measureLongPolls(): Promise<Figure[]> {
  const folder = makeFolder();
  const secrets = newSecrets();
  const file = join(folder, 'pay.db');
  const count = PAYMENTS + 1;
  const agent = new Agent();
  const stub = await startScript('stub-gateway.ts', {});
  try {
    const [shared, ...single] = await fill(
      plainBuild(folder),
      file,
      { count, pending: count, days: 0 },
      secrets,
    );
    if (!shared) throw new Error('the store is empty');
    const companion = await startCompanion(stub.url, secrets, file);
    try {
      return await waitAndTell(companion, agent, shared, single);
    } finally {
      agent.destroy();
      await companion.close();
    }
  } finally {
    await stub.close();
    removeFolder(folder);
  }
}

async function waitAndTell(
  companion: BenchCompanion,
  agent: Agent,
  shared: Filled,
  single: readonly Filled[],
): Promise<Figure[]> {
  const alone = await processorShare(companion.pid);
  const before = residentMb(companion.pid);
  const waiting = new Map<Filled, Answer>();
  await loadEach(single, AT_ONCE, async (one) => {
    waiting.set(one, answered(companion, agent, one));
    await setTimeout(20);
  });
  const pages = Array.from({ length: PAGES }, () => answered(companion, agent, shared));
  await setTimeout(IDLE_MS);
  const share = await processorShare(companion.pid);
  const kilobytes = ((residentMb(companion.pid) - before) * 1024) / (PAYMENTS + PAGES);
  const together = await tellAndAwait(companion, shared, pages);
  const each: number[] = [];
  for (const one of single.slice(0, WEBHOOKS)) {
    each.push(await tellAndAwait(companion, one, [waiting.get(one) ?? Promise.resolve(0)]));
  }
  const name = `long polls, ${PAYMENTS} payments and ${PAGES} pages of one`;
  return [
    {
      name: `${name}: processor while nothing happens`,
      unit: '% of a core',
      value: share,
      goal: { most: MOST_SHARE },
    },
    { name: 'long polls, nobody waits: processor while nothing happens', unit: '% of a core', value: alone },
    { name: `${name}: memory of each`, unit: 'KB', value: kilobytes },
    { name: `${name}: webhook until its page knows, median`, unit: 's', value: median(each) / 1000 },
    {
      name: `${name}: webhook until the last of the ${PAGES} knows`,
      unit: 's',
      value: together / 1000,
      goal: { most: MOST_S },
    },
  ];
}

/** The percentage of a core that a process uses. */
async function processorShare(pid: number): Promise<number> {
  const before = processorMs(pid);
  await setTimeout(IDLE_MS);
  return ((processorMs(pid) - before) / IDLE_MS) * 100;
}

/** @returns milliseconds from the start of the webhook until the last of these requests is answered */
async function tellAndAwait(
  companion: BenchCompanion,
  { orderId }: Filled,
  answers: readonly Answer[],
): Promise<number> {
  const form = paidWebhook(orderId, companion, AMOUNT);
  const start = performance.now();
  await sendWebhook(companion.url, form);
  return Math.max(...(await Promise.all(answers))) - start;
}

/** @throws Error if the answer is not that of a payment that succeeded during the wait */
function answered(
  { url, orderSecret }: BenchCompanion,
  agent: Agent,
  { orderId, paymentId }: Filled,
): Answer {
  const headers = { authorization: `Bearer ${orderToken(orderId, orderSecret, '10.10')}` };
  const answer = new Promise<number>((resolve, reject) => {
    const asked = request(`${url}/payments/${paymentId}?wait=${WAIT_S}`, { agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => {
        const at = performance.now();
        if (text.includes('"status":"success"')) resolve(at);
        else reject(new Error(`a page was answered ${response.statusCode} ${text}`));
      });
    });
    asked.on('error', reject);
    asked.end();
  });
  // Requests that still wait at the end are cut off.
  answer.catch(() => undefined);
  return answer;
}

await printWhenStarted(import.meta.url, measureLongPolls);
