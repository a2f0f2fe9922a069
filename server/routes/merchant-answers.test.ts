import { describe, expect, it } from 'vitest';
import type { OperationView, OrderView, Page } from '../contract/merchant-api.ts';
import type { PaymentView } from '../contract/checkout-api.ts';
import { answered, refused, gatewayPayment, unknown } from '../payments/testing/gateway.ts';
import { ANNA, BORYS, SPLIT } from '../payments/testing/test-deps.ts';
import { type Ask, jsonOf, problemOf, useCompanion } from '../testing/companion.ts';
import { askDescribed, doneAsDescribed } from './testing/description.ts';

/** The merchant API from end to end, over a scripted gateway. Every answer must match the description. */

const companion = useCompanion();

const api = (path: string, init?: Ask) => askDescribed(companion, path, init);
const done = <T>(path: string, init?: Ask) => doneAsDescribed<T>(companion, path, init);
const post = <T>(path: string, body: object = {}) => done<T>(path, { body });
const order = (id = 'order-1') => done<OrderView>(`/orders/${id}`);
const refundOf = (id: string, body: object = {}) => post<OperationView>(`/orders/${id}/refund`, body);

it('POST /orders creates an order whose token the browser API takes, and whose page is found', async () => {
  const body = { id: 'A-1', amount: '10.1', currency: 'EUR', description: 'A mug', split: SPLIT };
  const { token, url } = await post<{ token: string; url: string }>('/orders', { ...body, expiresIn: 60 });
  const session = await jsonOf(companion.ask('/session', { token }));
  expect(session).toMatchObject({ order: { id: 'A-1', amount: '10.10', currency: 'EUR' } });
  expect((await order('A-1')).order).toMatchObject({ id: 'A-1', amount: '10.10', url, split: SPLIT });
  expect(companion.deps.gateway.calls).toEqual([]);
  companion.deps.clock.pass(61);
  expect((await companion.ask('/session', { token })).status).toBe(401);
});

describe('an order', () => {
  it('is authorized, captured in part, and refunded in two parts', async () => {
    await companion.paid({ method: 'auth' });
    expect((await order()).allowed).toMatchObject({ capture: '10.10', void: true });
    const capture = { amount: '8.00', comment: 'Sold' };
    const captured = await post<OperationView>('/orders/order-1/capture', capture);
    expect(captured).toMatchObject({ ...capture, method: 'capture', status: 'success' });
    await refundOf('order-1', { amount: '5.00', receiptDelivery: 'email' });
    await refundOf('order-1');
    const { operations, events, allowed, payments } = await order();
    expect(operations.map(({ method, amount }) => `${method} ${amount}`)).toEqual([
      'capture 8.00',
      'refund 5.00',
      'refund 3.00',
    ]);
    expect(payments).toHaveLength(1);
    expect(events.length).toBeGreaterThan(4);
    expect(allowed).toMatchObject({ capture: null, void: false, refund: null, cancel: false });
  });

  it('answers the same operation to the same request under the same key, and sends it once', async () => {
    await companion.paid();
    const headers = { 'idempotency-key': 'refund-of-order-1' };
    const ask = (amount: string) => api('/orders/order-1/refund', { body: { amount }, headers });
    const first = await jsonOf(ask('1.00'));
    const second = await ask('1.00');
    expect([second.status, await second.json()]).toEqual([200, first]);
    const other = await problemOf(await ask('2.00'));
    expect(other).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
    expect(companion.deps.gateway.of('refund')).toHaveLength(1);
  });

  it('tells a refusal by the gateway as an operation that failed, and a lost answer as unknown', async () => {
    for (const id of ['order-1', 'order-2']) await companion.paid({ id });
    companion.deps.gateway.script.refund = async () => refused(400);
    expect(await refundOf('order-1')).toMatchObject({ status: 'failure' });
    companion.deps.gateway.script.refund = async () => unknown;
    expect(await refundOf('order-2')).toMatchObject({ status: 'unknown' });
    const open = await problemOf(await api('/orders/order-2/refund', { body: {} }));
    expect(open).toMatchObject({ status: 409, code: 'operation-open' });
  });

  it.each(['capture', 'void', 'cancel'])(
    'is refused a %s that its state does not allow, by the rule’s name',
    async (name) => {
      await companion.paid();
      const problem = await problemOf(await api(`/orders/order-1/${name}`, { body: {} }));
      expect(problem).toMatchObject({ status: 409, code: 'operation-not-allowed' });
      expect(problem.errors?.length).toBeGreaterThan(0);
    },
  );

  it('is paid by a report that is asked for again', async () => {
    companion.deps.gateway.script.createDirect = async () => unknown;
    await companion.paid();
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
      const payment = await companion.paid();
      companion.deps.clock.pass(3_600);
      const { id } = kind === 'payments' ? payment : await refundOf('order-1');
      const body = { status: 'failure', comment: 'The bank knows of no charge' };
      expect(await post(`/${kind}/${id}/resolve`, body)).toMatchObject({ id, status: 'failure' });
      expect((await order()).events.at(-1)).toMatchObject({ source: 'person', comment: body.comment });
      const again = await problemOf(await api(`/${kind}/${id}/resolve`, { body }));
      expect(again).toMatchObject({ status: 409, code: 'operation-not-allowed' });
    },
  );
});

