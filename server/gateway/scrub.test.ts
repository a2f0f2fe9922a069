import { describe, expect, it } from 'vitest';
import { Scrub } from './scrub.ts';
import { CARD, clientFor, DIRECT, HOSTED, json, PAYMENT, seeOther, SETTINGS } from './testing/payments.ts';

const TOKEN = 'aWQ6c2VjcmV0/+==';

describe('the answer to a payment', () => {
  const paid = (payment: typeof DIRECT, told: object) =>
    clientFor(() => json({ ...PAYMENT, ...told })).client.createDirect(payment);
  const byToken = { ...DIRECT, card: undefined, cardToken: TOKEN };

  it.each([
    ['the card number in groups', DIRECT, 'Declined: 4242 4242-4242.4242', 'Declined: [removed]'],
    ['the CVV', DIRECT, 'Wrong CVV 927', 'Wrong CVV [removed]'],
    ['the card token', byToken, `Unknown token ${TOKEN}`, 'Unknown token [removed]'],
    ['the encoded token', byToken, encodeURIComponent(TOKEN), '[removed]'],
  ])('has no text that contains %s', async (_, payment, text, kept) => {
    const texts = { status_description: text, comment: text, limit_info: text, note: text };
    expect(await paid(payment, { ...texts, status_code: '4153' })).toMatchObject({
      value: {
        statusCode: '4153',
        statusDescription: kept,
        comment: kept,
        limit: { description: kept },
        raw: { status_description: kept, note: kept },
      },
    });
  });

  it.each([
    ['the card number, encoded in part', DIRECT, '4242%34242%34242%34242'],
    ['the card number in groups', DIRECT, '4242-4242-4242-4242'],
    ['the card token', byToken, TOKEN],
    ['the encoded card token', byToken, encodeURIComponent(TOKEN)],
  ])('has no address that contains %s', async (_, payment, part) => {
    const url = `https://bank.example/acs?pan=${part}`;
    const told = { receipt_url: url, user_action_url: url, user_action_required: true, other_url: url };
    const outcome = await paid(payment, { ...told, status: 'pending' });
    expect(outcome).toMatchObject({ value: { status: 'pending', actionUrl: null, receiptUrl: null } });
    expect(JSON.stringify(outcome)).not.toContain(part);
    const hosted = { ...HOSTED, method: 'lookup', card: CARD } as const;
    if (payment === DIRECT)
      expect(await clientFor(() => seeOther(url)).client.createHosted(hosted)).toEqual({
        kind: 'unknown',
        reason: 'HTTP 303: no-location',
      });
  });

  it('keeps texts, codes and addresses without card data, also with longer numbers around the CVV’s digits', async () => {
    const told = {
      status_description: 'Order 19270, insufficient funds, step 9-27',
      status_code: '927',
      amount: '927',
      cc_mask: '424242******0927',
      receipt_url: 'https://gateway.example/2026/01/02/receipt/5454/545454/545454/19270',
    };
    expect(await paid(DIRECT, told)).toMatchObject({
      value: {
        statusDescription: told.status_description,
        statusCode: '927',
        amountMinor: 92_700,
        cardMask: told.cc_mask,
        receiptUrl: told.receipt_url,
      },
    });
  });

  it('has no limit or fee that contains a card number, also if it is escaped', async () => {
    const limit_info = String.raw`{"description":"Card \u0034242424242424242","retry_after":"2026-01-02T10:00:00"}`;
    expect(await paid(DIRECT, { limit_info, fee: { amount: 1, currency: CARD.number } })).toMatchObject({
      value: {
        limit: { description: 'Card [removed]', retryAfter: '2026-01-02T10:00:00.000Z' },
        fee: { amountMinor: 100, currency: '424242******4242' },
      },
    });
  });

  it.each(['5454545454545454', '5454-%35454-5454-5454', '927'])(
    'has no receipt whose address contains a card number of any card, or the CVV: %s',
    async (part) => {
      const url = `https://gateway.example/receipt?pan=${part}`;
      expect(await paid(DIRECT, { receipt_url: url, user_action_url: url })).toMatchObject({
        value: { receiptUrl: null, actionUrl: url },
      });
    },
  );

  it('tells our own order id as it was sent, whatever it looks like, unless it repeats the card', async () => {
    const ofOrder = async (order_id: string) => paid(DIRECT, { order_id });
    const likeCard = '5454545454545454';
    expect(await ofOrder(likeCard)).toMatchObject({ value: { gatewayOrderId: likeCard } });
    expect(await ofOrder(CARD.number)).toMatchObject({ value: { gatewayOrderId: '[removed]' } });
  });

  it('names its own new card token in its own field only', async () => {
    const address = `https://a.example/?token=${encodeURIComponent(TOKEN)}`;
    const told = { cc_token: TOKEN, comment: `Token ${TOKEN}`, receipt_url: address, payment_id: TOKEN };
    const outcome = await paid(DIRECT, { ...told, network_token: 'x', note: TOKEN });
    expect(outcome).toMatchObject({
      value: {
        cardToken: { token: TOKEN },
        comment: 'Token [removed]',
        receiptUrl: null,
        gatewayPaymentId: '[removed]',
        raw: { note: '[removed]' },
      },
    });
    expect(JSON.stringify(outcome).split(TOKEN)).toHaveLength(2);
    // One so short stands in other texts by chance.
    expect(await paid(DIRECT, { cc_token: 'Appr', comment: 'Approved' })).toMatchObject({
      value: { comment: 'Approved' },
    });
  });
});

