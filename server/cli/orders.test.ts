import { describe, expect, it } from 'vitest';
import type { OrderView } from '../contract/merchant-api.ts';
import { PAYMENT, REFUND, REVIEW } from './testing/views.ts';
import { BASE, failure, json, type Reply, ran as ranAll } from './testing/terminal.ts';

const ORDER: OrderView = {
  order: {
    id: 'A-1001',
    amount: '24.50',
    currency: 'EUR',
    description: 'Clay mug',
    customerId: null,
    method: 'purchase',
    split: null,
    url: 'https://pay.shop.example/pay/order/l-1',
    createdAt: '2026-11-21T08:59:00.000Z',
  },
  allowed: { capture: null, void: false, refund: '19.50', cancel: false },
  payments: [PAYMENT],
  operations: [REFUND],
  review: [],
  events: [
    {
      at: '2026-11-21T09:00:00.123Z',
      type: 'payment.created',
      paymentId: PAYMENT.id,
      operationId: null,
      source: null,
      result: null,
      method: 'purchase',
      status: 'unknown',
      statusCode: null,
      transactionId: null,
      amount: null,
      comment: null,
    },
    {
      at: '2026-11-21T09:30:01.000Z',
      type: 'resolved',
      paymentId: PAYMENT.id,
      operationId: REFUND.id,
      source: 'person',
      result: 'applied',
      method: 'refund',
      status: 'success',
      statusCode: '1004',
      transactionId: null,
      amount: null,
      comment: 'seen in the portal',
    },
  ],
};

const ran = (line: string, ...replies: Reply[]) => ranAll(`orders ${line}`.trim(), ...replies);

describe('an order', () => {
  it('is shown with all that happened', async () => {
    const { code, out, err, sent } = await ran('A-1001', json(ORDER));
    expect([code, err]).toEqual([0, '']);
    expect(sent).toMatchObject([{ method: 'GET', url: `${BASE}/api/orders/A-1001` }]);
    expect(out).toBe(`Order A-1001: purchase of 24.50 EUR
  description   Clay mug
  payment page  https://pay.shop.example/pay/order/l-1
  created       2026-11-21T08:59:00Z
  possible now  refund up to 19.50 EUR

Payments
CREATED               ORDER   METHOD           STATUS      AMOUNT  PAYMENT                               CODE
2026-11-21T09:00:00Z  A-1001  purchase/direct  success  24.50 EUR  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21  1000 transaction successful

Operations
CREATED               METHOD  STATUS     AMOUNT  OPERATION                             CODE
2026-11-21T09:30:00Z  refund  success  5.00 EUR  c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10  1004 refund successful

Timeline
AT                    EVENT            STATE                SOURCE              PAYMENT OR OPERATION                  COMMENT
2026-11-21T09:00:00Z  payment.created  purchase unknown                         5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21
2026-11-21T09:30:01Z  resolved         refund success 1004  by person: applied  c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10  seen in the portal
`);
  });

  it.each<[Partial<OrderView['allowed']>, string]>([
    [{}, 'no operation'],
    [{ capture: '24.50', void: true }, 'capture up to 24.50 EUR, void'],
    [{ cancel: true }, 'cancel'],
  ])('with %j allowed says what is possible: %s', async (over, text) => {
    const allowed = { capture: null, void: false, refund: null, cancel: false, ...over };
    const { out } = await ran('A-1001', json({ ...ORDER, allowed }));
    expect(out).toContain(`  possible now  ${text}\n`);
  });

  it('without a payment yet is shown', async () => {
    const order = { ...ORDER.order, url: null, split: [{ subMerchantId: 's-1', amount: '24.50' }] };
    const { out } = await ran('A-1001', json({ ...ORDER, order, payments: [], operations: [], events: [] }));
    expect(out).toContain('  share         24.50 for s-1\n');
    expect(out).not.toContain('payment page');
    expect(out.endsWith('\nNo payments yet.\n')).toBe(true);
  });

  it('that needs review says why, and what ends it', async () => {
    const { out } = await ran('A-1001', json({ ...ORDER, review: [REVIEW] }));
    expect(out).toContain(`
Needs review
SINCE                 ORDER   REASON             PAYMENT OR OPERATION                  RESOLVED BY
2026-11-21T09:00:03Z  A-1001  mismatch (amount)  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21  POST /api/payments/5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21/resolve

Timeline
`);
  });

  it('is printed as it is with --json', async () => {
    const text = JSON.stringify(ORDER, null, 1);
    expect(await ran('A-1001 --json', new Response(text))).toMatchObject({ code: 0, out: `${text}\n` });
  });

  it('whose id is "create" stands after two dashes', async () => {
    const { sent } = await ran('-- create', json(ORDER));
    expect(sent[0]?.url).toBe(`${BASE}/api/orders/create`);
  });

  it('whose answer gets lost may be asked for again: nothing is in doubt', async () => {
    expect(await ran('A-1', failure('ECONNRESET'))).toMatchObject({ code: 1 });
  });

  it.each(['--all', '--status init', '--cursor c', '--limit 5'])(
    'does not go with the options of a list: %s',
    async (options) => {
      const { code, err, sent } = await ran(`A-1 ${options}`);
      expect([code, sent]).toEqual([2, []]);
      expect(err).toContain('List options cannot be combined with an <orderId>.');
    },
  );
});

