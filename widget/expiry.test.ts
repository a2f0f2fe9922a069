import { expect, test } from 'vitest';
import { formatExpiry, parseExpiry } from './expiry.ts';

test.each([
  ['01 / 27', 1, 2027],
  ['1/27', 1, 2027],
  ['0127', 1, 2027],
  ['01/2027', 1, 2027],
  ['2027-01', 1, 2027],
  ['2027-12', 12, 2027],
  ['202711', 11, 2027],
  ['٠١/٢٧', 1, 2027],
  ['13/27', 13, 2027],
])('reads %s as month %i of %i', (text, month, year) => {
  expect(parseExpiry(text)).toEqual({ month, year });
});

test.each(['', '1', '01', '01 / 2', '01 / 202', 'soon'])('has no date yet in "%s"', (text) => {
  expect(parseExpiry(text)).toBeNull();
});

test.each(['1/27', '0127', '01/2027', '2027-01'])(
  'shows what was filled in as %s like every other',
  (text) => {
    expect(formatExpiry(text, false, text)).toBe('01 / 27');
  },
);
