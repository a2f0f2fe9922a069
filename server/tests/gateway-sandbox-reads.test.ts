import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../gateway/testing/payments.ts';
import { answered, useMeeting } from '../testing/gateway-sandbox.ts';

const met = useMeeting();

const NOBODY = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('the state of operations', () => {
  it('is read of every kind, and all of them as one order', async () => {
    const captured = await met.paid('auth');
    answered(await met.client.capture({ ...met.of(captured), amountMinor: 510 }));
    answered(await met.client.refund({ ...met.of(captured), amountMinor: 10 }));
    const released = await met.paid('auth');
    answered(await met.client.voidAuth(met.of(released)));
    const verified = await met.paid('lookup');
    for (const [order, operation, amountMinor] of [
      [captured, 'auth', 1010],
      [captured, 'capture', 510],
      [captured, 'refund', 10],
      [released, 'void', 1010],
      [verified, 'lookup', 1010],
    ] as const) {
      expect(answered(await met.client.readOperation(order, operation))).toMatchObject({
        gatewayOrderId: order,
        method: operation,
        amountMinor,
        currency: 'UAH',
        status: 'success',
        createdAt: expect.stringMatching(TIME),
        processedAt: expect.stringMatching(TIME),
      });
    }
    const all = answered(await met.client.readOrder(captured));
    expect(all.map(({ method }) => method).sort()).toEqual(['auth', 'capture', 'refund']);
  });

  it('is read of the latest transaction of a subscription, or of the one asked for', async () => {
    const order = await met.paid();
    await met.control(`orders/${order}/recurring`, {});
    const { transactionId } = await met.control(`orders/${order}/recurring/transactions`, { amount: '5.00' });
    await met.control(`orders/${order}/recurring/transactions`, { amount: '6.00' });
    expect(answered(await met.client.readOperation(order, 'purchase'))).toMatchObject({
      method: 'auth',
      amountMinor: 600,
      recurring: { id: expect.any(String), status: 'active' },
    });
    expect(answered(await met.client.readOperation(order, 'purchase', String(transactionId)))).toMatchObject({
      amountMinor: 500,
      transactionId,
    });
    expect(await met.client.readOperation(order, 'purchase', NOBODY)).toMatchObject({ kind: 'refused' });
  });
});

describe('webhooks', () => {
  /** The webhooks of an order, without late ones of the previous test. */
  const of = (order: string) => met.webhooks.filter(({ gatewayOrderId }) => gatewayOrderId === order);
  const heard = async (order: string, count: number) => {
    await expect.poll(() => of(order).length).toBe(count);
    return of(order).at(-1);
  };

  it('of every kind say what the answers said', async () => {
    const order = await met.paid('auth');
    expect(await heard(order, 1)).toMatchObject({ method: 'auth', status: 'success' });
    const capture = answered(await met.client.capture(met.of(order)));
    const { method, operationId, amountMinor, currency, status, statusCode } = capture;
    const webhook = { method, operationId, amountMinor, currency, status, statusCode };
    expect(await heard(order, 2)).toMatchObject(webhook);
    answered(await met.client.refund({ ...met.of(order), amountMinor: 10 }));
    expect(await heard(order, 3)).toMatchObject({ method: 'refund', amountMinor: 10, statusCode: '1004' });
    const released = await met.paid('auth');
    answered(await met.client.voidAuth(met.of(released)));
    expect(await heard(released, 2)).toMatchObject({ method: 'void', statusCode: '1009' });
    expect(await heard(await met.paid('lookup'), 1)).toMatchObject({ method: 'lookup' });
  });

  it.each(['credit', 'p2p', 'chargeback'])(
    'of the kind %s, with fields that nobody knows',
    async (method) => {
      const order = await met.paid();
      await heard(order, 1);
      await met.control(`orders/${order}/events`, {
        method,
        amount: '3.00',
        fields: { rrn: '325620123456' },
      });
      expect(await heard(order, 2)).toMatchObject({ method, raw: { rrn: '325620123456' } });
    },
  );

  it('carry limits and subscriptions', async () => {
    const order = await met.paid();
    await heard(order, 1);
    await met.control(`orders/${order}/state`, {
      status: 'failure',
      statusCode: '6001',
      limit: { retryAfterSeconds: 60, description: 'one a day' },
    });
    expect(await heard(order, 2)).toMatchObject({
      limit: { description: 'one a day', retryAfter: expect.stringMatching(TIME) },
    });
    const other = await met.paid();
    await met.control(`orders/${other}/recurring`, {});
    await met.client.readOperation(other, 'purchase');
    await expect.poll(() => of(other).at(-1)?.recurring).toMatchObject({ status: 'active' });
  });

  it('are sent again for a read', async () => {
    const order = await met.paid();
    await heard(order, 1);
    answered(await met.client.readOperation(order, 'purchase'));
    const again = await heard(order, 2);
    expect(again).toEqual(of(order)[0]);
  });
});

