import { describe, expect, it } from 'vitest';
import { readRefusal } from './refusal.ts';
import { createScrub } from './wire-values.ts';

const read = (body: unknown, status = 400) =>
  readRefusal(
    { status, text: typeof body === 'string' ? body : JSON.stringify(body) },
    createScrub(['hush']),
  );

describe('an error body', () => {
  it('has a message and a code in args', () => {
    expect(read({ message: 'Order already exists', args: { code: 'P-409' } }, 409)).toEqual({
      status: 409,
      code: 'P-409',
      documented: true,
      means: 'order-id-exists',
      message: 'Order already exists',
      details: [],
    });
  });

  it.each<[string, unknown, number, string]>([
    ['is of the card token where it names nothing else', [['cc_token', 'is invalid']], 400, 'card-token'],
    [
      'is of more than the token where it names another field',
      [
        ['cc_token', 'x'],
        ['amount', 'y'],
      ],
      400,
      'other',
    ],
    ['is not of the token with another status', [['cc_token', 'is invalid']], 406, 'other'],
    ['is not of the token where a longer name begins so', [['cc_token_expiration', 'x']], 400, 'other'],
  ])('%s', (_, fields, status, means) => {
    const args = (fields as string[][]).map(([field_name, violation]) => ({ field_name, violation }));
    expect(read({ message: 'Request validation failed', args }, status)).toMatchObject({ means });
  });

  it('has its message without the blanks around it', () => {
    expect(read({ message: ' No such order\n' }).message).toBe('No such order');
  });

  it('comes with how long to wait, where the gateway says so', () => {
    const answer = { status: 429, text: '{"message":"Too many","args":{"code":"P-429"}}' };
    const scrub = createScrub([]);
    expect(readRefusal({ ...answer, retryAfterMs: 7000 }, scrub)).toMatchObject({ retryAfterMs: 7000 });
    expect(readRefusal({ ...answer, retryAfterMs: null }, scrub)).not.toHaveProperty('retryAfterMs');
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
    [
      'an object of strings',
      { reason: 'duplicate', hint: 'use another' },
      ['reason: duplicate', 'hint: use another'],
    ],
    ['a code beside others', { code: 'S-403', reason: 'key' }, ['reason: key']],
    [
      'a deeper object',
      { customer: { code: 'x', phone: { msg: 'short' } } },
      ['customer.code: x', 'customer.phone: short'],
    ],
    ['text', 'just text', ['just text']],
    ['an array of texts', ['one', 'two'], ['one', 'two']],
    ['a number', 7, ['7']],
    ['an object with more than texts', { retry: false, left: 0 }, ['retry: false', 'left: 0']],
    ['null', null, []],
    ['nothing', undefined, []],
    ['an empty object', {}, []],
    ['nulls', { a: null, b: [null] }, []],
  ])('is flattened where args is %s', (_, args, details) => {
    expect(read({ message: 'Bad request', args })).toMatchObject({ message: 'Bad request', details });
  });

  it.each<[string, string | object]>([
    ['HTML', '<html><body>404 Not Found</body></html>'],
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[1]'],
    ['text', '"no"'],
    ['an empty message', { message: ' ', args: {} }],
    ['a message that is no text', { message: { en: 'no' } }],
  ])('gives the HTTP status for a message where it is %s', (_, body) => {
    expect(read(body, 404)).toMatchObject({
      status: 404,
      code: null,
      message: 'The gateway answered HTTP 404',
    });
  });

  it('is flattened as a whole where it has neither message nor args', () => {
    expect(read({ error: 'unauthorized', path: '/api' }).details).toEqual([
      'error: unauthorized',
      'path: /api',
    ]);
  });

  it.each([
    ['a card number is no code', '501800000009', null],
    ['a secret is no code', 'hush', null],
    ['a long text is no code', 'a'.repeat(17), null],
    ['an object is no code', {}, null],
    ['a number is a code', 409, '409'],
  ])('is read so that %s', (_, code, expected) => {
    expect(read({ message: 'x', args: { code } }).code).toBe(expected);
  });

  it('is scrubbed before it is cut, so that no half of a card number stays', () => {
    const refusal = read({
      message: `${'x'.repeat(505)}4242424242424242`,
      args: [`${'y'.repeat(250)} hush`],
    });
    expect(refusal.message).toBe(`${'x'.repeat(505)}[remove`);
    expect(refusal.details).toEqual([`${'y'.repeat(250)} [remo`]);
    expect(refusal.message).toHaveLength(512);
  });

  it('is scrubbed in the names of its fields as well', () => {
    expect(read({ message: 'x', args: { '4242424242424242': 'unknown', hush: 'unknown' } }).details).toEqual([
      '[removed]: unknown',
      '[removed]: unknown',
    ]);
  });

  it('ends, however much and however deep it says it', () => {
    const nested = (wrap: (inner: unknown) => unknown) =>
      Array.from({ length: 50 }).reduce<unknown>((inner) => wrap(inner), 'x');
    expect(read({ message: 'x', args: nested((field) => ({ field })) }).details).toEqual([]);
    expect(
      read({ message: 'x', args: nested((violation) => ({ field_name: 'a', violation })) }).details,
    ).toEqual([]);
    const deep = `${'['.repeat(5000)}"x"${']'.repeat(5000)}`;
    expect(read(`{"message":"x","args":${deep}}`).details).toEqual([]);
    expect(read({ message: 'x', args: Array.from({ length: 500 }, () => 'again') }).details).toHaveLength(20);
  });
});

