import { describe, expect, it } from 'vitest';
import { createScrub, rawFields, readName, readTimestamp, safeUrl } from './wire-values.ts';

const raw = (wire: object) => rawFields({ ...wire }, new Set(['order_id']));

describe('fields without a place of their own', () => {
  it('are kept as they came, under their own names', () => {
    const wire = {
      gateway_order_id: 'GW-1',
      billing_order_id: '20230913205317',
      customer_phone: '+380501234567',
      customer_fname: 'Olena',
      rrn: '325620123456',
      extra: 'number 1111111111111111',
      eci: '05',
      mcc: null,
      split_fee: { marketplace: { amount: 1.5, currency: 'UAH' }, sub_merchants: [{ amount: 0.1 }] },
      payload: 'shelf 3',
      entity_id: '12345678-1234-4234-8234-123456789012',
      verified: true,
      amount_before: 9_999_999_999_999.99,
    };
    expect(raw({ ...wire, order_id: 'x' })).toEqual(wire);
  });

  it.each([
    ['a text', { note: 'card 4242 4242 4242 4242 ok' }, { note: 'card [removed] ok' }],
    ['a number', { note: 4_242_424_242_424_242 }, { note: '[removed]' }],
    ['a list', { notes: ['4242424242424242'] }, { notes: ['[removed]'] }],
    ['an object', { deep: { deeper: '4242-4242-4242-4242' } }, { deep: { deeper: '[removed]' } }],
    ['a name', { '4242424242424242': 1 }, { '[removed]': 1 }],
    ['an identifier', { gateway_order_id: '4242424242424242' }, { gateway_order_id: '[removed]' }],
    ['an identifier with dashes', { rrn: '4242-4242-4242-4242' }, { rrn: '[removed]' }],
    ['a telephone number', { customer_phone: '378282246310005' }, { customer_phone: '[removed]' }],
    ['an identifier with words', { customer_id: 'is 4242 4242 4242 4242' }, { customer_id: 'is [removed]' }],
  ])('lose a card number in %s', (_, wire, expected) => {
    expect(raw(wire)).toEqual(expected);
  });

  it.each([
    'cc_token',
    'card_token',
    'network_token_id',
    'cc_number',
    'card_number',
    'cardNumber',
    'card_cvv',
    'cvc2',
    'pan',
    'masked_pan',
    'exp_month',
    'exp_year',
    'cryptogram',
    'api_key',
    'api_secret',
    'password',
    'pin',
  ])('lose %s, wherever it stands', (name) => {
    expect(raw({ [name]: 'abc', deep: [{ [name]: 'abc', kept: 1 }] })).toEqual({ deep: [{ kept: 1 }] });
  });

  it('keep the day on which a token ends', () => {
    expect(raw({ cc_token_expiration: 'soon' })).toEqual({ cc_token_expiration: 'soon' });
  });

  it('lose a token that another field repeats, and tokens of wallets', () => {
    expect(raw({ cc_token: 'abc+def/=', note: 'by abc+def/= and again abc%2Bdef%2F%3D' })).toEqual({
      note: 'by [removed] and again [removed]',
    });
    const id = '12345678-1234-4234-8234-123456789012';
    expect(raw({ cc_token: id, entity_id: id, note: `by ${id}` })).toEqual({
      entity_id: '[removed]',
      note: 'by [removed]',
    });
    // Shorter ones occur in other texts by chance.
    expect(raw({ cc_token: '1234567', note: 'by 1234567' })).toEqual({ note: 'by 1234567' });
    expect(raw({ cc_token: 'tokentok', note: 'by tokentok' })).toEqual({ note: 'by [removed]' });
    expect(raw({ note: 'rcr:QWxhZGRpbjpvcGVuIHNlc2FtZQ== x' })).toEqual({ note: '[removed] x' });
    expect(raw({ terminal_id: 'gpay:QWxhZGRpbg==' })).toEqual({ terminal_id: '[removed]' });
  });

  it('keep long rows of digits in identifiers, where a number goes only as a card has it', () => {
    const row = '42424242424242429271234';
    const names = ['gateway_order_id', 'customer_phone', 'rrn', 'auth_code', 'id'];
    const wire = Object.fromEntries(names.map((name) => [name, row]));
    expect(raw(wire)).toEqual(wire);
    expect(raw({ note: row, customer_id: `is ${row}`, idea: row })).toEqual({
      note: '[removed]',
      customer_id: 'is [removed]',
      idea: '[removed]',
    });
  });

  it('keep nothing of objects that are too deep', () => {
    let deep: object = { name: 'x' };
    for (let depth = 0; depth < 50; depth += 1) deep = { deep };
    expect(JSON.stringify(raw(deep))).toBe(`${'{"deep":'.repeat(7)}"[removed]"${'}'.repeat(7)}`);
  });

  it('end, however deep they are', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(JSON.stringify(raw({ deep }))).toBe('{"deep":[[[[[["[removed]"]]]]]]}');
  });
});