it('a credential or token so short that it occurs in addresses and ids by chance takes none of them', async () => {
  const settings = { ...SETTINGS, apiKey: 'key', apiSecret: 'secret', endpointsKey: 'test' };
  const location = 'https://test.gateway.example/form?key=1';
  const url = 'https://test-acs.bank.example/secret';
  const told = { ...PAYMENT, status: 'pending', user_action_required: true, user_action_url: url };
  const hosted = clientFor(() => seeOther(location), settings).client.createHosted(HOSTED);
  expect(await hosted).toEqual({ kind: 'answered', value: { location } });
  const byToken = { ...DIRECT, card: undefined, cardToken: 'e' };
  expect(await clientFor(() => json(told), settings).client.createDirect(byToken)).toMatchObject({
    value: { actionUrl: url, posId: PAYMENT.pos_id, gatewayOrderId: PAYMENT.order_id },
  });
});

it('a token that is no valid UTF-16 is hidden as any other', async () => {
  const cardToken = 'token-\ud800-1';
  const told = { ...PAYMENT, comment: `Unknown ${cardToken}` };
  const byToken = { ...DIRECT, card: undefined, cardToken };
  expect(await clientFor(() => json(told)).client.createDirect(byToken)).toMatchObject({
    value: { comment: 'Unknown [removed]' },
  });
});

describe('a text', () => {
  it('loses secrets wherever they stand, plain or percent-encoded, the longest first', () => {
    const scrub = new Scrub(['test-key', 'test-key+more/', '']);
    const given = 'atest-keyb test-key+more/ test-key%2Bmore%2F';
    expect(scrub.text(given)).toBe('a[removed]b [removed] [removed]');
  });

  it('loses what could be a card number, whosever it is, and tokens of wallets', () => {
    const scrub = new Scrub();
    expect(scrub.text('card 5454 5454 5454 5454 declined')).toBe('card [removed] declined');
    expect(scrub.text('rcr:QWxhZGRpbjpvcGVuIHNlc2FtZQ== x')).toBe('[removed] x');
  });

  it('loses the number of the card that was sent, even if it does not look like one or is no text', () => {
    const scrub = new Scrub(['1111111111111117']);
    expect(scrub.text('1111 1111-1111.1117 and 1111111111111117')).toBe('[removed] and [removed]');
    expect(scrub.text('so 91111111111111117')).toBe('[removed]');
    expect(scrub.fields({ note: 1_111_111_111_111_117, extra: 1_111_111_111_111_111 })).toEqual({
      note: '[removed]',
      extra: 1_111_111_111_111_111,
    });
  });

  it('takes only what is nothing but digits for a number of its own', () => {
    expect(new Scrub(['test-key1']).text('test-key12')).toBe('[removed]2');
    expect(new Scrub(['1test-key']).text('21test-key')).toBe('2[removed]');
    expect(new Scrub(['927']).text('927, 9271, "927"')).toBe('[removed], 9271, "[removed]"');
  });
});

