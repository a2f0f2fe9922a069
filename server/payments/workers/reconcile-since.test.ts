import { describe, expect, it } from 'vitest';
import { newOrderSchema } from '../../contract/merchant-requests.ts';
import { createOrder } from '../paying/create-order.ts';
import { answered, gatewayPayment, refused, unknown } from '../testing/gateway.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { pay } from '../testing/test-deps.ts';
import { type Reconciled, reconcileSince } from './reconcile-since.ts';

withTestDeps();

async function reconciled(since = 0): Promise<Reconciled[]> {
  const all: Reconciled[] = [];
  await reconcileSince(deps, since, async (one) => void all.push(one));
  return all.sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
}

const shown = (all: Reconciled[]) =>
  all.map(({ orderId, changes }) => [orderId, ...changes.map(({ data }) => `${data.method} ${data.status}`)]);
const REFUND = gatewayPayment({ method: 'refund', operationId: 'portal', amountMinor: 500 });

describe('the orders that changed since a day', () => {
  it('learn from the list what was reported after the backup', async () => {
    await pay(deps);
    await pay(deps, { id: 'order-2' });
    deps.gateway.script.readOrder = async (gatewayOrderId) =>
      answered(
        gatewayOrderId === 'order-1' ? [gatewayPayment(), REFUND] : [gatewayPayment({ gatewayOrderId })],
      );
    expect(shown(await reconciled())).toEqual([['order-1', 'refund success'], ['order-2']]);
    expect(shown(await reconciled())).toEqual([['order-1'], ['order-2']]);
  });

  it('count the success of a page that was tried twice', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    deps.gateway.script.readOrder = async () =>
      answered([gatewayPayment({ status: 'failure' }), gatewayPayment()]);
    expect(shown(await reconciled())).toEqual([['order-1', 'purchase success']]);
    expect(await deps.payment()).toMatchObject({ status: 'success' });
  });

  it('leave a page open on which another try is still open', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    deps.gateway.script.readOrder = async () =>
      answered([gatewayPayment({ status: 'pending' }), gatewayPayment({ status: 'failure' })]);
    await reconciled();
    expect(await deps.payment()).toMatchObject({ status: 'pending' });
  });

  it('are asked about a method at a time if the gateway has no list', async () => {
    await pay(deps);
    deps.gateway.script.readOperation = async (_orderId, method) =>
      method === 'refund'
        ? answered(REFUND)
        : method === 'purchase'
          ? answered(gatewayPayment())
          : refused(404, 'S-404');
    const [one] = await reconciled();
    expect(shown(one ? [one] : [])).toEqual([['order-1', 'refund success']]);
    expect(one?.isAnswered).toBe(true);
  });

  it('are those that have an entry since then', async () => {
    await pay(deps);
    deps.clock.pass(3_600);
    const since = deps.clock.time;
    await pay(deps, { id: 'order-2' });
    expect((await reconciled(since)).map(({ orderId }) => orderId)).toEqual(['order-2']);
  });

  it('conclude nothing from what the gateway does not know or answer', async () => {
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    deps.clock.pass(7_200);
    expect(await reconciled()).toMatchObject([{ changes: [], isAnswered: true }]);
    deps.gateway.script.readOrder = async () => unknown;
    expect(await reconciled()).toMatchObject([{ changes: [], isAnswered: false }]);
    expect(await deps.payment()).toMatchObject({ status: 'unknown' });
  });

  it('show a payment of an order that this store never saw paid', async () => {
    const terms = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
    await createOrder(deps, newOrderSchema.parse(terms));
    deps.gateway.script.readOperation = async () => answered(gatewayPayment());
    expect(await reconciled()).toMatchObject([{ changes: [], lost: { gatewayOrderId: 'order-1' } }]);
  });

  it('are asked about four at a time', async () => {
    for (let index = 0; index < 230; index += 1) await pay(deps, { id: `order-${index}` });
    let [now, most] = [0, 0];
    deps.gateway.script.readOrder = async (gatewayOrderId) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return answered([gatewayPayment({ gatewayOrderId })]);
    };
    const all = await reconciled();
    expect([new Set(all.map(({ orderId }) => orderId)).size, all.length, most]).toEqual([230, 230, 4]);
  });
});
