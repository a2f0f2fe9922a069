import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { CARD, clientFor, DIRECT, HOSTED, SETTINGS } from './testing/payments.ts';

const answer = (status: number, body: unknown, headers = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return clientFor(() => new Response(text, { status, headers })).client;
};
/** The outcome of a read, which accepts a refusal in any form. */
const read = (status: number, body: unknown) => answer(status, body).readOrder('order-0007');
const charge = (status: number, body: unknown) => answer(status, body).createDirect(DIRECT);
async function refusalOf(body: unknown, status = 400) {
  const outcome = await read(status, body);
  if (outcome.kind !== 'refused') throw new Error(JSON.stringify(outcome));
  return outcome.refusal;
}

const OWN_FORM = [
  { message: 'No', args: { code: 'P-400' } },
  { message: 'No' },
  { args: { code: 'P-400' } },
  { code: 'P-400' },
];
const OTHER_FORM = [
  { error: 'no', code: '404' },
  '<h1>Not Found</h1>',
  '',
  '"no"',
  'null',
  '{"message":"cut',
  [{ message: 'no' }],
  { error: 'no' },
  { message: ' ' },
  { message: { en: 'no' } },
];

describe('a refusal', () => {
  it.each([400, 401, 404, 405, 406, 409])(
    'by HTTP %i comes from the gateway if it has its form',
    async (status) => {
      for (const body of OWN_FORM) expect((await charge(status, body)).kind).toBe('refused');
      for (const body of OTHER_FORM) {
        expect(await charge(status, body)).toEqual({
          kind: 'unknown',
          reason: `HTTP ${status}: undocumented-refusal`,
        });
        expect((await read(status, body)).kind).toBe('refused');
      }
    },
  );

  it('by HTTP 429 is safe in any form: a limit is checked before the work', async () => {
    for (const body of [...OWN_FORM, ...OTHER_FORM])
      expect(await charge(429, body)).toMatchObject({ kind: 'refused', refusal: { means: 'busy' } });
  });

  it('by HTTP 403 is one only if the gateway itself says that it does not know the credentials', async () => {
    const own = [
      { message: 'Forbidden', args: { code: 'S-403' } },
      { message: 'Invalid credentials', args: {} },
    ];
    for (const body of own) expect((await charge(403, body)).kind).toBe('refused');
    const others = [
      '<h1>Forbidden</h1>',
      '',
      { message: 'Invalid API key' },
      { message: 'x', args: { code: 'P-403' } },
    ];
    for (const body of others) expect((await charge(403, body)).kind).toBe('unknown');
  });

  it.each([402, 408, 410, 422, 500, 502, 503, 504])('is none by HTTP %i', async (status) => {
    const body = { message: 'Invalid credentials', args: { code: 'S-403' } };
    expect((await charge(status, body)).kind).toBe('unknown');
    expect((await read(status, body)).kind).toBe('unknown');
  });

  it('says how long to wait if the gateway says so in seconds', async () => {
    const told = async (header: string) => {
      const body = { message: 'Too many', args: { code: 'P-429' } };
      const outcome = await answer(429, body, { 'retry-after': header }).createDirect(DIRECT);
      return outcome.kind === 'refused' && outcome.refusal.retryAfterMs;
    };
    expect([await told('10'), await told('0')]).toEqual([10_000, 0]);
    for (const header of ['1.5', '7 seconds', '1234567', '']) expect(await told(header)).toBeUndefined();
  });
});

