import { describe, expect, it } from 'vitest';
import { run } from './run.ts';
import { PAYMENT, REFUND } from './test-views.ts';
import { BASE, failure, json, problem, type Reply, testWorld } from './test-world.ts';

async function ran(argv: string[], ...replies: Reply[]) {
  const world = testWorld({ replies });
  const code = await run(argv, world);
  return { code, out: world.out(), err: world.err(), sent: world.sent };
}

const CANCELLED = { ...PAYMENT, mode: 'hosted', status: 'failure', statusCode: '6007', cardMask: null };

describe('cancel', () => {
  it('shows the payment that can no longer be paid', async () => {
    const { code, out, err, sent } = await ran(
      ['cancel', 'A-1001'],
      json({ ...CANCELLED, statusDescription: null }),
    );
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ method: 'POST', url: `${BASE}/api/orders/A-1001/cancel`, body: '' }]);
    expect(err).toBe('Requesting: cancel the hosted payment of order A-1001.\n');
    expect(out).toBe(`purchase of order A-1001: failure
  amount   24.50 EUR
  code     6007
  payment  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21
  mode     hosted
  updated  2026-11-21T09:00:02Z
`);
  });

  it.each([
    ['success', 1],
    ['init', 3],
    ['pending', 3],
    ['unknown', 3],
  ])('that leaves the payment %s ends with exit code %i', async (status, code) => {
    expect((await ran(['cancel', 'A-1001'], json({ ...CANCELLED, status }))).code).toBe(code);
  });

  it('whose answer gets lost may be repeated', async () => {
    const { code, err } = await ran(['cancel', 'A-1001'], failure('ECONNRESET'));
    expect(code).toBe(3);
    expect(err).toContain('It is not known whether the payment was cancelled.\nSee `pay-form orders A-1001`');
  });

  it('names the rule that forbids it', async () => {
    const errors = [{ path: 'orderId', code: 'not-init' }];
    const { code, err } = await ran(['cancel', 'A-1'], problem(409, 'operation-not-allowed', { errors }));
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        '\n  <orderId>: not-init. It is already being paid, or has ended: it can no longer be cancelled.\n',
      ),
    ]);
  });
});

describe('resend', () => {
  it('shows what the report did', async () => {
    const argv = ['resend', 'A-1001', '--operation', 'purchase', '--transaction-id', 't-1'];
    const { code, out, sent } = await ran(
      argv,
      json({ result: 'applied', payment: PAYMENT, operation: null }),
    );
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ url: `${BASE}/api/orders/A-1001/resend` }]);
    expect(sent[0]?.body).toEqual({ operation: 'purchase', transactionId: 't-1' });
    expect(out).toBe(`The gateway's report: new, and applied
purchase of order A-1001: success
  amount   24.50 EUR
  code     1000 transaction successful
  payment  5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21
  mode     direct
  card     424242******4242
  updated  2026-11-21T09:00:02Z
`);
  });

  it('shows the operation that the report is about', async () => {
    const answer = json({ result: 'copy', payment: PAYMENT, operation: REFUND });
    const { out, sent } = await ran(['resend', 'A-1001', '--operation', 'refund'], answer);
    expect(out).toContain('refund of order A-1001: success (done)\n');
    expect(sent[0]?.body).toEqual({ operation: 'refund' });
  });

  it('requires the operation', async () => {
    const { code, err } = await ran(['resend', 'A-1001']);
    expect([code, err]).toEqual([2, expect.stringContaining('--operation is missing: ')]);
  });
});

describe('resolve', () => {
  const argv = ['resolve', PAYMENT.id, '--status', 'failure', '--comment', 'not in the portal'];

  it('sends what a person decided', async () => {
    const { code, out, err, sent } = await ran(argv, json({ ...PAYMENT, status: 'failure' }));
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ url: `${BASE}/api/payments/${PAYMENT.id}/resolve` }]);
    expect(sent[0]?.body).toEqual({ status: 'failure', comment: 'not in the portal' });
    expect(err).toBe(`Requesting: resolve payment ${PAYMENT.id} as failure. The gateway is not queried.\n`);
    expect(out).toContain('purchase of order A-1001: failure\n');
  });

  it('sends it for an operation too', async () => {
    const [, ...options] = argv.slice(1);
    const { code, out, err, sent } = await ran(['resolve', 'operation', REFUND.id, ...options], json(REFUND));
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ url: `${BASE}/api/operations/${REFUND.id}/resolve` }]);
    expect(sent[0]?.body).toEqual({ status: 'failure', comment: 'not in the portal' });
    expect(err).toBe(`Requesting: resolve operation ${REFUND.id} as failure. The gateway is not queried.\n`);
    expect(out).toContain('refund of order A-1001: success (done)\n');
  });

  it('sends the amount of an operation whose amounts contradict', async () => {
    const [, ...options] = argv.slice(1);
    const amount = ['--amount', '5.00'];
    const { sent } = await ran(['resolve', 'operation', REFUND.id, ...options, ...amount], json(REFUND));
    expect(sent[0]?.body).toEqual({ status: 'failure', comment: 'not in the portal', amount: '5.00' });
    expect((await ran([...argv, ...amount])).code).toBe(2);
  });

  it.each([
    [['resolve', 'p-1', '--comment', 'x'], '--status is missing: success or failure.'],
    [['resolve', 'p-1', '--status', 'failure'], '--comment is missing.'],
    [['resolve', '--status', 'failure', '--comment', 'x'], '<paymentId> is missing.'],
    [['resolve', 'operation', '--status', 'failure', '--comment', 'x'], '<operationId> is missing.'],
  ])('%j is refused', async (argv, message) => {
    const { code, err, sent } = await ran(argv);
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain(message);
  });
});
