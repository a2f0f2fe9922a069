import { expect, it } from 'vitest';
import { cardText } from './card-text.ts';

it.each([
  ['424242******4242', 'Visa •••• 4242'],
  ['545454******5454', 'Mastercard •••• 5454'],
  ['378282*****0005', 'Amex •••• 0005'],
  ['4242 **** **** 4242', 'Visa •••• 4242'],
  ['999999******1234', '•••• 1234'],
  ['4242424242424242', null],
  ['', null],
  [null, null],
])('the mask %s is shown as %s', (mask, text) => {
  expect(cardText(mask)).toBe(text);
});