describe('the words of a refusal', () => {
  it('are its message, its code and its details', async () => {
    expect(await refusalOf({ message: ' Order already exists\n', args: { code: 'P-409' } }, 409)).toEqual({
      status: 409,
      code: 'P-409',
      documented: true,
      means: 'order-id-exists',
      message: 'Order already exists',
      details: [],
    });
  });

  it.each<[string, unknown, string[]]>([
    [
      'an array of field and violation',
      [
        { field_name: 'cc_number', violation: 'invalid' },
        { field_name: 'amount', violation: ['too low', 'no number'] },
        { field_name: 'order_id' },
      ],
      ['cc_number: invalid', 'amount: too low', 'amount: no number', 'order_id: invalid'],
    ],
    [
      'an object of paths with arrays of messages',
      { 'customer.email': [{ msg: ['is empty', 'is no address'] }], amount: [{ msg: ['bad'] }] },
      ['customer.email: is empty', 'customer.email: is no address', 'amount: bad'],
    ],
    ['a code beside others', { code: 'S-403', retry: false, left: 0 }, ['retry: false', 'left: 0']],
    [
      'a deeper object',
      { customer: { code: 'x', phone: { msg: 'short' } } },
      ['customer.code: x', 'customer.phone: short'],
    ],
    ['an array of texts', ['one', 'two'], ['one', 'two']],
    ['nothing', undefined, []],
    ['nulls', { a: null, b: [null] }, []],
  ])('are flattened from args as %s', async (_, args, details) => {
    expect(await refusalOf({ message: 'Bad request', args })).toMatchObject({
      message: 'Bad request',
      details,
    });
  });

  it('are the HTTP status if there are none, and all of a body without message and args', async () => {
    for (const body of OTHER_FORM.filter((one) => typeof one === 'string'))
      expect(await refusalOf(body, 404)).toMatchObject({
        code: null,
        documented: false,
        message: 'The gateway answered HTTP 404',
      });
    const { details } = await refusalOf({ error: 'unauthorized', path: '/api' });
    expect(details).toEqual(['error: unauthorized', 'path: /api']);
  });

  it.each([
    ['501800000009', null],
    ['a'.repeat(17), null],
    [{}, null],
    [409, '409'],
  ])('have for the code %j, in args or beside them: %j', async (code, expected) => {
    expect((await refusalOf({ message: 'x', args: { code } })).code).toBe(expected);
    expect((await refusalOf({ message: 'x', code })).code).toBe(expected);
  });

  it('are scrubbed before they are cut, so that no half of a secret stays', async () => {
    const { message, details } = await refusalOf({
      message: `${'x'.repeat(505)}4242424242424242`,
      args: [`${'y'.repeat(250)} endpoints-key`],
    });
    expect(message).toBe(`${'x'.repeat(505)}[remove`);
    expect(details).toEqual([`${'y'.repeat(250)} [remo`]);
  });

  it('contain no card data, token or key, even if the gateway repeats them', async () => {
    const sent = [CARD.number, CARD.cvv, 'public-key:top/secret+value', 'top%2Fsecret%2Bvalue'];
    const args = {
      cc_number: [{ msg: [CARD.number] }],
      card_cvv: [{ msg: [`${CARD.cvv} is short`] }],
      [CARD.number]: 'unknown',
    };
    const outcome = JSON.stringify(await charge(400, { message: `You sent ${sent.join(' and ')}`, args }));
    expect(outcome).toContain('You sent [removed]');
    for (const secret of [...sent, 'public-key', 'top/secret+value']) expect(outcome).not.toContain(secret);

    const byToken = { ...DIRECT, card: undefined, cardToken: 'rcr:dG9rZW4=' };
    expect(await answer(400, { message: 'bad token rcr:dG9rZW4=' }).createDirect(byToken)).toMatchObject({
      refusal: { message: 'bad token [removed]' },
    });
    const inner = ['AgAAAGYtBn1PDIEAmcg=', 'mastercard'];
    const byWallet = { ...DIRECT, cryptogram: { data: { inner } } };
    const bad = `bad ${inner.join(' of ')}`;
    expect(await answer(400, { message: bad }).createDirect(byWallet)).toMatchObject({
      refusal: { message: 'bad [removed] of mastercard' },
    });
    const lookup = { ...HOSTED, method: 'lookup', card: CARD } as const;
    expect(await answer(400, { message: `bad ${CARD.cvv}` }).createHosted(lookup)).toMatchObject({
      refusal: { message: 'bad [removed]' },
    });
  });
});