describe('a body of the gateway’s own form', () => {
  it.each([
    [{ message: 'No such order', args: { code: 'S-404' } }, true],
    [{ message: 'no Route matched with those values' }, false],
    [{ message: 'No such order', args: [] }, true],
    [{ args: { code: 'S-404' } }, true],
    [{ error: 'not found' }, false],
    ['not found', false],
  ])('is distinguished from one of something in between: %j', (body, documented) => {
    expect(read(body, 404).documented).toBe(documented);
  });
});

describe('a refusal means', () => {
  const args = { code: 'S-404' };
  it.each<[string, number, unknown]>([
    ['busy', 429, { message: 'Too many requests' }],
    ['busy', 429, '<html>'],
    ['busy', 429, { message: 'x', args: { code: 'P-409' } }],
    ['order-id-exists', 400, { message: 'Order already exists', args: { code: 'P-409' } }],
    ['order-id-exists', 409, { message: 'Conflict' }],
    ['credentials', 401, { message: 'No' }],
    ['credentials', 401, '<html>'],
    ['credentials', 401, { message: 'Invalid pos_id field or credentials', args }],
    ['credentials', 404, { message: 'Invalid pos_id field or credentials', args }],
    ['credentials', 403, { message: 'Forbidden', args: { code: 'S-403' } }],
    ['credentials', 400, { message: 'No', args: { code: 'S-403' } }],
    ['credentials', 400, { message: 'Bad request', args: [{ field_name: 'pos_id', violation: 'unknown' }] }],
    ['credentials', 400, { message: 'X-API-KEY is missing' }],
    ['credentials', 403, { message: 'Wrong API key' }],
    ['credentials', 404, { message: 'Wrong apikey', args: {} }],
    ['credentials', 404, { message: 'Authorization failed', args: {} }],
    ['credentials', 404, { args: { reason: 'No such Pos ID' } }],
    ['other', 400, { message: 'Card authorization failed', args: { code: 'P-400' } }],
    ['other', 400, { message: 'Authorisation has expired', args: { code: 'P-410' } }],
    ['credentials', 403, { message: 'Authorization failed' }],
    ['not-found', 404, { message: 'No such order', args }],
    ['not-found', 404, { message: 'No such order', args: {} }],
    ['other', 404, { message: 'no Route matched with those values' }],
    ['other', 404, '<html>404</html>'],
    ['other', 404, ''],
    ['other', 400, { message: 'No such order', args }],
    ['other', 400, { message: 'Bad amount', args: [{ field_name: 'amount', violation: 'low' }] }],
    ['other', 406, { message: 'Wrong credentials' }],
    ['other', 403, { message: 'Unauthorised position identifier', args: {} }],
  ])('%s with HTTP %i and %j', (means, status, body) => {
    expect(read(body, status).means).toBe(means);
  });
});
