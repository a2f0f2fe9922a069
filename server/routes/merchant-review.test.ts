import { describe, expect, it } from 'vitest';
import type { MessageView, OrderView, Page, ReviewView } from '../contract/merchant-api.ts';
import { unknown } from '../payments/testing/gateway.ts';
import { problemOf, useCompanion } from '../testing/companion.ts';
import { askDescribed, doneAsDescribed } from './testing/description.ts';

/** The items that need review, and the messages to the merchant. Every answer must match the description. */

const companion = useCompanion({ config: { notify: true } });

const get = <T>(path: string) => doneAsDescribed<T>(companion, path);
const post = <T>(path: string, body?: object) =>
  doneAsDescribed<T>(companion, path, { method: 'POST', body });

it('GET /review shows each item with its reason and the calls that end it, as the order does', async () => {
  companion.deps.gateway.script.createDirect = async () => unknown;
  const { id } = await companion.paid();
  await companion.webhook({ amount: 1 });
  companion.deps.clock.pass(1);
  const path = `/payments/${id}/resolve`;
  const item = {
    orderId: 'order-1',
    paymentId: id,
    operationId: null,
    reason: 'mismatch',
    field: 'amount',
    since: expect.stringMatching(/^2026-06-15T12:00:/),
    calls: [{ action: 'resolve', method: 'POST', path: `/api${path}`, body: null, shares: null }],
  };
  expect((await get<Page<ReviewView>>('/review')).data).toEqual([item]);
  expect((await get<OrderView>('/orders/order-1')).review).toEqual([item]);
  await post(path, { status: 'failure', comment: 'Refunded in the portal' });
  expect((await get<Page<ReviewView>>('/review')).data).toEqual([]);
});

describe('GET /messages', () => {
  const messages = async (query = '') => (await get<Page<MessageView>>(`/messages${query}`)).data;
  const waiting = async () => (await messages('?state=waiting')).map(({ id }) => id);

  /** Delivers the oldest message of `order-1`, or fails to. */
  async function deliver(failure: string | null = null): Promise<void> {
    const { outbox } = companion.deps.store;
    companion.deps.clock.pass(1);
    const now = companion.deps.clock.time;
    for (const lease of await outbox.claim(now, now + 30_000, 100)) {
      const message = await outbox.next(lease.orderId);
      if (message === null || lease.orderId !== 'order-1') await outbox.release(lease, now);
      else if (failure !== null) await outbox.failed(lease, message, now + 60_000, failure);
      else {
        await outbox.delivered(message, now);
        await outbox.release(lease, now);
      }
    }
  }

  it('shows those that wait, the newest first', async () => {
    await companion.paid();
    companion.deps.clock.pass(1);
    await companion.paid({ id: 'order-2' });
    const data = await messages();
    expect(data.at(-1)).toEqual({
      id: expect.stringMatching(/^msg_/),
      orderId: 'order-1',
      type: 'payment.updated',
      method: 'purchase',
      status: 'success',
      state: 'waiting',
      attempts: 0,
      lastError: null,
      createdAt: expect.stringMatching(/^2026-06-15T12:00:00/),
      deliveredAt: null,
    });
    expect(data[0]?.orderId).toBe('order-2');
  });

  it('shows those that failed, and why, which are sent at once if that is asked for', async () => {
    for (const id of ['order-1', 'order-2']) await companion.paid({ id });
    await deliver('HTTP 500');
    const failed = await messages('?state=failed');
    expect(failed).toMatchObject([
      { orderId: 'order-1', state: 'failed', attempts: 1, lastError: 'HTTP 500' },
    ]);
    expect(await waiting()).not.toContain(failed[0]?.id);
    await post(`/messages/${failed[0]?.id}/send`);
    const { outbox } = companion.deps.store;
    const now = companion.deps.clock.time;
    const due = (await outbox.claim(now, now + 30_000, 10)).map(({ orderId }) => orderId);
    expect(due).toContain('order-1');
  });

  it('shows what was delivered, which can be sent again all the same', async () => {
    await companion.paid();
    const { id } = (await messages()).at(-1) ?? {};
    await deliver();
    const deliveredAt = expect.stringMatching(/^2026-06-15T12:00:01/);
    expect((await messages()).at(-1)).toMatchObject({ id, state: 'delivered', deliveredAt });
    expect(await waiting()).not.toContain(id);
    const again = await post(`/messages/${id}/send`);
    expect(again).toMatchObject({ id, state: 'waiting', deliveredAt: null });
    expect(await waiting()).toContain(id);
  });

  it('knows no message that is not there', async () => {
    const answer = await askDescribed(companion, '/messages/msg_none/send', { method: 'POST' });
    const problem = await problemOf(answer);
    expect(problem).toMatchObject({ status: 404, code: 'not-found', detail: 'Message not found' });
  });
});
