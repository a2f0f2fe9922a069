import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView } from '../contract/checkout-api.ts';
import { CARD, FINGERPRINT } from '../contract/testing/fixtures.ts';
import type { Log } from '../payments/ports.ts';
import { startSandbox } from '../sandbox/start.ts';
import { readSettings } from '../settings.ts';
import { type Companion, startCompanion } from '../node/start.ts';
import { currentToken, jsonOf } from '../testing/companion.ts';
import { useFolder } from '../testing/folder.ts';
import { settingsFor } from '../testing/settings.ts';

/**
 * Card testing over HTTP: two companions over one store, and the sandbox. The gateway sees no more than the limits
 * allow.
 */

const DECLINED = '4000000000000002';
const OTHER_DECLINED = '4000000000009995';

const inFolder = useFolder();
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let companions: Companion[];
let lines: { event: string; fields: object }[];

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  lines = [];
  companions = [];
});
afterEach(async () => {
  for (const one of companions) await one.close();
  await sandbox.close();
});

async function start(settings: Record<string, string> = {}): Promise<void> {
  const read = readSettings({
    ...settingsFor(sandbox),
    DATABASE_URL: `file:${inFolder('pay.db')}`,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...settings,
  });
  const log: Log = (event, fields = {}) => void lines.push({ event, fields });
  for (let count = 0; count < 2; count += 1)
    companions.push(await startCompanion(read, { log, widgetFiles: [] }));
}

const urlOf = (index: number) => `http://127.0.0.1:${companions[index % companions.length]?.port}/pay`;

async function pay(
  id: string,
  { number = DECLINED, ip = '198.51.100.7', companion = 0 } = {},
): Promise<Response> {
  return fetch(`${urlOf(companion)}/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await currentToken({ id })}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'x-forwarded-for': ip,
    },
    body: JSON.stringify({ card: { ...CARD, number, cvv: '927' }, fingerprint: FINGERPRINT }),
  });
}

/** The number of payments at the gateway, and of its declines. */
async function gatewaySaw(): Promise<{ calls: number; declined: number }> {
  type List = { data: { method?: string; path?: string; status?: unknown }[] };
  const list = (path: string) => jsonOf<List>(fetch(`${sandbox.url}/_sandbox/${path}`));
  const { data: requests } = await list('requests');
  const { data: payments } = await list('payments');
  return {
    calls: requests.filter(({ method, path }) => method === 'POST' && path?.endsWith('/payment')).length,
    declined: payments.filter(({ status }) => status === 'failure').length,
  };
}

const orders = (count: number) => Array.from({ length: count }, (_, index) => `A-${index + 1}`);
const statusesOf = (answers: readonly Response[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

describe('card testing', () => {
  it('with thirty tokens from one address at once reaches the gateway ten times', async () => {
    await start({ LIMIT_CARD: '1000/1h' });
    const answers = await Promise.all(orders(30).map((id, index) => pay(id, { companion: index })));
    expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(200), ...Array<number>(20).fill(429)]);
    expect(await gatewaySaw()).toEqual({ calls: 10, declined: 10 });
    const refused = answers.find(({ status }) => status === 429);
    const retryAfter = Number(refused?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(600);
    expect(await refused?.json()).toMatchObject({ code: 'limit-reached', retryAfter });
    const honest = pay('B-1', { number: CARD.number, ip: '198.51.100.8' });
    expect(await jsonOf(honest)).toMatchObject({ status: 'success' });
  });

  it('with one card over many orders and addresses reaches the gateway five times', async () => {
    await start();
    const answers = await Promise.all(
      orders(30).map((id, index) => pay(id, { ip: `203.0.113.${index}`, companion: index })),
    );
    expect(statusesOf(answers)).toEqual([...Array<number>(5).fill(200), ...Array<number>(25).fill(429)]);
    expect(await gatewaySaw()).toEqual({ calls: 5, declined: 5 });
    const other = await pay('B-1', { number: CARD.number, ip: '203.0.113.1' });
    expect(await other.json()).toMatchObject({ status: 'success' });
  });

  it('of one order reaches the gateway six times, however many cards and addresses there are', async () => {
    await start({ LIMIT_CARD: '1000/1h', LIMIT_ORDER: '6/1h' });
    const statuses: number[] = [];
    for (let number = 0; number < 9; number += 1) {
      const card = number % 2 ? DECLINED : OTHER_DECLINED;
      statuses.push((await pay('A-1', { number: card, ip: `203.0.113.${number}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await gatewaySaw()).toEqual({ calls: 6, declined: 6 });
  });

  it('is logged once and counted in the metrics, without card and address', async () => {
    const METRICS_KEY = 'the-key-of-the-metrics';
    await start({ LIMIT_CARD: '1/1h', METRICS_KEY });
    for (const id of orders(4)) await pay(id);
    const refusals = lines.filter(({ event }) => event === 'limit.reached');
    expect(refusals).toMatchObject([{ fields: { limit: 'card', orderId: 'A-2' } }]);
    expect(JSON.stringify(lines)).not.toMatch(/4000000000000002|198\.51\.100\.7/);
    const headers = { authorization: `Bearer ${METRICS_KEY}` };
    const metrics = await (await fetch(`${urlOf(0).replace('/pay', '')}/metrics`, { headers })).text();
    expect(metrics).toContain('pay_limit_refusals_total{limit="card"} 3');
  });

  it('has no limit where limits are off', async () => {
    await start({ LIMITS: 'off' });
    const views = await Promise.all(orders(20).map((id) => jsonOf<PaymentView>(pay(id))));
    expect(views.filter(({ status }) => status === 'failure')).toHaveLength(20);
    expect(await gatewaySaw()).toMatchObject({ declined: 20 });
  });
});