describe('a refusal means', () => {
  const args = { code: 'S-404' };
  const fields = (...names: string[]) => ({
    message: 'Request validation failed',
    args: names.map((field_name) => ({ field_name, violation: 'is invalid' })),
  });
  it.each<[string, number, unknown]>([
    ['busy', 429, { message: 'x', args: { code: 'P-409' } }],
    ['order-id-exists', 400, { message: 'Order already exists', args: { code: 'P-409' } }],
    ['order-id-exists', 400, { message: 'x', code: 'P-409', args: null }],
    ['order-id-exists', 400, { message: 'x', code: 'S-400', args: { code: 'P-409' } }],
    ['order-id-exists', 400, { message: 'x', code: 'P-409', args: [{ field_name: 'order_id' }] }],
    ['order-id-exists', 400, { code: 'P-409' }],
    ['other', 400, { code: { text: 'P-409' } }],
    ['order-id-exists', 409, { message: 'Conflict' }],
    ['credentials', 401, '<html>'],
    ['credentials', 401, { message: 'Invalid pos_id field or credentials', args }],
    ['credentials', 404, { message: 'Invalid pos_id field or credentials', args }],
    ['credentials', 404, { message: 'Invalid pos_id field or credentials', code: 'S-404' }],
    ['credentials', 403, { message: 'x', code: 'S-403' }],
    ['credentials', 400, { message: 'No', args: { code: 'S-403' } }],
    ['credentials', 400, { message: 'Bad request', args: [{ field_name: 'pos_id', violation: 'unknown' }] }],
    ['credentials', 400, { message: 'X-API-KEY is missing' }],
    ['credentials', 404, { message: 'Wrong apikey', args: {} }],
    ['credentials', 404, { message: 'Authorization failed', args: {} }],
    ['credentials', 404, { args: { reason: 'No such Pos ID' } }],
    ['other', 400, { message: 'Card authorization failed', args: { code: 'P-400' } }],
    ['not-found', 404, { message: 'No such order', args }],
    ['not-found', 404, { message: 'No such order', args: {} }],
    ['not-found', 404, { message: 'No such order', code: 'S-404' }],
    ['other', 404, { message: 'No such order', code: 404 }],
    ['other', 404, { message: 'No such order', code: 'NOT_FOUND' }],
    ['other', 404, { message: 'no Route matched with those values' }],
    ['other', 404, '<html>404</html>'],
    ['other', 400, { message: 'No such order', args }],
    ['other', 406, { message: 'Wrong credentials' }],
    ['card-token', 400, fields('cc_token')],
    ['other', 400, fields('cc_token', 'amount')],
    ['other', 400, fields('cc_token_expiration')],
    ['other', 406, fields('cc_token')],
  ])('%s with HTTP %i and %j', async (means, status, body) => {
    expect((await refusalOf(body, status)).means).toBe(means);
  });

  it('the same if a word or number of it is a secret of the call, and keeps its code', async () => {
    const byCvv = (cvv: string, body: unknown, status = 400) =>
      answer(status, body).createDirect({ ...DIRECT, card: { ...CARD, cvv } });
    const exists = { message: 'Order already exists', args: { code: 'P-409' } };
    for (const cvv of ['409', '408'])
      expect(await byCvv(cvv, exists)).toMatchObject({
        refusal: { means: 'order-id-exists', code: 'P-409' },
      });
    const wrongKey = { message: 'Invalid credentials', args: { code: 'S-404' } };
    const named = { ...SETTINGS, apiKey: 'credentials' };
    const { client } = clientFor(() => new Response(JSON.stringify(wrongKey), { status: 404 }), named);
    expect(await client.readOrder('order-0007')).toMatchObject({
      refusal: { means: 'credentials', code: 'S-404', message: 'Invalid [removed]' },
    });
  });
});

describe('an unknown outcome', () => {
  it.each([
    [
      500,
      { message: 'Internal error', args: { code: 'S-500' } },
      'unexpected-status: Internal error (S-500)',
    ],
    [503, { message: 'Later' }, 'unexpected-status: Later'],
    [200, { message: 'Card 4242 4242 4242 4242, cvv 927' }, 'no-payment: Card [removed], cvv [removed]'],
    [500, '<h1>Bad gateway 4242424242424242</h1>', 'unexpected-status'],
  ])(
    'by HTTP %i repeats what the gateway says in its error form, without card data (%#)',
    async (status, body, words) => {
      expect(await charge(status, body)).toEqual({ kind: 'unknown', reason: `HTTP ${status}: ${words}` });
    },
  );

  it('repeats nothing of the request', async () => {
    const failing = () => Promise.reject(new Error(`sent ${CARD.number} with top/secret+value`));
    const outcome = await createGatewayClient(SETTINGS, { fetch: failing }).createDirect(DIRECT);
    expect(outcome).toEqual({ kind: 'unknown', reason: 'no-code' });
  });
});