describe('scrubbing', () => {
  it('removes secrets wherever they stand, plain or percent-encoded, the longest first', () => {
    const scrub = createScrub(['key', 'key+more/', '']);
    expect(scrub('akeyb key+more/ key%2Bmore%2F')).toBe('a[removed]b [removed] [removed]');
  });

  it('takes only what is nothing but digits for a number', () => {
    expect(createScrub(['key1'])('key12')).toBe('[removed]2');
    expect(createScrub(['1key'])('21key')).toBe('2[removed]');
  });

  it('removes a CVV as a number of its own, and no part of other numbers', () => {
    expect(createScrub(['927'])('chapter 9-27')).toBe('chapter 9-27');
    expect(createScrub(['927'])('cvv 927, code 9271, "927"')).toBe('cvv [removed], code 9271, "[removed]"');
  });

  it('removes what could be a card number, whosever it is', () => {
    expect(createScrub([])('card 5454 5454 5454 5454 declined')).toBe('card [removed] declined');
  });

  it('removes the number of the card that was sent, even if it does not look like a card number', () => {
    const scrub = createScrub(['1111111111111117']);
    expect(scrub('1111 1111-1111.1117 and 1111111111111117')).toBe('[removed] and [removed]');
    expect(scrub('91111111111111117')).toBe('91111111111111117');
    expect(createScrub(['123456789012'])('1234 5678 9012')).toBe('[removed]');
  });
});

it.each([
  ['two words', 'two words'],
  ['a number of twelve letters', 'a number of twelve letters'],
  ['12345 678901', '12345 678901'],
  ['123456 789012', '[removed]~28'],
  ['123456789012', '123456789012'],
])('the id %j is read as %j: no id has blanks among so many digits', (id, name) => {
  expect(readName(id)).toBe(name);
});

describe('an id that could be a card number, or hold one', () => {
  const ids = [
    '20261123123456789',
    '20261123123456796',
    '4242424242424242',
    '4242420000014242',
    '4242 4242 4242 4242',
  ];

  it('is not kept, and stays different from other ids', () => {
    const names = ids.map(readName);
    expect(new Set(names).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^(\[removed\]|424242\*{6}4242)~\d\d$/);
  });

  it('is the same in every reading, in upper or lower case', () => {
    expect(readName('ref-4242424242424242')).toBe(readName('REF-4242424242424242')?.toLowerCase());
    expect(readName('4242424242424242')).toBe('424242******4242~99');
  });

  it('is none in the digits of an id or a hash', () => {
    for (const id of ['4242424242424242abcdef0123456789', '12345678-1234-4123-8123-424242424242'])
      expect(readName(id)).toBe(id);
  });
});

it('a time is a text, and nothing that only reads as one', () => {
  expect(readTimestamp(['2023-09-13T20:53:17'])).toBe(null);
  expect(readTimestamp('on 2023-09-13T20:53:17')).toBe(null);
  expect(readTimestamp('2023-09-13T20:53:17 or so')).toBe(null);
});

it.each([
  ['http://pay.localhost/x', true],
  ['http://127.10.0.123/x', true],
  ['http://[::1]:8090/x', true],
  ['ftp://localhost/x', false],
  ['http://notlocalhost/x', false],
  ['http://localhost.example/x', false],
  ['http://127.0.0.1.example/x', false],
])('the customer is led to %s: %s', (address, led) => {
  expect(safeUrl(address)).toBe(led ? address : null);
});