describe('balances', () => {
  it('move with money, in either spelling', async () => {
    const before = answered(await met.client.accounts()).find(({ currency }) => currency === 'UAH');
    expect(before).toMatchObject({ id: expect.any(String), rollingReserveMinor: 0 });
    await met.paid();
    const id = before?.id ?? '';
    const after = answered(await met.client.account(id));
    expect(after.availableMinor ?? 0).toBeGreaterThan(before?.availableMinor ?? 0);
    expect(after.rollingReserveMinor).toBeGreaterThan(0);
    const { raw: _, ...amounts } = after;
    expect(answered(await met.client.accounts())).toContainEqual(expect.objectContaining(amounts));
  });

  it('of terminals stand beside those that failed', async () => {
    const all = answered(await met.client.terminals());
    expect(all.failed).toEqual([]);
    const euro = all.terminals.find(({ currency }) => currency === 'EUR');
    expect(answered(await met.client.terminal(euro?.id ?? ''))).toEqual(euro);
    await met.control('settings', { failedTerminals: ['EUR'] });
    const some = answered(await met.client.terminals());
    expect(some.terminals).toHaveLength(all.terminals.length - 1);
    expect(some.failed).toMatchObject([{ id: euro?.id, message: expect.stringMatching(/./) }]);
    expect(await met.client.terminal(euro?.id ?? '')).toMatchObject({ kind: 'unknown' });
  });

  it('are refused without credentials and for what is not there', async () => {
    expect(await met.client.account(NOBODY)).toMatchObject({ kind: 'refused', refusal: { status: 404 } });
    expect(await met.client.terminal(NOBODY)).toMatchObject({ kind: 'refused', refusal: { status: 404 } });
    for (const change of [{ posId: SETTINGS.posId }, { apiSecret: 'wrong' }])
      expect(await met.clientWith(change).accounts()).toMatchObject({
        kind: 'refused',
        refusal: { status: 401 },
      });
    const keyless = met.clientWith({ endpointsKey: 'wrong' });
    expect(await keyless.accounts()).toMatchObject({ kind: 'answered' });
    expect(await keyless.readOrder('nobody')).toMatchObject({ kind: 'refused', refusal: { status: 401 } });
  });
});

describe('a gateway in trouble', () => {
  const fault = (on: string, kind: string, times = 1) => met.control('faults', { on, kind, times });

  it('that loses an answer leaves a doubt, which a read ends', async () => {
    await fault('create', 'reset-after');
    const payment = met.direct();
    expect(await met.client.createDirect(payment)).toMatchObject({ kind: 'unknown' });
    expect(answered(await met.client.readOperation(payment.gatewayOrderId, 'purchase'))).toMatchObject({
      status: 'success',
    });
  });

  it.each(['capture', 'void', 'refund', 'cancel'] as const)(
    'leaves a doubt about a %s',
    async (operation) => {
      const hosted = met.hosted();
      await met.client.createHosted(hosted);
      const order = met.of(await met.paid(operation === 'refund' ? 'purchase' : 'auth'));
      await fault(operation, 'error-500-after');
      const run = {
        capture: () => met.client.capture(order),
        void: () => met.client.voidAuth(order),
        refund: () => met.client.refund(order),
        cancel: () => met.client.cancelHosted(hosted.gatewayOrderId),
      };
      expect(await run[operation]()).toMatchObject({ kind: 'unknown' });
      expect(await run[operation]()).toMatchObject({ kind: 'refused' });
    },
  );

  it.each(['error-503-before', 'rate-limit-before', 'reset-before'])(
    'is asked again after %s',
    async (kind) => {
      const gatewayOrderId = await met.paid();
      for (const [on, read] of [
        ['read', () => met.client.readOrder(gatewayOrderId)],
        ['balances', () => met.client.accounts()],
        ['receipt', () => met.client.receipt({ gatewayOrderId, format: 'html' })],
      ] as const) {
        await fault(on, kind);
        expect((await read()).kind).toBe('answered');
      }
    },
  );
});
