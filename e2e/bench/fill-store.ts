import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Secrets } from './companion.ts';

const AT_ONCE = 256;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A payment and its order, by their ids. */
export interface Filled {
  orderId: string;
  paymentId: string;
}

/** The store of the built companion, as far as it is used here. */
export interface BuiltStore {
  read(orderId: string): Promise<object[]>;
  find(name: { kind: 'gateway-order'; id: string }): Promise<unknown>;
  append(one: object): Promise<void>;
  close(): Promise<void>;
}

/** Appends facts of an order as the built companion does. */
type Write = (store: Pick<BuiltStore, 'read' | 'append'>, orderId: string, facts: object[]) => Promise<void>;

interface Opened {
  store: BuiltStore;
  write: Write;
  /** its current time, milliseconds since 1970 */
  clock: { time: number };
}

/**
 * Fills a new store with payments of 10.10 UAH, one per order, through the store's own port, as if they had arrived during
 * the last days. The newest stay pending and are polled an hour later; the others succeed.
 * @param plain the server as {@link plainBuild} made it
 * @param databaseFile the new store's file
 * @returns the pending ones
 */
export async function fill(
  plain: string,
  databaseFile: string,
  { count, pending, days }: { count: number; pending: number; days: number },
  secrets: Secrets,
): Promise<Filled[]> {
  const { store, write, clock } = await openBuilt(plain, databaseFile, secrets);
  clock.time -= days * DAY_MS;
  const open: Filled[] = [];
  let made = 0;
  const lane = async () => {
    while (made < count) {
      made += 1;
      clock.time += (days * DAY_MS) / count;
      const facts = payment(
        secrets.posId,
        made > count - pending ? 'pending' : 'success',
        clock.time - 2 * HOUR_MS,
      );
      if (made > count - pending) open.push({ orderId: facts.orderId, paymentId: facts.id });
      await write(store, facts.orderId, facts.entries);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await store.close();
  return open;
}

/**
 * Opens the store of the built companion.
 * @param plain the server as {@link plainBuild} made it
 */
export async function openBuilt(plain: string, databaseFile: string, secrets: Secrets): Promise<Opened> {
  const { openStore } = await load<{
    openStore: (url: string, secrets: { current: string }) => Promise<BuiltStore>;
  }>(plain, 'store/open-store.js');
  const { change } = await load<{
    change: (deps: object, orderId: string, decide: () => object) => Promise<unknown>;
  }>(plain, 'payments/orders.js');
  const store = await openStore(`file:${databaseFile}`, { current: `store:${secrets.orderSecret}` });
  const clock = { time: Date.now(), now: () => new Date(clock.time), monotonic: () => clock.time };
  const deps = {
    clock,
    changes: { announce: () => {} },
    newId: randomUUID,
    config: { notify: false },
    limits: null,
  };
  const write: Write = async (into, orderId, facts) =>
    void (await change({ ...deps, store: into }, orderId, () => ({ facts, result: null })));
  return { store, write, clock };
}

const load = async <Module>(plain: string, path: string): Promise<Module> =>
  (await import(pathToFileURL(join(plain, path)).href)) as Module;

/** The fact that a webhook reported the payment's success. */
export function paidReport({ orderId, paymentId }: Filled, posId: string): object {
  const report = {
    ...NOTHING,
    posId,
    gatewayOrderId: orderId,
    amountMinor: 1010,
    status: 'success',
    createdAt: new Date().toISOString(),
  };
  return {
    kind: 'reported',
    paymentId,
    source: 'webhook',
    hash: randomUUID(),
    report,
  };
}

/** The journal of an order that is paid or being paid. */
function payment(posId: string, status: 'success' | 'pending', sentAt: number) {
  const orderId = `full-${randomUUID().slice(0, 18)}`;
  const id = randomUUID();
  const terms = { amountMinor: 1010, currency: 'UAH', method: 'purchase', split: null };
  const about = { description: 'Tea', issuedAt: 0, by: 'token', linkId: null, customerId: null };
  const sent = {
    id,
    gatewayOrderId: orderId,
    posId,
    mode: 'direct',
    terms,
    cardMask: '424242******4242',
    replaces: null,
    expiresAt: null,
    returnUrl: null,
    savedCard: null,
    saves: null,
    sentAt,
    callMs: 35_000,
    idempotencyKey: id,
    requestHash: id,
  };
  const report = { ...NOTHING, posId, gatewayOrderId: orderId, amountMinor: 1010, status };
  const entries = [
    { kind: 'order-updated', stated: { terms, ...about } },
    { kind: 'payment-started', payment: sent },
    { kind: 'call-ended', about: id, end: { how: 'answered', report } },
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