const page = (ids: string[], nextCursor: string | null) =>
  json({ data: ids.map((id) => ({ ...PAYMENT, id })), nextCursor });

describe('a list of payments', () => {
  it('is a table, and tells how to go on', async () => {
    const { code, out, err, sent } = await ran(
      '--status success --from 2026-11-01 --to 2026-11-21T10:00:00+01:00 --limit 2',
      page(['p-1', 'p-2'], 'next/1=='),
    );
    expect(code).toBe(0);
    expect(sent[0]?.url).toBe(
      `${BASE}/api/payments?status=success&from=2026-11-01&to=2026-11-21T10%3A00%3A00%2B01%3A00&limit=2`,
    );
    expect(out).toBe(`CREATED               ORDER   METHOD           STATUS      AMOUNT  PAYMENT  CODE
2026-11-21T09:00:00Z  A-1001  purchase/direct  success  24.50 EUR  p-1      1000 transaction successful
2026-11-21T09:00:00Z  A-1001  purchase/direct  success  24.50 EUR  p-2      1000 transaction successful
`);
    expect(err).toBe('More results: --cursor next/1==, or --all\n');
  });

  it('that is empty says so, and when it will not be', async () => {
    const none = { code: 0, out: '' };
    expect(await ran('', page([], null))).toMatchObject({
      ...none,
      err: 'No payments yet. Orders appear here once somebody has begun to pay.\n',
    });
    const filtered = await ran('--status unknown', page([], null));
    expect(filtered).toMatchObject({ ...none, err: 'No payments found.\n' });
  });

  it('goes on at a cursor', async () => {
    const { sent } = await ran('--cursor next/1==', page([], null));
    expect(sent[0]?.url).toBe(`${BASE}/api/payments?cursor=next%2F1%3D%3D`);
  });

  it('of all pages asks until there are no more, with the same filter', async () => {
    const { out, err, sent } = await ran(
      '--all --status success',
      page(['p-1'], 'c1'),
      page(['p-2'], 'c2'),
      page(['p-3'], null),
    );
    expect(sent.map(({ url }) => url.replace(`${BASE}/api/payments?status=success`, ''))).toEqual([
      '',
      '&cursor=c1',
      '&cursor=c2',
    ]);
    expect(out.match(/p-\d/g)).toEqual(['p-1', 'p-2', 'p-3']);
    expect(err).toBe('');
  });

  it('of all pages is one page as data', async () => {
    const { out } = await ran('--all --json', page(['p-1'], 'c1'), page(['p-2'], null));
    expect(JSON.parse(out)).toEqual({
      data: [
        { ...PAYMENT, id: 'p-1' },
        { ...PAYMENT, id: 'p-2' },
      ],
      nextCursor: null,
    });
  });

  it('of all pages that breaks off prints no half of it', async () => {
    const { code, out } = await ran('--all --json', page(['p-1'], 'c1'), failure('ECONNRESET'));
    expect([code, out]).toEqual([1, '']);
  });

  it('of all pages needs no cursor', async () => {
    expect(await ran('--all --cursor c')).toMatchObject({ code: 2, sent: [] });
  });
});
