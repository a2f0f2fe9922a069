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
  it('is sent with its key', async () => {
    const line = 'refund A-1001 --amount 5.00 --comment scratched --receipt-delivery email';
    const { code, err, sent } = await ran(line, json(REFUND));
    expect(code).toBe(0);
    expect(err).toBe(`Requesting: refund 5.00 of order A-1001. Idempotency-Key: ${NEW_KEY}\n`);
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

  it.each([
    ['failure', 1, 'failure'],
    ['pending', 3, 'pending (in progress at the gateway; a webhook will report the outcome)'],
    ['init', 3, 'init (in progress at the gateway; a webhook will report the outcome)'],
    [
      'unknown',
      3,
      'unknown (not known yet: the gateway gave no valid response. The companion keeps polling)',
    ],
  ])('that is %s ends with exit code %i', async (status, exitCode, said) => {
    const { code, out, err } = await ran('refund A-1001', json({ ...REFUND, status }));
    expect(code).toBe(exitCode);
    expect(err.includes('a refund with a new key would be a second one.')).toBe(exitCode === 3);
    expect(out).toContain(`  status              ${said}\n`);
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

describe('cancel', () => {
  it('says what it does, and sends nothing more', async () => {
    const { code, err, sent } = await ran('cancel A-1001', json({ ...PAYMENT, status: 'failure' }));
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ method: 'POST', url: `${BASE}/api/orders/A-1001/cancel`, body: '' }]);
    expect(err).toBe('Requesting: cancel the hosted payment of order A-1001.\n');
  });

  it.each([
    ['success', 1],
    ['init', 3],
    ['pending', 3],
    ['unknown', 3],
  ])('that leaves the payment %s ends with exit code %i', async (status, code) => {
    expect((await ran('cancel A-1001', json({ ...PAYMENT, status }))).code).toBe(code);
  });
});

it.each([
  ['cancel A-1001', 'the payment was cancelled.\nSee `pay-form orders A-1001`'],
  ['messages send msg_1', 'the message will be sent again.\nRepeat the command: your server recognizes'],
])('%s may be repeated where its answer gets lost', async (line, said) => {
  const { code, err } = await ran(line, failure('ECONNRESET'));
  expect([code, err]).toEqual([3, expect.stringContaining(`It is not known whether ${said}`)]);
});

describe('resolve', () => {
  const comment = 'not in the portal';
  it.each([
    ['payment', ['resolve', PAYMENT.id], PAYMENT, {}],
    ['operation', ['resolve', 'operation', REFUND.id], REFUND, {}],
    ['operation', ['resolve', 'operation', REFUND.id, '--amount', '5.00'], REFUND, { amount: '5.00' }],
  ])('sends what a person decided on a %s', async (kind, argv, view, more) => {
    const { code, err, sent } = await ran([...argv, '--status', 'failure', '--comment', comment], json(view));
    expect(code).toBe(0);
    expect(sent).toMatchObject([{ method: 'POST', url: `${BASE}/api/${kind}s/${view.id}/resolve` }]);
    expect(sent[0]?.body).toEqual({ status: 'failure', comment, ...more });
    expect(err).toBe(`Requesting: resolve ${kind} ${view.id} as failure. The gateway is not queried.\n`);
  });
});

it('resend names the operation, and the transaction', async () => {
  const { sent } = await ran('resend A-1001 --operation purchase --transaction-id t-1');
  expect(sent).toMatchObject([{ url: `${BASE}/api/orders/A-1001/resend` }]);
  expect(sent[0]?.body).toEqual({ operation: 'purchase', transactionId: 't-1' });
});

it('an order whose id is "create" stands after two dashes', async () => {
  const { sent } = await ran('orders -- create');
  expect(sent[0]?.url).toBe(`${BASE}/api/orders/create`);
});

it('an order whose answer gets lost may be asked for again: nothing is in doubt', async () => {
  expect(await ran('orders A-1', failure('ECONNRESET'))).toMatchObject({ code: 1 });
});

it.each(['--all', '--status init', '--cursor c', '--limit 5'])(
  'an order does not go with the options of a list: %s',
  async (options) => {
    const { code, err, sent } = await ran(`orders A-1 ${options}`);
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain('Options of the list cannot be combined with the id of one item.');
  },
);

const page = (ids: string[], nextCursor: string | null) =>
  json({ data: ids.map((id) => ({ ...PAYMENT, id })), nextCursor });

describe('a list of payments', () => {
  it('tells how to go on', async () => {
    const { code, err, sent } = await ran(
      'orders --status success --from 2026-11-01 --to 2026-11-21T10:00:00+01:00 --limit 2',
      page(['p-1', 'p-2'], 'next/1=='),
    );
    expect(code).toBe(0);
    expect(sent[0]?.url).toBe(
      `${BASE}/api/payments?status=success&from=2026-11-01&to=2026-11-21T10%3A00%3A00%2B01%3A00&limit=2`,
    );
    expect(err).toBe('More results: --cursor next/1==, or --all\n');
  });

  it('that is empty says so, but never while there are more pages', async () => {
    const none = 'No payments found. An order appears here once somebody has begun to pay.\n';
    expect(await ran('orders', page([], null))).toMatchObject({ code: 0, out: '', err: none });
    const more = 'More results: --cursor c1, or --all\n';
    expect(await ran('orders', page([], 'c1'))).toMatchObject({ code: 0, out: '', err: more });
  });

  it('goes on at a cursor', async () => {
    const { sent } = await ran('orders --cursor next/1==', page([], null));
    expect(sent[0]?.url).toBe(`${BASE}/api/payments?cursor=next%2F1%3D%3D`);
  });

  it('of all pages asks until there are no more, with the same filter', async () => {
    const { out, err, sent } = await ran(
      'orders --all --status success',
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
    const { out } = await ran('orders --all --json', page(['p-1'], 'c1'), page(['p-2'], null));
    expect(JSON.parse(out)).toEqual({
      data: [
        { ...PAYMENT, id: 'p-1' },
        { ...PAYMENT, id: 'p-2' },
      ],
      nextCursor: null,
    });
  });

  it('of all pages that breaks off prints no half of it', async () => {
    const { code, out } = await ran('orders --all --json', page(['p-1'], 'c1'), failure('ECONNRESET'));
    expect([code, out]).toEqual([1, '']);
  });

  it('of all pages needs no cursor', async () => {
    expect(await ran('orders --all --cursor c')).toMatchObject({ code: 2, sent: [] });
  });
});
