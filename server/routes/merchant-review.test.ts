import { describe, expect, it } from 'vitest';
import type { PaymentView } from '../contract/checkout-api.ts';
import type { MessageView, OrderView, Page, ReviewView } from '../contract/merchant-api.ts';
import { unknown } from '../payments/testing/gateway.ts';
import { type Ask, problemOf, useCompanion } from '../testing/companion.ts';
import { askDescribed, doneAsDescribed } from './testing/description.ts';

/** The items that need review, and the messages to the merchant. Every answer must match the description. */

const companion = useCompanion({ config: { notify: true } });

const api = (path: string, init?: Ask) => askDescribed(companion, path, init);
const done = <T>(path: string, init?: Ask) => doneAsDescribed<T>(companion, path, init);

const pay = async (id = 'order-1'): Promise<PaymentView> => {
  const answer = await companion.pay({ order: { id }, key: crypto.randomUUID() });
  return (await answer.json()) as PaymentView;
};
/** An order whose success is reported with less than the ordered amount. */
async function payTooLittle(id: string): Promise<PaymentView> {
  companion.deps.gateway.script.createDirect = async () => unknown;
  const payment = await pay(id);
  await companion.webhook({ order_id: id, amount: 1 });
  companion.deps.clock.pass(1);
  return payment;
}

describe('GET /review', () => {
  const review = () => done<Page<ReviewView>>('/review');

  it('shows each item with its reason and the calls that end it, as the order does', async () => {
    const { id } = await payTooLittle('order-1');
    const item = {
      orderId: 'order-1',
      paymentId: id,
      operationId: null,
      reason: 'mismatch',
      field: 'amount',
      since: expect.stringMatching(/^2026-06-15T12:00:/),
      calls: [
        { action: 'resolve', method: 'POST', path: `/api/payments/${id}/resolve`, body: null, shares: null },
      ],
    };
    expect((await review()).data).toEqual([item]);
    expect((await done<OrderView>('/orders/order-1')).review).toEqual([item]);
  });

  it('names calls that do end it', async () => {
    await payTooLittle('order-1');
    const [call] = (await review()).data[0]?.calls ?? [];
    const body = { status: 'failure', comment: 'Refunded in the portal' };
    await done(call?.path.replace('/api', '') ?? '', { method: 'POST', body });
    expect((await review()).data).toEqual([]);
  });

  it('refuses a cursor that it never gave', async () => {
    const problem = await problemOf(await api('/review?cursor=tomorrow'));
    expect(problem).toMatchObject({ status: 422, errors: [{ path: 'cursor', code: 'invalid' }] });
  });
});

describe('GET /messages', () => {
  const messages = (query = '') => done<Page<MessageView>>(`/messages${query}`);

  /** Delivers the oldest message of an order, or fails to. */
  async function deliver(orderId: string, failure: string | null = null): Promise<void> {
    const { outbox } = companion.deps.store;
    const now = companion.deps.clock.time;
    const leases = await outbox.claim(now, now + 30_000, 100);
    for (const lease of leases) {
      const message = lease.orderId === orderId ? await outbox.next(orderId) : null;
      if (message && failure !== null) await outbox.failed(lease, message, now + 60_000, failure);
      else {
        if (message) await outbox.delivered(message, now);
        await outbox.release(lease, now);
      }
    }
  }

  it('shows those that wait, the newest first', async () => {
    await pay('order-1');
    companion.deps.clock.pass(1);
    await pay('order-2');
    const { data, nextCursor } = await messages();
    expect(nextCursor).toBeNull();
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

  it('shows those that failed, and why', async () => {
    await pay('order-1');
    await pay('order-2');
    companion.deps.clock.pass(1);
    await deliver('order-1', 'HTTP 500');
    const { data } = await messages('?state=failed');
    expect(data).toMatchObject([{ orderId: 'order-1', state: 'failed', attempts: 1, lastError: 'HTTP 500' }]);
    expect((await messages('?state=waiting')).data.map(({ id }) => id)).not.toContain(data[0]?.id);
  });

  it('shows what was delivered, which can be sent again all the same', async () => {
    await pay();
    const [oldest] = (await messages()).data.slice(-1);
    companion.deps.clock.pass(1);
    await deliver('order-1');
    const { data } = await messages();
    const deliveredAt = expect.stringMatching(/^2026-06-15T12:00:01/);
    expect(data.at(-1)).toMatchObject({ id: oldest?.id, state: 'delivered', deliveredAt });
    expect((await messages('?state=waiting')).data.map(({ id }) => id)).not.toContain(oldest?.id);
    const again = await done<MessageView>(`/messages/${oldest?.id}/send`, { method: 'POST' });
    expect(again).toMatchObject({ id: oldest?.id, state: 'waiting', deliveredAt: null });
    expect((await messages('?state=waiting')).data.map(({ id }) => id)).toContain(oldest?.id);
  });

  it('sends a failed message at once, however long its pause still is', async () => {
    await pay();
    companion.deps.clock.pass(1);
    await deliver('order-1', 'HTTP 500');
    const { outbox } = companion.deps.store;
    const claim = () => outbox.claim(companion.deps.clock.time, companion.deps.clock.time + 30_000, 10);
    expect(await claim()).toEqual([]);
    const [failed] = (await messages('?state=failed')).data;
    await done(`/messages/${failed?.id}/send`, { method: 'POST' });
    expect(await claim()).toMatchObject([{ orderId: 'order-1' }]);
  });

  it('knows no message that is not there', async () => {
    const problem = await problemOf(await api('/messages/msg_none/send', { method: 'POST' }));
    expect(problem).toMatchObject({ status: 404, code: 'not-found', detail: 'Message not found' });
  });

  it.each(['state=delivered', 'state=', 'cursor=tomorrow', 'limit=5'])('refuses ?%s', async (query) => {
    const [path = ''] = query.split('=');
    const problem = await problemOf(await api(`/messages?${query}`));
    expect(problem).toMatchObject({ status: 422, errors: [{ path }] });
  });
});
