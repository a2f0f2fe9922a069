import initSqlJs from 'sql.js';
import { afterEach, expect, test } from 'vitest';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OrderView, ReviewView } from '../../server/contract/merchant-api.ts';
import { FINGERPRINT } from '../../server/contract/test-fixtures.ts';
import { openSite, type Site } from '../site/site.ts';
import { dayWays } from './day-ways.ts';
import { DAY, fillDay } from './day.ts';

const BASE = 'https://pages.example/demo';

let site: Site | undefined;
afterEach(async () => {
  await site?.close();
});

/** As a browser does: redirects are followed. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const answer = await site?.fetch(new Request(url, init));
  const next = answer?.headers.get('location');
  if (next) return ask(new URL(next, BASE).href, {});
  return answer ?? new Response(null, { status: 502 });
}

async function merchant<T>(path: string): Promise<T[]> {
  const answer = await ask(`${BASE}/console/api/${path}`, {});
  return ((await answer.json()) as { data: T[] }).data;
}

async function operationsOf(orderId: string): Promise<string[]> {
  const order = (await (await ask(`${BASE}/console/api/orders/${orderId}`, {})).json()) as OrderView;
  return order.operations.map(({ method, status }) => `${method} ${status}`);
}

test('a day leaves payments of all kinds, operations, and something for review', async () => {
  const pages = { read: () => '<!--slot:form-->' };
  site = await openSite({ base: BASE, sqlite: await initSqlJs(), pages, state: null });
  const told: number[] = [];
  const ways = dayWays({ shop: BASE, companion: `${BASE}/pay`, fingerprint: FINGERPRINT, ask });
  await fillDay(ways, (done) => void told.push(done));
  expect(told).toEqual(DAY.map((_, index) => index));

  const all = await merchant<PaymentView>('payments?limit=100');
  expect(new Set(all.map(({ orderId }) => orderId)).size).toBe(DAY.length);
  expect(new Set(all.map(({ method, mode }) => `${method} ${mode}`))).toEqual(
    new Set(['purchase direct', 'purchase hosted', 'auth direct']),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['init', 'pending', 'success', 'failure', 'unknown']),
  );
  const operations = await Promise.all(all.map(({ orderId }) => operationsOf(orderId)));
  expect(operations.flat().toSorted()).toEqual([
    'capture success',
    'capture success',
    'refund success',
    'refund success',
    'void success',
  ]);
  const reasons = (await merchant<ReviewView>('review')).map(({ reason }) => reason);
  expect(reasons.toSorted()).toEqual(['amount-mismatch', 'contradicting-ends']);
});
