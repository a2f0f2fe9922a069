import { expect, test } from 'vitest';
import { cardOf, customerOf, type FieldName, faultOf, fieldOf } from './fields.ts';

const rules = { brands: null, now: () => new Date('2030-06-15T12:00:00Z') };

test.each<[FieldName, string, string | null]>([
  ['number', '4242 4242 4242 4242', null],
  ['number', '4242 4242 4242 4241', 'invalid'],
  ['number', '4242 4242', 'incomplete'],
  ['number', '  ', 'required'],
  ['expiry', '06 / 30', null],
  ['expiry', '05 / 30', 'expired'],
  ['expiry', '06 / ', 'incomplete'],
  ['expiry', '00 / 31', 'month'],
  ['expiry', '12 / 305', 'invalid'],
  ['expiry', '12 / 50', null],
  ['expiry', '01 / 51', 'invalid'],
  ['number', '4242 4242 4242 4242 0', 'too-long'],
  ['cvv', '12', 'incomplete'],
  ['email', 'a@b', 'invalid'],
  ['email', 'a@b.ua', null],
  ['phone', 'none', 'invalid'],
  ['phone', '12345', 'invalid'],
  ['phone', '------', 'invalid'],
  ['phone', '(1) 2-3-4 (5)', 'invalid'],
  ['phone', '12-34-56', null],
  ['phone', '+380 (50) 123-45-67', null],
  ['phone', '\u202a+380 50 123 45 67\u202c', null],
  ['phone', '+380\u00a050\u00a0123\u00a045\u00a067', null],
  ['phone', '+380 50 123\u201145\u201167', null],
  ['phone', '\uff0b380 50 123 45 67', null],
  ['phone', '06.12.34.56.78', null],
  ['phone', '0664/1234567', null],
  ['phone', '4242.4242.4242.4242', 'invalid'],
  ['phone', '(+44) 7911 123456', null],
  ['phone', '++380671234567', 'invalid'],
  ['phone', '067+1234567', 'invalid'],
  ['phone', '\u200f\u200f\u200f\u200f\u200f\u200f', 'invalid'],
  ['phone', '+1 2 3 4 5 6 7 8 9 0 1 2 3 4', 'invalid'],
  ['phone', '\uff08\uff0b\uff14\uff14\uff09 7911 123456', null],
  ['birthday', '2031-01-01', 'invalid'],
  ['birthday', '1990-01-01', null],
  ['firstName', 'Олена', null],
  ['taxId', '', 'required'],
])('%s "%s" has the fault %s', (name, value, fault) => {
  expect(faultOf(name, { [name]: value }, rules)).toBe(fault);
});

test('an American Express card wants four digits of CVV', () => {
  expect(faultOf('cvv', { number: '3782 822463 10005', cvv: '123' }, rules)).toBe('incomplete');
  expect(faultOf('cvv', { number: '4242 4242 4242 4242', cvv: '123' }, rules)).toBeNull();
});

test('a brand that the order does not accept is a fault', () => {
  const visaOnly = { ...rules, brands: ['visa'] };
  expect(faultOf('number', { number: '5454545454545454' }, visaOnly)).toBe('brand-not-accepted');
});

test('a card is sent in the companion’s format', () => {
  const values = { number: '4242 4242 4242 4242', expiry: '1/27', cvv: '123' };
  expect(cardOf(values)).toEqual({ number: '4242424242424242', expMonth: 1, expYear: 2027, cvv: '123' });
});

test('only the requested customer fields are sent, trimmed', () => {
  expect(customerOf(['email', 'phone'], { email: ' a@b.ua ', phone: '380', taxId: '1' })).toEqual({
    email: 'a@b.ua',
    phone: '380',
  });
});

test.each([
  ['card.number', 'number'],
  ['card.expMonth', 'expiry'],
  ['card.expYear', 'expiry'],
  ['customer.email', 'email'],
])('%s is about the field %s', (path, name) => {
  expect(fieldOf(path)).toBe(name);
});
