import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Secrets } from './companion.ts';

const AT_ONCE = 256;
const DAY_MS = 86_400_000;

/** A payment and its order, by their ids. */
export interface Filled {
  orderId: string;
  paymentId: string;
}

/** What is used of the built companion: its store, and the desk that writes journals. */
interface Built {
  openStore: (url: string, secrets: { current: string }) => Promise<{ close(): Promise<void> }>;
  change: (
    deps: object,
    orderId: string,
    decide: () => { facts: object[]; result: null },
  ) => Promise<unknown>;
}

/**
 * Fills a new store with payments of 10.10 UAH, one an order, through the store's own port, as if they had come
 * in the course of the last days. The newest are left pending and are polled an hour later; the rest succeed.
 * @param plain the server as {@link plainBuild} made it
 * @param databaseFile where the store will be
 * @returns the pending ones
 */
export async function fill(
  plain: string,
  databaseFile: string,
  { count, pending, days }: { count: number; pending: number; days: number },
  secrets: Secrets,
): Promise<Filled[]> {
  const built = await load(plain);
  const store = await built.openStore(`file:${databaseFile}`, { current: `store:${secrets.orderSecret}` });
  const clock = { time: Date.now() - days * DAY_MS, now: () => new Date(clock.time) };
  const changes = { announce: () => {} };
  const deps = { store, clock, changes, newId: randomUUID, config: { notify: false } };
  const open: Filled[] = [];
  let made = 0;
  const lane = async () => {
    while (made < count) {
      made += 1;
      clock.time += (days * DAY_MS) / count;
      const facts = payment(secrets.posId, made > count - pending ? 'pending' : 'success');
      if (made > count - pending) open.push({ orderId: facts.orderId, paymentId: facts.id });
      await built.change(deps, facts.orderId, () => ({ facts: facts.entries, result: null }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await store.close();
  return open;
}

async function load(plain: string): Promise<Built> {
  const module = (path: string) => import(pathToFileURL(join(plain, path)).href) as Promise<Built>;
  const { openStore } = await module('store/open-store.js');
  const { change } = await module('payments/desk.js');
  return { openStore, change };
}

/** The journal of an order that was paid, or is being paid. */
function payment(posId: string, status: 'success' | 'pending') {
  const orderId = `full-${randomUUID().slice(0, 18)}`;
  const id = randomUUID();
  const terms = { amountMinor: 1010, currency: 'UAH', method: 'purchase', split: null };
  const statement = { ...terms, description: 'Tea', statedAt: 0, by: 'token', linkId: null };
  const attempt = {
    ...terms,
    id,
    gatewayOrderId: orderId,
    posId,
    mode: 'direct',
    cardMask: '424242******4242',
  };
  const sent = { idempotencyKey: id, requestHash: id, returnUrl: null, sentAt: 0, callMs: 35_000 };
  const report = { ...NOTHING, posId, gatewayOrderId: orderId, amountMinor: 1010, status };
  const entries = [
    { kind: 'order-stated', statement },
    { kind: 'attempt-begun', attempt: { ...attempt, ...sent } },
    { kind: 'answered', id: randomUUID(), about: id, report },
  ];
  return { orderId, id, entries };
}

const NOTHING = {
  gatewayPaymentId: null,
  operationId: null,
  transactionId: null,
  mode: 'direct',
  method: 'purchase',
  currency: 'UAH',
  statusCode: null,
  statusDescription: null,
  actionUrl: null,
  actionRequired: false,
  cardMask: '424242******4242',
  receiptUrl: null,
  comment: null,
  processed: null,
  recurring: null,
  createdAt: null,
};
