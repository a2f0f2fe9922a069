import { describe, expect, it } from 'vitest';
import type { OperationView, OrderView, Page } from '../contract/merchant-api.ts';
import type { PaymentView } from '../contract/checkout-api.ts';
import { answered, refused, gatewayPayment, unknown } from '../payments/testing/gateway.ts';
import { type Ask, MERCHANT_API_KEY, problemOf, useCompanion } from '../testing/companion.ts';
import { askDescribed, doneAsDescribed } from './testing/description.ts';

/** The merchant API from end to end, over a scripted gateway. Every answer must match the description. */

const companion = useCompanion();

const ID = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const OTHER = '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';

const api = (path: string, init?: Ask) => askDescribed(companion, path, init);
const done = <T>(path: string, init?: Ask) => doneAsDescribed<T>(companion, path, init);

const post = <T>(path: string, body: object = {}) => done<T>(path, { body });
const order = (id = 'order-1') => done<OrderView>(`/orders/${id}`);
const pay = (over: object = {}) => companion.pay({ order: { ...over }, key: crypto.randomUUID() });

describe('POST /orders', () => {
  it('creates an order whose token the browser API takes, and whose page is found', async () => {
    const body = { id: 'A-1', amount: '24.5', currency: 'EUR', description: 'A mug', expiresIn: 60 };
    const { token, url } = await post<{ token: string; url: string }>('/orders', body);
    const session = await companion.ask('/session', { token });
    expect(await session.json()).toMatchObject({ order: { id: 'A-1', amount: '24.50', currency: 'EUR' } });
    expect((await order('A-1')).order).toMatchObject({ id: 'A-1', amount: '24.50', url });
    expect(companion.deps.gateway.calls).toEqual([]);
    companion.deps.clock.pass(61);
    expect((await companion.ask('/session', { token })).status).toBe(401);
  });

  it('creates a split order too', async () => {
    const split = [
      { subMerchantId: ID, amount: '20.00' },
      { subMerchantId: OTHER, amount: '4.50' },
    ];
    await post('/orders', { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'A mug', split });
    expect((await order('A-1')).order.split).toEqual(split);
  });
});

describe('an order', () => {
  it('is authorized, captured in part, and refunded in two parts', async () => {
    await pay({ method: 'auth' });
    expect((await order()).allowed).toMatchObject({ capture: '10.10', void: true });
    const captured = await post<OperationView>('/orders/order-1/capture', {
      amount: '8.00',
      comment: 'Sold',
    });
    expect(captured).toMatchObject({ method: 'capture', amount: '8.00', status: 'success', comment: 'Sold' });
    await post('/orders/order-1/refund', { amount: '5.00', receiptDelivery: 'email' });
    await post('/orders/order-1/refund');
    const { operations, events, allowed, payments } = await order();
    expect(operations.map(({ method, amount }) => [method, amount])).toEqual([
      ['capture', '8.00'],
      ['refund', '5.00'],
      ['refund', '3.00'],
    ]);
    expect(payments).toHaveLength(1);
    expect(events.length).toBeGreaterThan(4);
    expect(allowed).toEqual({ capture: null, void: false, refund: null, cancel: false });
    const problem = await problemOf(await api('/orders/order-1/refund', { body: { amount: '0.01' } }));
    expect(problem.status).toBeLessThan(500);
  });

  it('answers the same operation to the same request under the same key, and sends it once', async () => {
    await pay();
    const headers = { 'idempotency-key': 'refund-of-order-1' };
    const ask = (body: object) => api('/orders/order-1/refund', { body, headers });
    const first = (await (await ask({ amount: '1.00' })).json()) as OperationView;
    const second = await ask({ amount: '1.00' });
    expect([second.status, await second.json()]).toEqual([200, first]);
    expect(companion.deps.gateway.of('refund')).toHaveLength(1);
    const other = await problemOf(await ask({ amount: '2.00' }));
    expect(other).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
    expect(companion.deps.gateway.of('refund')).toHaveLength(1);
  });

  it('tells a refusal by the gateway as an operation that failed, and a lost answer as unknown', async () => {
    await pay({ id: 'order-1' });
    await pay({ id: 'order-2' });
    companion.deps.gateway.script.refund = async () => refused(400);
    expect(await post('/orders/order-1/refund')).toMatchObject({ status: 'failure' });
    companion.deps.gateway.script.refund = async () => unknown;
    expect(await post('/orders/order-2/refund')).toMatchObject({ status: 'unknown' });
    const open = await problemOf(await api('/orders/order-2/refund', { body: {} }));
    expect(open).toMatchObject({ status: 409, code: 'operation-open' });
  });

  it('is refused what its state does not allow, by the rule’s name', async () => {
    await pay();
    for (const name of ['capture', 'void', 'cancel']) {
      const problem = await problemOf(await api(`/orders/order-1/${name}`, { body: {} }));
      expect(problem).toMatchObject({ status: 409, code: 'operation-not-allowed' });
      expect(problem.errors?.length).toBeGreaterThan(0);
    }
  });

  it('is paid by a report that is asked for again', async () => {
    companion.deps.gateway.script.createDirect = async () => unknown;
    await pay();
    companion.deps.gateway.script.readOperation = async () => answered(gatewayPayment());
    expect(await post('/orders/order-1/resend', { operation: 'purchase' })).toMatchObject({
      result: 'applied',
      payment: { status: 'success' },
      operation: null,
    });
  });

  it.each(['payments', 'operations'])(
    'has one of its %s resolved manually if it is unknown',
    async (kind) => {
      const { script } = companion.deps.gateway;
      if (kind === 'payments') script.createDirect = async () => unknown;
      script.refund = async () => unknown;
      const payment = (await (await pay()).json()) as PaymentView;
      companion.deps.clock.pass(3_600);
      const { id } = kind === 'payments' ? payment : await post<OperationView>('/orders/order-1/refund');
      const body = { status: 'failure', comment: 'The bank knows of no charge' };
      expect(await post(`/${kind}/${id}/resolve`, body)).toMatchObject({ id, status: 'failure' });
      expect((await order()).events.at(-1)).toMatchObject({ source: 'person', comment: body.comment });
      const again = await problemOf(await api(`/${kind}/${id}/resolve`, { body }));
      expect(again).toMatchObject({ status: 409, code: 'operation-not-allowed' });
    },
  );
});

