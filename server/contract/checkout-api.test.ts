import { describe, expect, it } from 'vitest';
import { createHostedSchema, createPaymentSchema } from './checkout-api.ts';
import { CARD, FINGERPRINT } from './testing/fixtures.ts';

const read = (body: object) => createPaymentSchema.safeParse({ fingerprint: FINGERPRINT, ...body });
const holds = (body: object) => read(body).success;

describe('a way to pay', () => {
  it('is exactly one of card, saved card and card token', () => {
    expect(holds({ card: CARD })).toBe(true);
    expect(holds({ cardToken: 't' })).toBe(true);
    expect(holds({})).toBe(false);
    expect(holds({ card: CARD, cardToken: 't' })).toBe(false);
  });

  it('takes no CVV with a saved card, which is charged by its id only', () => {
    const { error } = read({ savedCard: { id: 's1', cvv: '123' } });
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', path: ['savedCard'], keys: ['cvv'] }]);
  });

  it('takes card tokens as the gateway makes them, a wallet’s too, and nothing with blanks', () => {
    const whole = 'c2FtcGxlLWlkLW9mLTMyLWNoYXJhY3RlcnMu:c2VjcmV0LW9mLXRoZS10b2tlbg==';
    // Random letters and digits may have those of a card by chance.
    const byChance = 'f4242424242424242b';
    for (const cardToken of [whole, 'rcr:c2FtcGxl+/8=', byChance, 'x'.repeat(8192)])
      expect(holds({ cardToken })).toBe(true);
    for (const cardToken of ['', ' ', 'two words', 'line\n', 'x'.repeat(8193)])
      expect(holds({ cardToken })).toBe(false);
  });

  it('may replace a payment, which it names by an id', () => {
    const replacing = (replaces: unknown) => holds({ cardToken: 't', replaces });
    expect(replacing('5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21')).toBe(true);
    for (const other of ['', 'x'.repeat(65), 1, null]) expect(replacing(other)).toBe(false);
  });

  it.each(['4242424242424242', '4242-4242-4242-4242', '4242424242424242.'])(
    'takes no card number for a card token: %s',
    (cardToken) => {
      const fault = { path: ['cardToken'], params: { code: 'looks-like-a-card' } };
      expect(read({ cardToken }).error?.issues).toMatchObject([fault]);
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
