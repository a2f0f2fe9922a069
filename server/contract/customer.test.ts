import { describe, expect, it } from 'vitest';
import { askedCustomerSchema, customerSchema } from './customer.ts';

describe('a customer', () => {
  it('is trimmed, and may be unknown altogether', () => {
    expect(customerSchema.parse({ firstName: ' Olena ' })).toEqual({ firstName: 'Olena' });
    expect(customerSchema.parse({})).toEqual({});
  });

  it('has no empty names', () => {
    expect(customerSchema.safeParse({ firstName: ' ' }).success).toBe(false);
  });
});

describe('a customer’s id', () => {
  const codeOf = (id: string) =>
    customerSchema
      .safeParse({ id })
      .error?.issues.map((issue) => [
        issue.path.join('.'),
        issue.code === 'custom' ? issue.params?.['code'] : issue.code,
      ]);

  it('is any text that every store and every path keeps apart', () => {
    for (const id of ['olena', 'olena/1 ü@shop.example', '...', '.a', '李', '👩‍💻', '%00', 'x'.repeat(256)]) {
      expect(customerSchema.parse({ id })).toEqual({ id });
    }
  });

  it.each([
    ['olena\u0000x', 'control-character'],
    ['a\u001fb', 'control-character'],
    ['a\u0085b', 'control-character'],
    ['\ud800', 'malformed-unicode'],
    ['a\udc01', 'malformed-unicode'],
    ['.', 'dot-segment'],
    [' .. ', 'surrounding-white-space'],
    ['k ', 'surrounding-white-space'],
    [' ', 'surrounding-white-space'],
  ])('%j is refused', (id, code) => {
    expect(codeOf(id)).toEqual([['id', code]]);
  });
});

describe('what the customer typed', () => {
  it.each(['firstName', 'lastName'])('is refused where a card number stands in %s', (field) => {
    const result = askedCustomerSchema.safeParse({ [field]: '4242 4242 4242 4242' });
    expect(result.error?.issues).toMatchObject([{ path: [field], params: { code: 'looks-like-a-card' } }]);
  });

  it('is refused where a phone number is longer than any, as a card number is', () => {
    const result = askedCustomerSchema.safeParse({ phone: '4242 4242 4242 4242' });
    expect(result.error?.issues).toMatchObject([{ path: ['phone'], params: { code: 'looks-like-a-card' } }]);
    expect(askedCustomerSchema.safeParse({ phone: '+123 456 789 012 345' }).success).toBe(true);
  });

  it.each([
    ['+380 (50) 123-45-67', '+380 (50) 123-45-67'],
    ['\u202a+380 50 123 45 67\u202c', '+380 50 123 45 67'],
    ['+380\u00a050\u202f123\u00a045\u00a067', '+380 50 123 45 67'],
    ['+380 50 123\u201145\u201367', '+380 50 123-45-67'],
    ['\uff0b380501234567', '+380501234567'],
    ['06.12.34.56.78', '06 12 34 56 78'],
    ['0664 / 1234567', '0664 1234567'],
    ['(+44) 7911 123456', '+44 7911 123456'],
    ['(+380) 67 123 45 67', '+380 67 123 45 67'],
    ['\u202a(+44)\u202c 7911-123456', '+44 7911-123456'],
    ['\uff08\uff0b44\uff097911 123456', '+447911 123456'],
  ])('is the phone number %j, as the gateway gets it', (phone, plain) => {
    expect(askedCustomerSchema.parse({ phone })).toEqual({ phone: plain });
    expect(customerSchema.parse({ phone })).toEqual({ phone: plain });
  });

  it.each([
    '++380671234567',
    '067+1234567',
    '\u200f\u200f\u200f\u200f\u200f\u200f',
    '1-800-FLOWERS',
    '------',
  ])('is no phone number in %j', (phone) => {
    expect(askedCustomerSchema.safeParse({ phone }).success).toBe(false);
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
