import { describe, expect, it } from 'vitest';
import { createScrub, rawFields } from './wire-values.ts';

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
    expect(raw({ note: 'rcr:QWxhZGRpbjpvcGVuIHNlc2FtZQ== x' })).toEqual({ note: '[removed] x' });
    expect(raw({ terminal_id: 'gpay:QWxhZGRpbg==' })).toEqual({ terminal_id: '[removed]' });
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

  it('removes a CVV as a number of its own, and no part of other numbers', () => {
    expect(createScrub(['927'])('cvv 927, code 9271, "927"')).toBe('cvv [removed], code 9271, "[removed]"');
  });

  it('removes what could be a card number, whosever it is', () => {
    expect(createScrub([])('card 5454 5454 5454 5454 declined')).toBe('card [removed] declined');
  });

  it('removes the number of the card that was sent, also one that nobody would take for a card number', () => {
    const scrub = createScrub(['1111111111111117']);
    expect(scrub('1111 1111-1111.1117 and 1111111111111117')).toBe('[removed] and [removed]');
    expect(scrub('91111111111111117')).toBe('91111111111111117');
  });
});
