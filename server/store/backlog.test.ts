import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GIVEN_BACK, PAID_TWICE } from '../payments/payment.ts';
import type { Store } from '../payments/store-port.ts';
import { operation } from '../payments/test-operations.ts';
import { openDatabase, openSqliteStore } from './sqlite.ts';
import { payment, STORE_SECRETS } from './test-payment.ts';

const AT = '2026-06-15T12:00:00.000Z';

let path: string;
let store: Store;
beforeEach(async () => {
  path = join(mkdtempSync(join(tmpdir(), 'pay-backlog-')), 'pay.db');
  store = await openSqliteStore(path, STORE_SECRETS);
});
afterEach(async () => {
  await store.close();
  rmSync(dirname(path), { recursive: true });
});

const message = (id: string, createdAt: string) => ({
  id,
  orderId: id,
  body: '{}',
  attempts: 0,
  dueAt: createdAt,
  createdAt,
});

it('an empty store has no backlog', async () => {
  expect(await store.backlog()).toEqual({
    openPayments: 0,
    openOperations: 0,
    held: 0,
    messages: 0,
    oldestMessageAt: null,
  });
});

it('is read over indexes, not over all that ever was', () => {
  const file = openDatabase(path);
  for (const [where, index] of [
    ['payments where ask_at is not null', 'payments_ask_at'],
    ["payments where held is not null and (held not in ('a', 'b') or status != 'c')", 'payments_held'],
    ['operations where ask_at is not null', 'operations_ask_at'],
    ['operations where held is not null', 'operations_held'],
    ["operations where sent_at is null and origin = 'a' and send_at > created_at", 'operations_unsent'],
  ]) {
    const plan = file.prepare(`explain query plan select count(*) from ${where}`).all();
    expect(JSON.stringify(plan)).toContain(`INDEX ${index}`);
  }
  file.close();
});

it('counts a second payment that is in doubt itself', async () => {
  for (const [orderId, status, held] of [
    ['a', 'unknown', PAID_TWICE],
    ['b', 'failure', PAID_TWICE],
    ['c', 'success', PAID_TWICE],
    ['d', 'success', GIVEN_BACK],
  ] as const) {
    await store.insertPayment(payment({ orderId, status, held, blocking: false }));
  }
  expect(await store.backlog()).toMatchObject({ held: 2 });
});

it('counts what gives a payment back, once it was put off for more than a day', async () => {
  await store.insertPayment(
    payment({ id: 'payment-1', status: 'success', held: PAID_TWICE, blocking: false }),
  );
  const waiting = operation({ origin: 'reversal', sentAt: null });
  await store.insertOperation(waiting);
  expect(await store.backlog()).toMatchObject({ held: 0 });
  await store.putOffSending(waiting.id, '2026-06-16T12:00:00.000Z');
  expect(await store.backlog()).toMatchObject({ held: 0 });
  await store.putOffSending(waiting.id, '2026-06-16T12:00:00.001Z');
  expect(await store.backlog()).toMatchObject({ held: 1 });
  await store.updateOperation({ ...waiting, sentAt: AT });
  expect(await store.backlog()).toMatchObject({ held: 0 });
  await store.updateOperation({ ...waiting, status: 'failure', settledBy: 'not-sent' });
  expect(await store.backlog()).toMatchObject({ held: 0 });
});

it('counts what waits, and nothing that has ended or goes on by itself', async () => {
  const ended = { status: 'success', blocking: false } as const;
  await store.insertPayment(payment({ orderId: 'a', askAt: AT }));
  await store.insertPayment(payment({ orderId: 'b', askAt: AT, held: 'amount-mismatch' }));
  await store.insertPayment(payment({ orderId: 'c', ...ended }));
  await store.insertPayment(payment({ orderId: 'd', ...ended, held: PAID_TWICE }));
  await store.insertPayment(payment({ orderId: 'e', ...ended, held: GIVEN_BACK }));
  await store.insertMessage(message('taken', '2026-06-15T11:00:00.000Z'));
  await store.messageDelivered('taken');
  await store.insertMessage(message('later', '2026-06-15T12:00:05.000Z'));
  await store.insertMessage(message('first', AT));
  expect(await store.backlog()).toEqual({
    openPayments: 2,
    openOperations: 0,
    held: 1,
    messages: 2,
    oldestMessageAt: AT,
  });
});
