import { describe, expect, it } from 'vitest';
import type { ListedPayment, OperationView, Page, ReviewView } from '../contract/merchant-api.ts';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { allOf, listOperations } from '../payments/queries/lists.ts';
import { answered, gatewayPayment, unknown } from '../payments/testing/gateway.ts';
import { BODY, jsonOf, useCompanion } from '../testing/companion.ts';
import { csvLines } from './csv.ts';

const companion = useCompanion();

/** Pays orders over 24.50 EUR, and refunds a part of each. */
async function paidAndRefunded(...ids: string[]): Promise<void> {
  for (const id of ids) {
    companion.deps.clock.pass(1);
    const order = { id, amount: '24.50', currency: 'EUR', description: 'A mug', customer: CUSTOMER };
    const { token } = await jsonOf<{ token: string }>(companion.merchant('/orders', { body: order }));
    await companion.pay({ token, key: `key-of-${id}`, body: BODY });
    companion.deps.gateway.script.refund = async ({ gatewayOrderId }) =>
      answered(
        gatewayPayment({
          method: 'refund',
          operationId: crypto.randomUUID(),
          currency: 'EUR',
          amountMinor: 450,
          gatewayOrderId,
        }),
      );
    const body = { amount: '4.50', comment: '=HYPERLINK("https://evil.example"), "Ó Súilleabháin"' };
    await companion.merchant(`/orders/${id}/refund`, { body });
  }
}

const csv = async (path: string) => {
  const answer = await companion.merchant(path, { headers: { accept: 'text/csv' } });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return (await answer.text()).split('\r\n');
};

describe('the lists for bookkeepers', () => {
  it('have what was captured and refunded, newest first, by method and status', async () => {
    await paidAndRefunded('A-1', 'A-2');
    const payments = await jsonOf<Page<ListedPayment>>(companion.merchant('/payments'));
    expect(payments.data).toMatchObject([
      { orderId: 'A-2', captured: '24.50', refunded: '4.50' },
      { orderId: 'A-1', captured: '24.50', refunded: '4.50' },
    ]);
    const list = (query: string) => jsonOf<Page<OperationView>>(companion.merchant(`/operations${query}`));
    const first = await list('?method=refund&status=success&limit=1');
    expect(first.data).toMatchObject([{ orderId: 'A-2', method: 'refund', amount: '4.50' }]);
    const rest = await list(`?method=refund&status=success&limit=1&cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ data: [{ orderId: 'A-1' }], nextCursor: null });
    expect((await list('?method=capture')).data).toEqual([]);
    expect((await list('?to=2020-01-01')).data).toEqual([]);
  });

  it('are files for a spreadsheet as a whole, in which nothing is a formula', async () => {
    await paidAndRefunded('A-1', 'A-2');
    const [header, ...rows] = await csv('/operations');
    expect(header).toMatch(/^id,orderId,paymentId,method,amount,currency,status,/);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`,"'=HYPERLINK(""https://evil.example""), ""Ó Súilleabháin""",`);
    expect((await csv('/payments?status=success'))[1]).toMatch(/,24\.50,EUR,.*,24\.50,4\.50$/);
  });
});

it('what review names can be resolved, though it is not listed while one of ours has no answer', async () => {
  await paidAndRefunded('A-1');
  companion.deps.gateway.script.refund = async () => unknown;
  await companion.merchant('/orders/A-1/refund', { body: { amount: '3.00' } });
  await companion.webhook({
    order_id: 'A-1',
    method: 'refund',
    amount: 2,
    currency: 'EUR',
    status_code: '1004',
  });
  const { data } = await jsonOf<Page<ReviewView>>(companion.merchant('/review'));
  expect(data.map(({ reason }) => reason)).toContain('operation-unclear');
  for (const { calls } of data) {
    const path = calls.at(-1)?.path.replace('/api', '') ?? '';
    const body = { status: 'failure', comment: 'not in the portal' };
    expect((await companion.merchant(path, { body })).status).toBe(200);
  }
});

it('a file that cannot be whole is a problem', async () => {
  const ask = async (path: string) => {
    const answer = await companion.merchant(path, { headers: { accept: 'text/csv' } });
    const { code, errors } = await jsonOf<{ code: string; errors?: object[] }>(answer);
    return [answer.status, code, errors];
  };
  const withCsv = (name: string) => [422, 'invalid-input', [{ path: name, code: 'not-with-csv' }]];
  expect(await ask('/payments?limit=5')).toEqual(withCsv('limit'));
  expect(await ask('/operations?cursor=abc')).toEqual(withCsv('cursor'));
  await companion.deps.store.close();
  expect((await ask('/payments'))[0]).toBe(503);
});

it('a list is whole over all of its pages, also up to a certain time', async () => {
  await paidAndRefunded('A-1', 'A-2', 'A-3', 'A-4', 'A-5');
  const { deps } = companion;
  const to = new Date(deps.clock.now().getTime() + 1).toISOString();
  const ids: string[] = [];
  for await (const page of allOf(listOperations, deps, { to }, 2))
    ids.push(...page.map((one) => one.orderId));
  expect(ids).toEqual(['A-5', 'A-4', 'A-3', 'A-2', 'A-1']);
});

it.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+380501234567', "'+380501234567"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['x;=1+1', "x;'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['24.50', '24.50'],
  ['Łódź 寿司', 'Łódź 寿司'],
  [null, ''],
  [[{ amount: '1.00' }], '"[{""amount"":""1.00""}]"'],
])('a cell of %j is %s', async (value, cell) => {
  const pages = (async function* () {
    yield [{ value }];
  })();
  let text = '';
  for await (const line of csvLines(['value'], pages)) text += line;
  expect(text).toBe(`value\r\n${cell}\r\n`);
});
