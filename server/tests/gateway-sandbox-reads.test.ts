import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { CARD, SETTINGS } from '../gateway/testing/payments.ts';
import type { GatewayFile } from '../payments/gateway-port.ts';
import { answered, useMeeting } from '../testing/gateway-sandbox.ts';

/** What the client reads of the strict sandbox: states, webhooks, balances, receipts, and faults of all these. */

const met = useMeeting();

const NOBODY = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

describe('the state of operations', () => {
  it('is read of every kind, and all of them as one order', async () => {
    const captured = await met.paid('auth');
    answered(await met.client.capture({ ...met.of(captured), amountMinor: 510 }));
    answered(await met.client.refund({ ...met.of(captured), amountMinor: 10 }));
    const released = await met.paid('auth');
    answered(await met.client.voidAuth(met.of(released)));
    const verified = await met.paid('lookup');
    for (const [gatewayOrderId, method, amountMinor] of [
      [captured, 'auth', 1010],
      [captured, 'capture', 510],
      [captured, 'refund', 10],
      [released, 'void', 1010],
      [verified, 'lookup', 1010],
    ] as const) {
      const read = answered(await met.client.readOperation(gatewayOrderId, method));
      const times = { createdAt: TIME, processedAt: TIME };
      expect(read).toMatchObject({
        gatewayOrderId,
        method,
        amountMinor,
        currency: 'UAH',
        status: 'success',
        ...times,
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
    const one = answered(await met.client.readOperation(order, 'purchase', String(transactionId)));
    expect(one).toMatchObject({ amountMinor: 500, transactionId });
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
      const fields = { rrn: '325620123456' };
      await met.control(`orders/${order}/events`, { method, amount: '3.00', fields });
      expect(await heard(order, 2)).toMatchObject({ method, raw: fields });
    },
  );

  it('carry limits and subscriptions', async () => {
    const order = await met.paid();
    await heard(order, 1);
    const limit = { retryAfterSeconds: 60, description: 'one a day' };
    await met.control(`orders/${order}/state`, { status: 'failure', statusCode: '6001', limit });
    expect(await heard(order, 2)).toMatchObject({ limit: { description: 'one a day', retryAfter: TIME } });
    const other = await met.paid();
    await met.control(`orders/${other}/recurring`, {});
    await met.client.readOperation(other, 'purchase');
    await expect.poll(() => of(other).at(-1)?.recurring).toMatchObject({ status: 'active' });
  });

  it('are sent again for a read', async () => {
    const order = await met.paid();
    await heard(order, 1);
    answered(await met.client.readOperation(order, 'purchase'));
    expect(await heard(order, 2)).toEqual(of(order)[0]);
  });
});

describe('balances', () => {
  it('move with money, in either spelling', async () => {
    const before = answered(await met.client.accounts()).find(({ currency }) => currency === 'UAH');
    expect(before).toMatchObject({ id: expect.any(String), rollingReserveMinor: 0 });
    await met.paid();
    const after = answered(await met.client.account(before?.id ?? ''));
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
    const refused = (status: number) => ({ kind: 'refused', refusal: { status } });
    expect(await met.client.account(NOBODY)).toMatchObject(refused(404));
    expect(await met.client.terminal(NOBODY)).toMatchObject(refused(404));
    for (const change of [{ posId: SETTINGS.posId }, { apiSecret: 'wrong' }])
      expect(await met.clientWith(change).accounts()).toMatchObject(refused(401));
    const keyless = met.clientWith({ endpointsKey: 'wrong' });
    expect(await keyless.accounts()).toMatchObject({ kind: 'answered' });
    expect(await keyless.readOrder('nobody')).toMatchObject(refused(401));
  });
});

const bytesOf = async (file: GatewayFile) => new Uint8Array(await new Response(file.body).arrayBuffer());
const textOf = async (file: GatewayFile) => new TextDecoder().decode(await bytesOf(file));

describe('receipts', () => {
  it.each(['purchase', 'auth'] as const)('of a %s are HTML or a PDF', async (method) => {
    const gatewayOrderId = await met.paid(method);
    const html = answered(await met.client.receipt({ gatewayOrderId, format: 'html' }));
    expect(html.contentType).toBe('text/html; charset=utf-8');
    expect(await textOf(html)).toContain(gatewayOrderId);
    const pdf = answered(await met.client.receipt({ gatewayOrderId, format: 'pdf' }));
    expect(pdf.contentType).toBe('application/pdf');
    expect((await textOf(pdf)).trimEnd()).toMatch(/^%PDF-[^]*%%EOF$/);
  });

  it('are made of a credit, as a signed reference too', async () => {
    const gatewayOrderId = await met.paid();
    const { transactionId } = await met.control(`orders/${gatewayOrderId}/events`, { method: 'credit' });
    const credit = { gatewayOrderId, transactionId: String(transactionId) };
    const pdf = answered(await met.client.receipt({ ...credit, format: 'pdf' }));
    await pdf.body.cancel();
    const asked = { ...credit, format: 'signed_pdf', creditReference: true } as const;
    const reference = answered(await met.client.receipt(asked));
    expect(reference.contentType).toBe('application/pdf');
    expect(await textOf(reference)).toContain('adbe.pkcs7.detached');
  });

  it('are refused of what is not there or not successful, which says why', async () => {
    const nobody = await met.client.receipt({ gatewayOrderId: 'nobody', format: 'pdf' });
    expect(nobody).toMatchObject({ kind: 'refused', refusal: { status: 404 } });
    const { gatewayOrderId, ...payment } = met.direct({ card: { ...CARD, number: '4000000000009995' } });
    await met.client.createDirect({ ...payment, gatewayOrderId });
    const message = 'Receipts are made for successful purchase, auth and credit operations only';
    const refused = await met.client.receipt({ gatewayOrderId, format: 'pdf' });
    expect(refused).toMatchObject({ kind: 'refused', refusal: { status: 400, message } });
  });

  it('of a day are a ZIP, by method and format', async () => {
    const date = new Date().toISOString().slice(0, 10);
    const purchase = await met.paid();
    await met.paid('auth');
    await met.control(`orders/${purchase}/events`, { method: 'credit' });
    for (const [asked, count] of [
      [{ date, format: 'html' }, 2],
      [{ date, format: 'pdf', method: 'purchase' }, 1],
      [{ date, format: 'signed_pdf', method: 'credit' }, 1],
      [{ date: '2020-02-29', format: 'pdf' }, 0],
    ] as const) {
      const file = answered(await met.client.receiptsOfDay(asked));
      expect(file.contentType).toBe('application/zip');
      expect([asked, Object.keys(unzipSync(await bytesOf(file))).length]).toEqual([asked, count]);
    }
  });
});

describe('a gateway in trouble', () => {
  const fault = (on: string, kind: string) => met.control('faults', { on, kind, times: 1 });

  it('that loses an answer leaves a doubt, which a read ends', async () => {
    await fault('create', 'reset-after');
    const payment = met.direct();
    expect(await met.client.createDirect(payment)).toMatchObject({ kind: 'unknown' });
    const read = answered(await met.client.readOperation(payment.gatewayOrderId, 'purchase'));
    expect(read).toMatchObject({ status: 'success' });
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

  it.each(['garbage', 'empty', 'disguised'])('sends %s for a receipt, which is rejected', async (kind) => {
    const gatewayOrderId = await met.paid();
    await fault('receipt', kind);
    const rejected = { kind: 'unknown', reason: 'HTTP 200: no-pdf' };
    expect(await met.client.receipt({ gatewayOrderId, format: 'pdf' })).toEqual(rejected);
  });

  it.each(['cut', 'too-large'])('sends a receipt that is %s', async (failure) => {
    const gatewayOrderId = await met.paid();
    await fault('receipt', failure);
    const file = answered(await met.client.receipt({ gatewayOrderId, format: 'pdf' }));
    await expect(bytesOf(file)).rejects.toMatchObject({ name: 'GatewayFileError', failure });
  });
});
