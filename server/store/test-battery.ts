import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, OrderRecord, Payment } from '../payments/payment.ts';
import type { NewsRecord, OutboxMessage, Store } from '../payments/store-port.ts';
import { payment } from './test-payment.ts';

/** For tests: what every store must do. Run it against each of them. */

const AT = '2026-06-15T12:00:00.000Z';
let serial = 0;

function operation(paymentId: string, over: Partial<Operation> = {}): Operation {
  serial += 1;
  return {
    id: `operation-${serial}`,
    paymentId,
    method: 'refund',
    amountMinor: 999_999_999_999_999,
    currency: 'UAH',
    split: null,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    origin: 'merchant',
    comment: 'Broken',
    receiptUrl: null,
    gatewayOperationId: null,
    guessed: null,
    held: null,
    idempotencyKey: null,
    requestHash: null,
    sentAt: null,
    askAt: null,
    createdAt: AT,
    updatedAt: AT,
    ...over,
  };
}

function message(orderId: string, over: Partial<OutboxMessage> = {}): OutboxMessage {
  serial += 1;
  return { id: `msg-${serial}`, orderId, body: '{}', attempts: 0, dueAt: AT, createdAt: AT, ...over };
}

function news(over: Partial<NewsRecord> = {}): NewsRecord {
  serial += 1;
  return {
    id: `news-${serial}`,
    paymentId: null,
    operationId: null,
    source: 'webhook',
    hash: 'h',
    verdict: 'applied',
    method: 'purchase',
    status: 'success',
    statusCode: '1000',
    transactionId: 't-1',
    amountMinor: 999_999_999_999_999,
    body: null,
    at: AT,
    ...over,
  };
}

