import { describe, expect, it } from 'vitest';
import { askedCustomerSchema, createPaymentSchema } from './checkout-api.ts';

describe('what the customer typed', () => {
  it.each(['firstName', 'lastName'])('is refused where a card number stands in %s', (field) => {
    const result = askedCustomerSchema.safeParse({ [field]: '4242 4242 4242 4242' });
    expect(result.error?.issues).toMatchObject([{ path: [field], params: { code: 'looks-like-a-card' } }]);
  });

  it('is taken where a mailbox is named after a phone number', () => {
    expect(askedCustomerSchema.safeParse({ email: '380671234567@shop.example' }).success).toBe(true);
  });

  it('is taken with names of every kind', () => {
    for (const firstName of ['Олена', "O'Neil", 'José María', '李', 'X Æ A-12']) {
      expect(askedCustomerSchema.parse({ firstName })).toEqual({ firstName });
    }
  });
});

describe('a way to pay', () => {
  it('is exactly one of card, saved card and card token', () => {
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvv: '123' };
    const fingerprint = Object.fromEntries(
      'ColorDepth ScreenHeight ScreenWidth JavaEnabled Language TimeZone TimeZoneOffset UserAgent'
        .split(' ')
        .map((name) => [`browser${name}`, '1']),
    );
    const holds = (body: object) => createPaymentSchema.safeParse({ fingerprint, ...body }).success;
    expect(holds({ card })).toBe(true);
    expect(holds({ cardToken: 't' })).toBe(true);
    expect(holds({})).toBe(false);
    expect(holds({ card, cardToken: 't' })).toBe(false);
  });
});
