import { describe, expect, it } from 'vitest';
import { couldBeCard, holdsCardNumber } from './card-like.ts';

describe('a text that holds what could be a card number', () => {
  it.each([
    '4242424242424242',
    '4242-4242-4242-4242',
    '378282246310005',
    '3782-822463-10005',
    'refund-4242424242424242',
    'order_7_4242-4242-4242-4242_1',
    '2026-11-21-4242424242424242',
    'x4242424242424242y',
    '501800000009',
    '5b1f7a52-0d8f-4b0c-9a3e-6d1c2b7e8f90_4242424242424242',
  ])('is told: %s', (text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  it.each([
    'refund-1795228217906',
    'A-1001_2026-11-21_0001',
    '20261121080611',
    '2026-11-21T08:06:11.123456',
    // the check digit
    '4242424242424243',
    // no brand
    '1234567890123452',
    // groups as no card has them: from a number of an order and a date
    'refund-424242-42424242-42',
    '42-42-42-42-42-42-42-42',
    // two separators
    '4242.4242_4242:4242',
    '4242--4242--4242--4242',
    // letters between
    '4242a4242a4242a4242',
    // a part of a longer row
    '99994242424242424242',
    '424242424242',
    '12345678-1234-4123-8123-123456789012',
    '4242424242424242abcdef0123456789',
    'refund-4242424242424242abcdef0123456789abcdef01',
    '',
  ])('is not any other row of digits: %s', (text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  it('is looked through at once, where it is long', () => {
    expect(holdsCardNumber('1-'.repeat(5_000))).toBe(false);
    expect(holdsCardNumber('1'.repeat(10_000))).toBe(false);
  });
});

it.each([
  ['4242424242424242', true],
  ['4242424242424243', false],
  ['42424242424', false],
  ['4242 4242 4242 4242', false],
  ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', false],
])('%s could be a card: %s', (digits, could) => {
  expect(couldBeCard(digits)).toBe(could);
});
