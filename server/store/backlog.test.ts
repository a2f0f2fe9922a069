import { afterEach, beforeEach, expect, it } from 'vitest';
import { PAID_TWICE } from '../payments/payment.ts';
import type { Store } from '../payments/store-port.ts';
import { openSqliteStore } from './sqlite.ts';
import { payment, STORE_SECRETS } from './test-payment.ts';

const AT = '2026-06-15T12:00:00.000Z';

let store: Store;
beforeEach(async () => {
  store = await openSqliteStore(':memory:', STORE_SECRETS);
});
afterEach(() => store.close());

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

it('counts what waits, and nothing that has ended or goes on by itself', async () => {
  const ended = { status: 'success', blocking: false } as const;
  await store.insertPayment(payment({ orderId: 'a', askAt: AT }));
  await store.insertPayment(payment({ orderId: 'b', askAt: AT, held: 'amount-mismatch' }));
  await store.insertPayment(payment({ orderId: 'c', ...ended }));
  await store.insertPayment(payment({ orderId: 'd', ...ended, held: PAID_TWICE }));
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