/** @param open opens the same store again each time it is called within one test, as another process would */
export function storeBattery(open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  describe('payments', () => {
    it('come back as they were written, and after an update as they were updated', async () => {
      const first = payment({
        amountMinor: 999_999_999_999_999,
        split: [{ subMerchantId: 'a', amountMinor: 7 }],
        held: 'x',
        paidMinor: 7,
        gatewayTransactionId: 't-1',
        askAt: AT,
        returnUrl: 'https://a.example/?b=ї',
      });
      await store.insertPayment(first);
      expect(await store.findPayment(first.id)).toEqual(first);
      expect(await store.findPaymentByGatewayOrderId(first.gatewayOrderId)).toEqual(first);
      const second: Payment = {
        ...first,
        status: 'failure',
        blocking: false,
        settledBy: 'gateway',
        held: null,
        askAt: null,
      };
      await store.updatePayment(second);
      expect(await store.findPayment(first.id)).toEqual(second);
    });

    it('that are not there are null, and order ids are told apart to the letter', async () => {
      await store.insertPayment(payment({ gatewayOrderId: 'Order-1' }));
      expect(await store.findPayment('nobody')).toBeNull();
      expect(await store.findPaymentByGatewayOrderId('order-1')).toBeNull();
      expect(await store.findPaymentByGatewayOrderId('ORDER-1')).toBeNull();
      expect(await store.paymentsOfOrder('order-9')).toEqual([]);
    });

    it('of an order come in the order of writing', async () => {
      const written = [];
      for (const blocking of [false, false, true]) {
        const one = payment({ blocking });
        await store.insertPayment(one);
        written.push(one.id);
      }
      await store.insertPayment(payment({ orderId: 'order-2' }));
      expect((await store.paymentsOfOrder('order-1')).map((one) => one.id)).toEqual(written);
    });

    it.each<[string, Partial<Payment>]>([
      ['order', { idempotencyKey: 'b', gatewayOrderId: 'b' }],
      ['idempotency-key', { idempotencyKey: 'a', gatewayOrderId: 'b', blocking: false }],
      ['gateway-order-id', { idempotencyKey: 'b', gatewayOrderId: 'a', orderId: 'order-2' }],
    ])('conflict on %s', async (on, over) => {
      await store.insertPayment(payment({ idempotencyKey: 'a', gatewayOrderId: 'a' }));
      await expect(store.insertPayment(payment(over))).rejects.toMatchObject({ name: 'ConflictError', on });
      const inside = store.transaction((tx) => tx.insertPayment(payment(over)));
      await expect(inside).rejects.toMatchObject({ name: 'ConflictError', on });
    });

    it('of other orders may have the same key, and others of the order none that blocks', async () => {
      await store.insertPayment(payment({ idempotencyKey: 'a' }));
      await store.insertPayment(payment({ idempotencyKey: 'a', orderId: 'order-2' }));
      await store.insertPayment(payment({ blocking: false }));
      await store.insertPayment(payment({ blocking: false }));
    });

    it('that block an order are one, however many are written at once', async () => {
      const other = await open();
      const tries = Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? store : other).insertPayment(payment()),
      );
      const results = await Promise.allSettled(tries);
      expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      for (const one of results) {
        if (one.status === 'rejected')
          expect(one.reason).toMatchObject({ name: 'ConflictError', on: 'order' });
      }
      await other.close();
    });

    it('are asked when their time has come, the longest waiting first', async () => {
      const at = (minute: number) => `2026-06-15T12:0${minute}:00.000Z`;
      for (const [id, askAt] of [
        ['late', at(3)],
        ['second', at(1)],
        ['first', at(0)],
        ['never', null],
      ] as const) {
        await store.insertPayment(payment({ id, askAt, blocking: false }));
      }
      const ids = async (minute: number, limit: number) =>
        (await store.paymentsToAsk(at(minute), limit)).map((one) => one.id);
      expect(await ids(2, 10)).toEqual(['first', 'second']);
      expect(await ids(2, 1)).toEqual(['first']);
      expect(await ids(3, 10)).toEqual(['first', 'second', 'late']);
    });
  });

  describe('transactions', () => {
    it('are undone as a whole by an error', async () => {
      const run = store.transaction(async (tx) => {
        await tx.insertPayment(payment());
        await tx.insertMessage(message('order-1'));
        await tx.insertNews(news());
        throw new Error('no');
      });
      await expect(run).rejects.toThrow('no');
      expect(await store.paymentsOfOrder('order-1')).toEqual([]);
      expect(await store.messagesToSend('9', 10)).toEqual([]);
      expect(await store.insertNews(news())).toBe(true);
    });

    it('that read and then write lose nothing where two connections run them at once', async () => {
      const one = payment();
      await store.insertPayment(one);
      const other = await open();
      const count = (through: Store) =>
        through.transaction(async (tx) => {
          const present = await tx.findPayment(one.id);
          await new Promise((resolve) => setTimeout(resolve, 1));
          if (present) await tx.updatePayment({ ...present, amountMinor: present.amountMinor + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, (_, index) => count(index % 2 ? store : other)));
      expect((await store.findPayment(one.id))?.amountMinor).toBe(1030);
      await other.close();
    });

    it('answer what was run', async () => {
      expect(await store.transaction(async () => 7)).toBe(7);
    });
  });

  describe('operations', () => {
    it('come back as they were written and updated', async () => {
      const of = payment();
      await store.insertPayment(of);
      const one = operation(of.id);
      await store.insertOperation(one);
      expect(await store.operationsOfPayment(of.id)).toEqual([one]);
      await store.updateOperation({ ...one, status: 'success', sentAt: AT });
      expect(await store.operationsOfPayment(of.id)).toEqual([{ ...one, status: 'success', sentAt: AT }]);
      expect(await store.operationsOfPayment('nobody')).toEqual([]);
    });

    it('keep every column, and are found by id and by key', async () => {
      const of = payment();
      await store.insertPayment(of);
      const full = operation(of.id, {
        split: [{ subMerchantId: 'a', amountMinor: 7 }],
        statusCode: '1004',
        statusDescription: 'Повернено',
        settledBy: 'gateway',
        origin: 'gateway',
        receiptUrl: 'https://gateway.example/receipt',
        gatewayOperationId: 'o-1',
        held: 'contradicting-ends',
        idempotencyKey: 'key',
        requestHash: 'hash',
        sentAt: AT,
        askAt: AT,
      });
      await store.insertOperation(full);
      expect(await store.findOperation(full.id)).toEqual(full);
      expect(await store.findOperationByKey('key')).toEqual(full);
      const bare = operation(of.id, { comment: null });
      await store.insertOperation(bare);
      expect(await store.operationsOfPayment(of.id)).toEqual([full, bare]);
      expect([await store.findOperation('x'), await store.findOperationByKey('x')]).toEqual([null, null]);
    });

    it('have a key once among all payments, and the gateway’s id once of each', async () => {
      const [of, other] = [payment(), payment({ orderId: 'order-2' })];
      await store.insertPayment(of);
      await store.insertPayment(other);
      await store.insertOperation(operation(of.id, { idempotencyKey: 'key', gatewayOperationId: 'o-1' }));
      const again = store.insertOperation(operation(other.id, { idempotencyKey: 'key' }));
      await expect(again).rejects.toMatchObject({ name: 'ConflictError', on: 'idempotency-key' });
      await expect(store.insertOperation(operation(of.id, { gatewayOperationId: 'o-1' }))).rejects.toThrow();
      await store.insertOperation(operation(other.id, { gatewayOperationId: 'o-1' }));
      await store.insertOperation(operation(of.id));
    });

    it('are asked about when their time has come, the longest waiting first', async () => {
      const of = payment();
      await store.insertPayment(of);
      for (const [id, minute] of [
        ['late', 3],
        ['second', 1],
        ['first', 0],
      ] as const) {
        await store.insertOperation(operation(of.id, { id, askAt: `2026-06-15T12:0${minute}:00.000Z` }));
      }
      await store.insertOperation(operation(of.id, { id: 'never' }));
      const ids = async (limit: number) =>
        (await store.operationsToAsk('2026-06-15T12:02:00.000Z', limit)).map((one) => one.id);
      expect(await ids(10)).toEqual(['first', 'second']);
      expect(await ids(1)).toEqual(['first']);
    });

    it('are to be sent while they are neither sent nor settled', async () => {
      const reversal = async (id: string, over: Partial<Operation> = {}) => {
        const of = payment({ orderId: id });
        await store.insertPayment(of);
        await store.insertOperation(operation(of.id, { id, origin: 'reversal', ...over }));
      };
      await reversal('open');
      await reversal('sent', { sentAt: AT });
      await reversal('settled', { status: 'success' });
      await reversal('of-a-merchant', { origin: 'merchant' });
      expect((await store.operationsToSend(AT, 10)).map((one) => one.id)).toEqual(['open']);
      expect(await store.operationsToSend(AT, 0)).toEqual([]);
    });

    it('that are put off wait for their time, and the longest waiting goes first', async () => {
      for (const id of ['a', 'b', 'c']) {
        const of = payment({ orderId: id });
        await store.insertPayment(of);
        await store.insertOperation(operation(of.id, { id, origin: 'reversal' }));
      }
      await store.putOffSending('a', '2026-06-15T12:00:05.000Z');
      await store.putOffSending('b', '2026-06-15T12:00:03.000Z');
      const ids = async (second: number, limit = 10) =>
        (await store.operationsToSend(`2026-06-15T12:00:0${second}.000Z`, limit)).map((one) => one.id);
      expect([await ids(2), await ids(3), await ids(5)]).toEqual([['c'], ['c', 'b'], ['c', 'b', 'a']]);
      expect(await ids(5, 2)).toEqual(['c', 'b']);
    });

    it('that give a payment back are one of each, but for those that failed', async () => {
      const of = payment();
      await store.insertPayment(of);
      const reversal = (over: Partial<Operation> = {}) =>
        store.insertOperation(operation(of.id, { origin: 'reversal', ...over }));
      await reversal({ status: 'failure' });
      await reversal();
      await expect(reversal()).rejects.toThrow();
      await reversal({ status: 'failure' });
      await reversal({ origin: 'merchant' });
    });

    it('belong to a payment', async () => {
      await expect(store.insertOperation(operation('nobody'))).rejects.toThrow();
    });
  });

  describe('orders', () => {
    const stated: OrderRecord = {
      id: 'order-1',
      amountMinor: 999_999_999_999_999,
      currency: 'UAH',
      description: 'Two books; ї',
      method: 'purchase',
      split: [{ subMerchantId: 'a', amountMinor: 7 }],
      token: 'eyJ.a.b',
      linkId: 'link',
      createdAt: AT,
      updatedAt: AT,
    };

    it('come back as they were written, by id and by link', async () => {
      await store.saveOrder(stated);
      expect(await store.findOrder('order-1')).toEqual(stated);
      expect(await store.findOrderByLink('link')).toEqual(stated);
      expect([await store.findOrder('Order-1'), await store.findOrderByLink('Link')]).toEqual([null, null]);
      await store.saveOrder({ ...stated, id: 'order-2', token: null, linkId: null, split: null });
      expect(await store.findOrder('order-2')).toMatchObject({ token: null, linkId: null, split: null });
    });

    it('stated again keep their page and their beginning', async () => {
      await store.saveOrder(stated);
      const later = { ...stated, amountMinor: 1, split: null, updatedAt: '2026-06-15T13:00:00.000Z' };
      const again = { ...later, token: null, linkId: null, createdAt: later.updatedAt };
      await store.saveOrder(again);
      expect(await store.findOrder('order-1')).toEqual(later);
      await store.saveOrder({ ...later, token: 'eyJ.c.d' });
      expect(await store.findOrder('order-1')).toMatchObject({ token: 'eyJ.c.d', linkId: 'link' });
    });

    it('have a link each', async () => {
      await store.saveOrder(stated);
      await expect(store.saveOrder({ ...stated, id: 'order-2' })).rejects.toThrow();
    });
  });

  describe('a list of payments', () => {
    it('is cut into pages, and goes on where it was left', async () => {
      const ids = [];
      for (let index = 0; index < 5; index += 1) {
        const one = payment({ blocking: false });
        await store.insertPayment(one);
        ids.unshift(one.id);
      }
      const first = await store.listPayments({ limit: 3 });
      expect(first.payments.map((one) => one.id)).toEqual(ids.slice(0, 3));
      const second = await store.listPayments({ limit: 3, after: first.next ?? 0 });
      expect(second.payments.map((one) => one.id)).toEqual(ids.slice(3));
      expect(second.next).toBeNull();
      expect((await store.listPayments({ limit: 5 })).next).toBeNull();
    });
  });

  describe('news', () => {
    it('of a payment come back oldest first, with what was kept of them', async () => {
      const first = news({ hash: 'a', paymentId: 'p', operationId: 'o', body: '{"name":"ї"}' });
      const nothing = {
        method: null,
        status: null,
        statusCode: null,
        transactionId: null,
        amountMinor: null,
      };
      const second = news({ hash: 'b', paymentId: 'p', ...nothing });
      await store.insertNews({ ...second, at: '2026-06-15T12:00:01.000Z' });
      await store.insertNews(first);
      await store.insertNews(news({ hash: 'c', paymentId: 'q' }));
      const kept = await store.newsOfPayment('p');
      expect(kept).toEqual([first, { ...second, at: '2026-06-15T12:00:01.000Z' }]);
    });

    it('is kept once', async () => {
      expect(await store.insertNews(news())).toBe(true);
      expect(await store.insertNews(news({ source: 'read', verdict: 'stale' }))).toBe(false);
      expect(await store.insertNews(news({ hash: 'other' }))).toBe(true);
    });

    it('is kept once where two connections bring it at the same time', async () => {
      const other = await open();
      const kept = await Promise.all([
        store.transaction((tx) => tx.insertNews(news())),
        other.transaction((tx) => tx.insertNews(news())),
      ]);
      expect(kept.sort()).toEqual([false, true]);
      await other.close();
    });
  });

  describe('messages', () => {
    const due = async (now = AT, limit = 10) => (await store.messagesToSend(now, limit)).map((one) => one.id);

    it('come one of each order, the oldest, until it is delivered', async () => {
      for (const [id, orderId] of [
        ['a1', 'a'],
        ['a2', 'a'],
        ['b1', 'b'],
      ] as const) {
        await store.insertMessage(message(orderId, { id }));
      }
      expect((await due()).sort()).toEqual(['a1', 'b1']);
      await store.messageDelivered('a1');
      expect((await due()).sort()).toEqual(['a2', 'b1']);
      await store.messageDelivered('a2');
      await store.messageDelivered('b1');
      expect(await due()).toEqual([]);
    });

    it('that failed come back when they are due, and hold the later ones of their order', async () => {
      const first = message('a', { id: 'a1' });
      await store.insertMessage(first);
      await store.insertMessage(message('a', { id: 'a2' }));
      const later = '2026-06-15T12:00:01.000Z';
      await store.messageFailed('a1', later);
      expect(await due()).toEqual([]);
      expect(await store.messagesToSend(later, 10)).toEqual([{ ...first, attempts: 1, dueAt: later }]);
    });

    it('come by when they are due, so many as are wanted', async () => {
      await store.insertMessage(message('a', { id: 'a1', dueAt: '2026-06-15T11:00:01.000Z' }));
      await store.insertMessage(message('b', { id: 'b1', dueAt: '2026-06-15T11:00:00.000Z' }));
      expect(await due()).toEqual(['b1', 'a1']);
      expect(await due(AT, 1)).toEqual(['b1']);
    });
  });

  it('answers a ping while it is open, and not afterwards', async () => {
    const other = await open();
    await other.ping();
    await other.close();
    await expect(other.ping()).rejects.toThrow();
  });
}
