import { expect, test } from 'vitest';
import { cardOf, customerOf, FIELD_NAMES, type FieldName, faultOf, fieldOf, fieldsIn } from './fields.ts';

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
  ['taxId', '', 'required'],
])('%s "%s" has the fault %s', (name, value, fault) => {
  expect(faultOf(name, { [name]: value }, rules)).toBe(fault);
});

// The customer's fields: server/tests/people.test.ts.
test.each(['ja', 'zh', 'zh-hant', 'zh-Hans-CN', 'ko', 'hu-HU'])('%s writes the family name first', (tag) => {
  expect(fieldsIn(tag).slice(3, 5)).toEqual(['lastName', 'firstName']);
});

test.each(['en', 'de', 'vi', 'ar'])('%s writes the first name first', (tag) => {
  expect(fieldsIn(tag)).toEqual(FIELD_NAMES);
});

test.each(['2030-06-15', '2030-06-16'])(
  '%s has begun somewhere on earth on the morning of the 15th',
  (birthday) => {
    const at = (time: string) => faultOf('birthday', { birthday }, { ...rules, now: () => new Date(time) });
    expect([at('2030-06-15T10:00:00Z'), at('2030-06-14T09:59:59Z')]).toEqual([null, 'invalid']);
  },
);

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