describe('GET /payments', () => {
  it('lists them page by page', async () => {
    await pay({ id: 'order-1' });
    companion.deps.clock.pass(1);
    await pay({ id: 'order-2' });
    const { data, nextCursor } = await done<Page<PaymentView>>('/payments?limit=1');
    const next = await done<Page<PaymentView>>(`/payments?limit=1&cursor=${nextCursor}`);
    expect([...data, ...next.data].map(({ orderId }) => orderId)).toEqual(['order-2', 'order-1']);
    expect(next.nextCursor).toBeNull();
  });

  it('lists those of a status and a time', async () => {
    await pay({ id: 'order-1' });
    companion.deps.clock.pass(1);
    companion.deps.gateway.script.createDirect = async () => unknown;
    await pay({ id: 'order-2' });
    const ids = async (query: string) =>
      (await done<Page<PaymentView>>(`/payments?${query}`)).data.map(({ orderId }) => orderId);
    expect(await ids('status=success')).toEqual(['order-1']);
    expect(await ids('status=unknown')).toEqual(['order-2']);
    expect(await ids('from=2026-06-15&to=2026-06-16')).toEqual(['order-2', 'order-1']);
    expect(await ids('to=2026-06-15')).toEqual([]);
    expect(await ids(`from=${encodeURIComponent('2026-06-15T14:30:00+02:30')}`)).toHaveLength(2);
    expect(await ids('from=2026-06-15T12:00:01.001Z')).toEqual([]);
  });
});

describe('balances', () => {
  it('are read at the gateway', async () => {
    const named = { id: ID, name: 'Main', currency: 'UAH' };
    const { script } = companion.deps.gateway;
    const raw = { iban: 'UA21' };
    const account = { ...named, availableMinor: -1050, rollingReserveMinor: null, raw };
    const terminal = { ...named, availableMinor: 7, raw };
    script.accounts = async () => answered([account]);
    script.account = async () => answered(account);
    script.terminal = async () => answered(terminal);
    script.terminals = async () =>
      answered({ terminals: [terminal], failed: [{ id: OTHER, message: 'down', raw }] });
    const shown = { ...named, balances: { available: '-10.50', rollingReserve: null } };
    const till = { ...named, balances: { available: '0.07' } };
    expect(await done('/balances/accounts')).toEqual({ data: [shown], nextCursor: null });
    expect(await done(`/balances/accounts/${ID}`)).toEqual(shown);
    expect(await done(`/balances/terminals/${ID}`)).toEqual(till);
    expect(await done('/balances/terminals')).toEqual({
      data: [till],
      nextCursor: null,
      failed: [{ id: OTHER, message: 'down' }],
    });
  });

  it.each([
    ['nobody knows it', refused(404), 404, 'not-found'],
    ['the gateway refuses', refused(401), 502, 'gateway-refused'],
    ['it was asked too often', refused(429), 503, 'gateway-busy'],
    ['the gateway does not answer', unknown, 503, 'gateway-unreachable'],
  ] as const)('say so where %s', async (_what, outcome, status, code) => {
    const { script } = companion.deps.gateway;
    script.account = async () => outcome;
    script.receiptsOfDay = async () => outcome;
    for (const path of [`/balances/accounts/${ID}`, '/receipts/2026-06-14?format=pdf']) {
      const answer = await api(path);
      expect(answer.headers.get('retry-after')).toBe(code === 'gateway-busy' ? '30' : null);
      expect(await problemOf(answer)).toMatchObject({ status, code });
    }
  });
});

describe('receipts', () => {
  const file = (contentType: string, text: string) =>
    answered({ contentType, body: new Response(text).body as ReadableStream<Uint8Array> });

  it('of an order come through as a download', async () => {
    await pay();
    companion.deps.gateway.script.receipt = async ({ format }) => file('application/pdf', `%PDF-${format}`);
    const answer = await api('/orders/order-1/receipt?format=pdf');
    expect(await answer.text()).toBe('%PDF-pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="receipt-order-1.pdf"');
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  });

  it('of a day come through as a ZIP', async () => {
    companion.deps.gateway.script.receiptsOfDay = async (request) => {
      expect(request).toEqual({ date: '2026-06-14', format: 'html', method: 'purchase' });
      return file('application/zip', 'PK');
    };
    const answer = await api('/receipts/2026-06-14?format=html&method=purchase');
    expect(await answer.text()).toBe('PK');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="receipts-2026-06-14.zip"');
  });
});

it('nothing of the merchant’s key is logged', async () => {
  await pay();
  await order();
  expect(JSON.stringify(companion.deps.lines)).not.toContain(MERCHANT_API_KEY);
});
