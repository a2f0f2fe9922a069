import { describe, expect, it } from 'vitest';
import { PAYMENT, REFUND, REVIEW } from './testing/views.ts';
import { BASE, json, type Reply, ran as ranAll } from './testing/terminal.ts';

const ran = (argv: string[], ...replies: Reply[]) => ranAll(['review', ...argv], ...replies);

const page = (data: object[], nextCursor: string | null = null) => json({ data, nextCursor });

describe('review', () => {
  it('shows each reason and the calls that end it', async () => {
    const body = { paymentId: PAYMENT.id };
    const calls = [{ action: 'refund', method: 'POST', path: '/api/orders/A-7/refund', body, shares: null }];
    const ofRefund = {
      ...REVIEW,
      operationId: REFUND.id,
      reason: 'overdue',
      field: null,
      orderId: 'A-7',
      calls,
    };
    const { code, out, err, sent } = await ran([], page([REVIEW, ofRefund]));
    expect([code, err]).toEqual([0, '']);
    expect(sent).toMatchObject([{ method: 'GET', url: `${BASE}/api/review` }]);
    expect(
      out,
    ).toBe(`SINCE                 ORDER   REASON             PAYMENT OR OPERATION                  RESOLVED BY
2026-11-21T09:00:03Z  A-1001  mismatch (amount)  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21  POST /api/payments/5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21/resolve
2026-11-21T09:00:03Z  A-7     overdue            c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10  POST /api/orders/A-7/refund {"paymentId":"5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21"}
`);
  });

  it('says so where nothing needs review', async () => {
    expect(await ran([], page([]))).toMatchObject({ code: 0, out: '', err: 'Nothing needs review.\n' });
  });

  it('never says so while there are more pages', async () => {
    const { out, err } = await ran([], page([], 'c1'));
    expect([out, err]).toEqual(['', 'More results: --cursor c1, or --all\n']);
  });

  it('goes through all pages, without a limit that the API does not know', async () => {
    const { out, sent } = await ran(['--all', '--json'], page([REVIEW], 'c1'), page([REVIEW]));
    expect(sent.map(({ url }) => url)).toEqual([`${BASE}/api/review`, `${BASE}/api/review?cursor=c1`]);
    expect(JSON.parse(out)).toEqual({ data: [REVIEW, REVIEW], nextCursor: null });
  });
});

describe('resolve', () => {
  const argv = ['resolve', PAYMENT.id, '--status', 'failure', '--comment', 'not in the portal'];

  it('sends what a person decided', async () => {
    const { code, out, err, sent } = await ranAll(argv, json({ ...PAYMENT, status: 'failure' }));
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ url: `${BASE}/api/payments/${PAYMENT.id}/resolve` }]);
    expect(sent[0]?.body).toEqual({ status: 'failure', comment: 'not in the portal' });
    expect(err).toBe(`Requesting: resolve payment ${PAYMENT.id} as failure. The gateway is not queried.\n`);
    expect(out).toContain('purchase of order A-1001: failure\n');
  });

  it('sends it for an operation too', async () => {
    const [, ...options] = argv.slice(1);
    const { code, out, err, sent } = await ranAll(
      ['resolve', 'operation', REFUND.id, ...options],
      json(REFUND),
    );
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ url: `${BASE}/api/operations/${REFUND.id}/resolve` }]);
    expect(sent[0]?.body).toEqual({ status: 'failure', comment: 'not in the portal' });
    expect(err).toBe(`Requesting: resolve operation ${REFUND.id} as failure. The gateway is not queried.\n`);
    expect(out).toContain('refund of order A-1001: success (done)\n');
  });

  it('sends the amount of an operation whose amounts contradict', async () => {
    const [, ...options] = argv.slice(1);
    const amount = ['--amount', '5.00'];
    const { sent } = await ranAll(['resolve', 'operation', REFUND.id, ...options, ...amount], json(REFUND));
    expect(sent[0]?.body).toEqual({ status: 'failure', comment: 'not in the portal', amount: '5.00' });
    expect((await ranAll([...argv, ...amount])).code).toBe(2);
  });
});