it('GET /payments lists them page by page, and those of a status and a time', async () => {
  await companion.paid({ id: 'order-1' });
  companion.deps.clock.pass(1);
  companion.deps.gateway.script.createDirect = async () => unknown;
  await companion.paid({ id: 'order-2' });
  const list = async (query: string) => {
    const { data, nextCursor } = await done<Page<PaymentView>>(`/payments?${query}`);
    return { ids: data.map(({ orderId }) => orderId), nextCursor };
  };
  const { ids, nextCursor } = await list('limit=1');
  expect(ids).toEqual(['order-2']);
  expect(await list(`limit=1&cursor=${nextCursor}`)).toEqual({ ids: ['order-1'], nextCursor: null });
  for (const [query, found] of [
    ['status=success', ['order-1']],
    ['status=unknown', ['order-2']],
    ['from=2026-06-15&to=2026-06-16', ['order-2', 'order-1']],
    ['to=2026-06-15', []],
    [`from=${encodeURIComponent('2026-06-15T14:30:00+02:30')}`, ['order-2', 'order-1']],
    ['from=2026-06-15T12:00:01.001Z', []],
  ] as const)
    expect([query, (await list(query)).ids]).toEqual([query, found]);
});

describe('balances', () => {
  it('are read at the gateway', async () => {
    const named = { id: ANNA, name: 'Main', currency: 'UAH' };
    const { script } = companion.deps.gateway;
    const raw = { iban: 'UA21' };
    const account = { ...named, availableMinor: -1050, rollingReserveMinor: null, raw };
    const terminal = { ...named, availableMinor: 7, raw };
    const failed = [{ id: BORYS, message: 'down' }];
    script.accounts = async () => answered([account]);
    script.account = async () => answered(account);
    script.terminal = async () => answered(terminal);
    script.terminals = async () =>
      answered({ terminals: [terminal], failed: failed.map((one) => ({ ...one, raw })) });
    const shown = { ...named, balances: { available: '-10.50', rollingReserve: null } };
    const till = { ...named, balances: { available: '0.07' } };
    expect(await done('/balances/accounts')).toEqual({ data: [shown], nextCursor: null });
    expect(await done(`/balances/accounts/${ANNA}`)).toEqual(shown);
    expect(await done(`/balances/terminals/${ANNA}`)).toEqual(till);
    expect(await done('/balances/terminals')).toEqual({ data: [till], nextCursor: null, failed });
  });

  it.each([
    ['nobody knows it', refused(404), 404, 'not-found'],
    ['the gateway refuses', refused(401), 502, 'gateway-refused'],
    ['it was asked too often', refused(429), 503, 'gateway-busy'],
    ['the gateway does not answer', unknown, 503, 'gateway-unreachable'],
  ] as const)('and receipts say so where %s', async (_what, outcome, status, code) => {
    const { script } = companion.deps.gateway;
    script.account = async () => outcome;
    script.receiptsOfDay = async () => outcome;
    for (const path of [`/balances/accounts/${ANNA}`, '/receipts/2026-06-14?format=pdf']) {
      const answer = await api(path);
      expect(answer.headers.get('retry-after')).toBe(code === 'gateway-busy' ? '30' : null);
      expect(await problemOf(answer)).toMatchObject({ status, code });
    }
  });
});

it('receipts of an order and of a day come through as downloads', async () => {
  await companion.paid();
  const file = (contentType: string, text: string) =>
    answered({ contentType, body: new Response(text).body as ReadableStream<Uint8Array> });
  const { script } = companion.deps.gateway;
  script.receipt = async ({ format }) => file('application/pdf', `%PDF-${format}`);
  script.receiptsOfDay = async (request) => file('application/zip', JSON.stringify(request));
  const got = async (path: string) => {
    const answer = await api(path);
    return [answer.headers.get('content-disposition'), await answer.text()];
  };
  const pdf = 'attachment; filename="receipt-order-1.pdf"';
  const zip = 'attachment; filename="receipts-2026-06-14.zip"';
  expect(await got('/orders/order-1/receipt?format=pdf')).toEqual([pdf, '%PDF-pdf']);
  const [name, asked = ''] = await got('/receipts/2026-06-14?format=html&method=purchase');
  expect(name).toBe(zip);
  expect(JSON.parse(String(asked))).toEqual({ date: '2026-06-14', format: 'html', method: 'purchase' });
});