describe('an id', () => {
  const id = (value: unknown) => new Scrub().fields({ payment_id: value })['payment_id'];

  it('is masked if it could be a card number, so that it stays the same in every reading and no other', () => {
    expect(id('4242424242424242')).toBe('424242******4242');
    expect(id('4242-4242-4242-4242')).toBe('424242******4242');
    expect(id('ref-4242424242424242')).toBe('ref-424242******4242');
    expect(id(4_242_424_242_424_242)).toBe('[removed]');
  });

  it('or a word longer than 256 characters is cut', () => {
    for (const name of ['payment_id', 'cc_mask', 'currency', 'mode', 'status'])
      expect(new Scrub().fields({ [name]: 'x'.repeat(257) })).toEqual({ [name]: 'x'.repeat(256) });
  });

  it.each([
    '12345678-1234-4123-8123-424242424242',
    '123456789012',
    '424242******4242',
    'two words',
    'x'.repeat(256),
  ])('stays as it is: %s', (given) => expect(id(given)).toBe(given));
});

describe('the fields of an object', () => {
  const fields = (wire: object) => new Scrub().fields({ ...wire });

  it('are kept as they came, under their own names', () => {
    const wire = {
      billing_order_id: '20230913205317',
      customer_phone: '+380501234567',
      rrn: '325620123456',
      extra: 'number 1111111111111111',
      mcc: null,
      split_fee: { marketplace: { amount: 1.5, currency: 'UAH' }, sub_merchants: [{ amount: 0.1 }] },
      entity_id: '12345678-1234-4234-8234-123456789012',
      verified: true,
      empty_id: '',
      amount_before: 9_999_999_999_999.99,
      cc_token_expiration: 'soon',
    };
    expect(fields(wire)).toEqual(wire);
  });

  it.each([
    ['a text', { note: 'card 4242 4242 4242 4242 ok' }, { note: 'card [removed] ok' }],
    ['a number', { note: 4_242_424_242_424_242 }, { note: '[removed]' }],
    ['a list', { notes: ['4242424242424242'] }, { notes: ['[removed]'] }],
    ['an object', { deep: { deeper: '4242-4242-4242-4242' } }, { deep: { deeper: '[removed]' } }],
    ['a name', { '4242424242424242': 1 }, { '[removed]': 1 }],
    ['an id', { gateway_order_id: '4242424242424242' }, { gateway_order_id: '424242******4242' }],
    ['a telephone number', { customer_phone: '378282246310005' }, { customer_phone: '378282******0005' }],
    ['an id with words', { customer_id: 'is 4242424 242424242' }, { customer_id: 'is 424242******4242' }],
  ])('lose a card number in %s', (_, wire, expected) => {
    expect(fields(wire)).toEqual(expected);
  });

  const SECRETS =
    'cc_token network_token_id cc_number cardNumber card_cvv cvc2 cvn csc security_code securityCode pan masked_pan exp_month exp_year cryptogram api_key api_secret password pin';
  it.each(SECRETS.split(' '))('lose %s, wherever it stands', (name) => {
    expect(fields({ [name]: 'abc', deep: [{ [name]: 'abc', kept: 1 }] })).toEqual({ deep: [{ kept: 1 }] });
  });

  it('are its own, whatever their names', () => {
    const wire: unknown = JSON.parse('{"__proto__":{"payment_id":"x"}}');
    const kept = fields(wire as object);
    expect(kept['payment_id']).toBeUndefined();
    expect(JSON.stringify(kept)).toBe('{"__proto__":{"payment_id":"x"}}');
  });

  it('keep long rows of digits in ids, where a number goes only as a card has it', () => {
    const row = '42424242424242429271234';
    const names = ['gateway_order_id', 'customer_phone', 'rrn', 'auth_code', 'id'];
    const wire = Object.fromEntries(names.map((name) => [name, row]));
    expect(fields(wire)).toEqual(wire);
    expect(fields({ note: row, idea: row })).toEqual({ note: '[removed]', idea: '[removed]' });
  });

  it('keep nothing of objects and lists that are too deep', () => {
    let object: object = { name: 'x' };
    let list: unknown = 'x';
    for (let depth = 0; depth < 5_000; depth += 1) [object, list] = [{ deep: object }, [list]];
    expect(JSON.stringify(fields(object))).toBe(`${'{"deep":'.repeat(7)}"[removed]"${'}'.repeat(7)}`);
    expect(JSON.stringify(fields({ list }))).toBe('{"list":[[[[[["[removed]"]]]]]]}');
  });
});
