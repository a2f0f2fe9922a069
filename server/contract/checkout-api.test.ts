import { describe, expect, it } from 'vitest';
import { createHostedSchema, createPaymentSchema } from './checkout-api.ts';
import { CARD, FINGERPRINT } from './testing/fixtures.ts';

describe('a way to pay', () => {
  it('is exactly one of card, saved card and card token', () => {
    const card = CARD;
    const fingerprint = FINGERPRINT;
    const holds = (body: object) => createPaymentSchema.safeParse({ fingerprint, ...body }).success;
    expect(holds({ card })).toBe(true);
    expect(holds({ cardToken: 't' })).toBe(true);
    expect(holds({})).toBe(false);
    expect(holds({ card, cardToken: 't' })).toBe(false);
  });

  it('takes no CVV with a saved card, which is charged by its id only', () => {
    const body = { fingerprint: FINGERPRINT, savedCard: { id: 's1', cvv: '123' } };
    const { error } = createPaymentSchema.safeParse(body);
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', path: ['savedCard'], keys: ['cvv'] }]);
  });

  it('takes card tokens as the gateway makes them, a wallet’s too, and nothing with blanks', () => {
    const fingerprint = FINGERPRINT;
    const holds = (cardToken: string) => createPaymentSchema.safeParse({ fingerprint, cardToken }).success;
    expect(holds('c2FtcGxlLWlkLW9mLTMyLWNoYXJhY3RlcnMu:c2VjcmV0LW9mLXRoZS10b2tlbg==')).toBe(true);
    expect(holds('rcr:c2FtcGxl+/8=')).toBe(true);
    expect(holds('x'.repeat(8192))).toBe(true);
    for (const other of ['', ' ', 'two words', 'line\n', 'x'.repeat(8193)]) expect(holds(other)).toBe(false);
  });

  it('may replace a payment, which it names by an id', () => {
    const holds = (replaces: unknown) =>
      createPaymentSchema.safeParse({ fingerprint: FINGERPRINT, cardToken: 't', replaces }).success;
    expect(holds('5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21')).toBe(true);
    for (const other of ['', 'x'.repeat(65), 1, null]) expect(holds(other)).toBe(false);
  });

  it('may be a card token with digits by chance, as random letters and digits have', () => {
    const cardToken = 'f4242424242424242b';
    expect(createPaymentSchema.safeParse({ fingerprint: FINGERPRINT, cardToken }).success).toBe(true);
  });

  it.each(['4242424242424242', '4242-4242-4242-4242', '4242.4242.4242.4242', '4242424242424242.'])(
    'takes no card number for a card token: %s',
    (cardToken) => {
      const { error } = createPaymentSchema.safeParse({ fingerprint: FINGERPRINT, cardToken });
      expect(error?.issues).toMatchObject([{ path: ['cardToken'], params: { code: 'looks-like-a-card' } }]);
    },
  );
});

describe('the way to the hosted page', () => {
  it('may carry a card, whole or not at all', () => {
    expect(createHostedSchema.parse({})).toEqual({ customer: {} });
    expect(createHostedSchema.parse({ card: CARD })).toEqual({ customer: {}, card: CARD });
    for (const card of [{}, { ...CARD, cvv: undefined }, { ...CARD, brand: 'visa' }, null, 'card']) {
      expect(createHostedSchema.safeParse({ card }).success).toBe(false);
    }
  });
});
