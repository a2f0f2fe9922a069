import { describe, expect, it } from 'vitest';
import { LISTED, PAYMENT, REFUND } from './testing/views.ts';
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
    ['failure', 1],
    ['pending', 3],
    ['init', 3],
    ['unknown', 3],
  ])('that is %s ends with exit code %i, also with --json', async (status, exitCode) => {
    const { code, err } = await ran('refund A-1001', json({ ...REFUND, status }));
    expect(code).toBe(exitCode);
    expect(err.includes('a refund with a new key would be a second one.')).toBe(exitCode === 3);
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

  it.each(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'DEPTH_ZERO_SELF_SIGNED_CERT'])(
    'after %s knows that nothing was done',
    async (reason) => {
      const { code, err } = await ran(argv, failure(reason));
      expect(code).toBe(1);
      expect(err).toContain(`The companion at ${BASE} cannot be reached: `);
      expect(err).toMatch(/\nNothing was done\.\n$/);
    },
  );

  it.each([301, 404])('HTTP %i of something else is no doubt, and is not followed', async (status) => {
    const headers = { location: 'https://elsewhere.example/' };
    const { code, err, sent } = await ran(argv, new Response('', { status, headers }));
    expect([code, sent.length]).toEqual([1, 1]);
    expect(err).toContain(`${elsewhere(status)}\nCheck PUBLIC_URL or --url`);
    expect(err).not.toContain('It is not known');
  });
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
    [problem(404, 'not-found', title), 'the companion has no MERCHANT_API_KEY.'],
    [problem(404, 'not-found'), 'It is invalid (not-found, HTTP 404).\nSay it otherwise.\nRequest id: r-1\n'],
    [problem(409, 'operation-open', { errors: 'many' }), 'is not a merchant API (HTTP 409).'],
  ])('%o comes with advice: %s', async (answer, advice) => {
    const { code, err } = await ran('refund A-1', answer);
    expect([code, err]).toEqual([1, expect.stringContaining(advice)]);
    expect(err).not.toContain('It is not known');
  });
});

it.each([
  ['failure', 0],
  ['success', 1],
  ['pending', 3],
])('cancel that leaves the payment %s ends with exit code %i', async (status, exitCode) => {
  const { code, err, sent } = await ran('cancel A-1001', json({ ...PAYMENT, status }));
  expect([code, err]).toEqual([exitCode, '']);
  expect(sent).toMatchObject([{ method: 'POST', url: `${BASE}/api/orders/A-1001/cancel`, body: '' }]);
});

it.each([
  'cancel A-1001',
  'messages send msg_1',
  'orders create --id A-1 --amount 1 --currency EUR --description x',
  `resolve ${PAYMENT.id} --status failure --comment x`,
])('%s may be repeated where its answer gets lost', async (line) => {
  const { code, err } = await ran(line, failure('ECONNRESET'));
  const said = 'It is not known whether this was done.\nRepeat the command: doing it twice is safe.\n';
  expect([code, err]).toEqual([3, expect.stringContaining(said)]);
});

it.each([
  ['resolve', PAYMENT.id, 'payments', '', {}],
  ['resolve operation', REFUND.id, 'operations', ' --amount 5.00', { amount: '5.00' }],
])('%s sends what a person decided', async (name, id, kind, option, more) => {
  const view = kind === 'payments' ? PAYMENT : REFUND;
  const { code, sent } = await ran(`${name} ${id} --status failure --comment gone${option}`, json(view));
  expect(code).toBe(0);
  expect(sent).toMatchObject([{ method: 'POST', url: `${BASE}/api/${kind}/${id}/resolve` }]);
  expect(sent[0]?.body).toEqual({ status: 'failure', comment: 'gone', ...more });
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

it.each(['--all', '--status init'])(
  'an order does not go with the options of a list: %s',
  async (options) => {
    const { code, err, sent } = await ran(`orders A-1 ${options}`);
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain('Options of the list cannot be combined with the id of one item.');
  },
);

const page = (ids: string[], nextCursor: string | null) =>
  json({ data: ids.map((id) => ({ ...LISTED, id })), nextCursor });

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
    expect(await ran('orders', page([], null))).toMatchObject({ code: 0, out: '', err: 'Nothing found.\n' });
    const more = 'More results: --cursor c1, or --all\n';
    expect(await ran('orders', page([], 'c1'))).toMatchObject({ code: 0, out: '', err: more });
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
    const [first, second] = ['p-1', 'p-2'].map((id) => ({ ...LISTED, id }));
    expect(JSON.parse(out)).toEqual({ data: [first, second], nextCursor: null });
  });

  it('of all pages that breaks off prints no half of it', async () => {
    const { code, out } = await ran('orders --all --json', page(['p-1'], 'c1'), failure('ECONNRESET'));
    expect([code, out]).toEqual([1, '']);
  });

  it('as CSV is printed as it came', async () => {
    const text = 'id,orderId\r\np-1,A-1001\r\n';
    const answer = new Response(text, { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const { code, out, sent } = await ran('payments --from 2026-11-25 --csv', answer);
    expect([code, out]).toEqual([0, text]);
    expect(sent).toMatchObject([{ headers: { accept: 'text/csv' } }]);
  });

  it.each(['--json', '--all', '--limit 5', '--cursor c'])('as CSV is whole: not with %s', async (more) => {
    expect(await ran(`payments --csv ${more}`)).toMatchObject({ code: 2, sent: [] });
  });

  it('of all pages needs no cursor', async () => {
    expect(await ran('orders --all --cursor c')).toMatchObject({ code: 2, sent: [] });
  });
});
