import { describe, expect, it } from 'vitest';
import { PAYMENT, REFUND } from './testing/views.ts';
import {
  API_KEY,
  BASE,
  failure,
  json,
  NEW_KEY,
  problem,
  ran,
  ranIn,
  type Reply,
  type TestTerminal,
  testTerminal,
} from './testing/terminal.ts';

const SHOP = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const OTHER = '1a3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const share = (subMerchantId: string, amount: string) => ({ subMerchantId, amount });

describe('an operation', () => {
  it('is sent with its key, and shown in lines', async () => {
    const line = 'refund A-1001 --amount 5.00 --comment scratched --receipt-delivery email';
    const { code, out, err, sent } = await ran(line, json(REFUND));
    expect(code).toBe(0);
    expect(err).toBe(`Requesting: refund 5.00 of order A-1001. Idempotency-Key: ${NEW_KEY}\n`);
    expect(out).toBe(`refund of order A-1001: success (done)
  amount     5.00 EUR
  code       1004 refund successful
  operation  c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10
  payment    5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21
  comment    scratched
  receipt    https://gateway.example/receipts/1
  updated    2026-11-21T09:30:01Z
`);
    expect(sent).toEqual([
      {
        method: 'POST',
        url: `${BASE}/api/orders/A-1001/refund`,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${API_KEY}`,
          'content-type': 'application/json',
          'idempotency-key': NEW_KEY,
        },
        body: { amount: '5.00', comment: 'scratched', receiptDelivery: 'email' },
        redirect: 'manual',
      },
    ]);
  });

  it.each<[line: string, doing: string, body: object]>([
    ['capture A-1', 'capture the full amount of order A-1', {}],
    ['capture A-1 --amount 7', 'capture 7 of order A-1', { amount: '7' }],
    ['void A-1 --comment gone', 'void the authorization of order A-1', { comment: 'gone' }],
    ['refund A-1', 'refund the remaining amount of order A-1', {}],
    [`refund A-1 --split ${SHOP}=3`, 'refund 1 share of order A-1', { split: [share(SHOP, '3')] }],
    [
      `refund A-1 --split ${SHOP}=3 --split ${OTHER}=2.50`,
      'refund 2 shares of order A-1',
      { split: [share(SHOP, '3'), share(OTHER, '2.50')] },
    ],
  ])('%s says what it does and sends just that', async (line, doing, body) => {
    const [method = ''] = line.split(' ');
    const { sent, err } = await ran(line, json({ ...REFUND, method }));
    expect(sent).toMatchObject([{ method: 'POST', url: `${BASE}/api/orders/A-1/${method}` }]);
    expect(sent[0]?.body).toEqual(body);
    expect(err).toBe(`Requesting: ${doing}. Idempotency-Key: ${NEW_KEY}\n`);
  });

  it('takes a key of an earlier call, and an order id of strange characters', async () => {
    const { sent, err } = await ran('void a/b?c --key key-00001', json({ ...REFUND, method: 'void' }));
    expect(sent[0]?.url).toBe(`${BASE}/api/orders/a%2Fb%3Fc/void`);
    expect(sent[0]?.headers['idempotency-key']).toBe('key-00001');
    expect(err).toContain('Idempotency-Key: key-00001\n');
  });

  it('prints the answer as it is with --json', async () => {
    const text = `{"unknownField":1,${JSON.stringify(REFUND).slice(1)}`;
    const { code, out } = await ran('refund A-1001 --json', new Response(text));
    expect([code, out]).toEqual([0, `${text}\n`]);
  });

  it('shows shares, and what others wrote without control characters', async () => {
    const split = [share(SHOP, '3.00'), share(OTHER, '2.00')];
    const { out } = await ran('refund A-1001', json({ ...REFUND, split, comment: 'a\u001b[2Jb\nc' }));
    expect(out).toContain(`  share      3.00 for ${SHOP}\n  share      2.00 for ${OTHER}\n`);
    expect(out).toContain('  comment    a [2Jb c\n');
  });

  it.each([
    ['failure', 1, 'refused by the gateway; no money moved'],
    ['pending', 3, 'in progress at the gateway; a webhook will report the outcome'],
    ['init', 3, 'in progress at the gateway; a webhook will report the outcome'],
    ['unknown', 3, 'not known yet: the gateway gave no valid response. The companion keeps polling'],
  ])('that is %s ends with exit code %i', async (status, exitCode, said) => {
    const { code, out, err } = await ran('refund A-1001', json({ ...REFUND, status }));
    expect(code).toBe(exitCode);
    expect(err.includes('a refund with a new key would be a second one.')).toBe(exitCode === 3);
    expect(out).toContain(`refund of order A-1001: ${status} (${said})\n`);
    expect((await ran('refund A-1001 --json', json({ ...REFUND, status }))).code).toBe(exitCode);
  });
});

const REPEAT = `It is not known whether the refund was made.
Repeat it with --key ${NEW_KEY}; it is then done at most once:
  pay-form refund --key ${NEW_KEY} A-1001 --amount 5.00 --comment 'it is broken'
`;

/** A body that breaks off. */
const cut = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":')),
      pull: (controller) => controller.error(failure('UND_ERR_SOCKET')),
    }),
  );

describe('an operation without an answer', () => {
  const argv = ['refund', 'A-1001', '--amount', '5.00', '--comment', 'it is broken'];
  const elsewhere = (status: number) => `The server at ${BASE} is not a merchant API (HTTP ${status}).`;
  const lost = (why: string) => `The response from ${BASE} was lost: ${why}`;

  it.each<[string, Reply, string]>([
    ['a cut connection', failure('ECONNRESET'), lost('the connection was closed unexpectedly (ECONNRESET).')],
    ['a strange failure', new TypeError('fetch failed'), lost('the connection failed.')],
    ['an answer that breaks off', cut, lost('the connection was closed unexpectedly (UND_ERR_SOCKET).')],
    ['a proxy that gave up', new Response('<html>', { status: 504 }), elsewhere(504)],
    ['a success that cannot be read', new Response('<html>'), elsewhere(200)],
    ['a success of another form', json({ ok: true }), elsewhere(200)],
    ['a gateway that did not answer', problem(503, 'gateway-unreachable'), 'Run `pay-form doctor` where'],
    ['an error in the companion', problem(500, 'internal-error'), '(internal-error, HTTP 500).'],
  ])('after %s says that the outcome is not known, and how to repeat it', async (_, reply, what) => {
    const { code, out, err } = await ran(argv, reply);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain(what);
    expect(err.endsWith(REPEAT)).toBe(true);
  });

  it('repeats the key that was given', async () => {
    const { err } = await ran('void A-1 --key key-00001', failure('ECONNRESET'));
    expect(err).toContain('  pay-form void A-1 --key key-00001\n');
  });

  it('after Ctrl-C says so too', async () => {
    const terminal: TestTerminal = testTerminal({
      replies: [() => (terminal.interrupt(), failure('ECONNRESET'))],
    });
    const { code, err } = await ranIn(argv, terminal);
    expect(code).toBe(3);
    expect(err).toContain('was lost: interrupted locally (interrupted).\n');
    expect(err.endsWith(REPEAT)).toBe(true);
  });

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'UND_ERR_CONNECT_TIMEOUT',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('after %s knows that nothing was done', async (reason) => {
    const { code, err } = await ran(argv, failure(reason));
    expect(code).toBe(1);
    expect(err).toContain(`The companion at ${BASE} cannot be reached: `);
    expect(err).toContain('\nNothing was done.\n');
    expect(err).not.toContain('It is not known');
  });

  it.each([301, 307, 403, 404])(
    'HTTP %i of something else is no doubt, and is not followed',
    async (status) => {
      const headers = { location: 'https://elsewhere.example/' };
      const { code, err, sent } = await ran(argv, new Response('', { status, headers }));
      expect([code, sent.length]).toEqual([1, 1]);
      expect(err).toContain(`${elsewhere(status)}\nCheck PUBLIC_URL or --url`);
      expect(err).not.toContain('It is not known');
    },
  );
});

describe('a problem', () => {
  it('is told with its fields, as options where they are some', async () => {
    const errors = [
      { path: 'amount', code: 'exceeds-refundable' },
      { path: 'split.1.amount', code: 'exceeds-share' },
      { path: 'receiptDelivery', code: 'invalid' },
      { path: 'payment', code: 'not-successful' },
      { path: 'orderId', code: 'not-init' },
      { path: '', code: 'unknown' },
    ];
    const { code, out, err } = await ran('refund A-1', problem(422, 'invalid-input', { errors }));
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(`Requesting: refund the remaining amount of order A-1. Idempotency-Key: ${NEW_KEY}
pay-form refund: It is invalid (invalid-input, HTTP 422).
Say it otherwise.
  --amount: exceeds-refundable. This is more than is left to refund.
  --split (split.1.amount): exceeds-share. This is more than is left of this share.
  --receipt-delivery: invalid
  payment: not-successful. No payment of this order has succeeded.
  <orderId>: not-init. No hosted payment of this order can be cancelled: none was begun, or it is being paid or has ended.
  unknown
Request id: r-1
`);
  });

  it('is data on stdout with --json, and told on stderr all the same', async () => {
    const { code, out, err } = await ran('refund A-1 --json', problem(409, 'operation-open'));
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ code: 'operation-open', status: 409 });
    expect(err).toContain('(operation-open, HTTP 409).');
  });

  const title = { title: 'Not found', detail: 'Not found' };
  it.each([
    [problem(401, 'api-key-invalid'), 'MERCHANT_API_KEY must be the same here and in the settings'],
    [problem(400, 'idempotency-key-invalid'), '--key must be 8 to 128 letters, digits and . _ : -'],
    [problem(422, 'idempotency-key-reused'), 'Use a new key'],
    [
      problem(404, 'not-found', title),
      'the base address is wrong, or the companion has no MERCHANT_API_KEY.',
    ],
    [problem(404, 'not-found'), 'It is invalid (not-found, HTTP 404).\nSay it otherwise.\nRequest id: r-1\n'],
    [problem(409, 'operation-open', { errors: 'many' }), 'is not a merchant API (HTTP 409).'],
  ])('%o comes with advice: %s', async (answer, advice) => {
    const { code, err } = await ran('refund A-1', answer);
    expect(code).toBe(1);
    expect(err).toContain(advice);
    expect(err).not.toContain('It is not known');
  });
});

const CANCELLED = { ...PAYMENT, mode: 'hosted', status: 'failure', statusCode: '6007', cardMask: null };

describe('cancel', () => {
  it('shows the payment that can no longer be paid', async () => {
    const answer = json({ ...CANCELLED, statusDescription: null });
    const { code, out, err, sent } = await ran('cancel A-1001', answer);
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
    expect((await ran('cancel A-1001', json({ ...CANCELLED, status }))).code).toBe(code);
  });

  it('whose answer gets lost may be repeated', async () => {
    const { code, err } = await ran('cancel A-1001', failure('ECONNRESET'));
    expect(code).toBe(3);
    expect(err).toContain('It is not known whether the payment was cancelled.\nSee `pay-form orders A-1001`');
  });
});

it('resend shows what the report did, and the operation that it is about', async () => {
  const line = 'resend A-1001 --operation purchase --transaction-id t-1';
  const { code, out, sent } = await ran(
    line,
    json({ result: 'applied', payment: PAYMENT, operation: REFUND }),
  );
  expect(code).toBe(0);
  expect(sent).toMatchObject([{ url: `${BASE}/api/orders/A-1001/resend` }]);
  expect(sent[0]?.body).toEqual({ operation: 'purchase', transactionId: 't-1' });
  expect(out).toContain("The gateway's report: new, and applied\npurchase of order A-1001: success\n");
  expect(out).toContain('  card     424242******4242\n');
  expect(out).toContain('refund of order A-1001: success (done)\n');
});
