import { expect, test } from 'vitest';
import { leadsOn, notAfter } from './token.ts';

const tokenWith = (payload: object) => `x.${btoa(JSON.stringify(payload))}.x`;

test.each([
  ['an order with a returnUrl', tokenWith({ order: { returnUrl: 'https://shop.example/' } }), true],
  ['an order without one', tokenWith({ order: { id: 'A-1' } }), false],
  ['a payment page, for its status page', tokenWith({ order: { id: 'A-1' }, paymentPage: 'link' }), true],
  ['a token that cannot be read', 'token', true],
])('the browser leaves after a success of %s: %s', (_, token, leads) => {
  expect(leadsOn(token)).toBe(leads);
});

const now = new Date('2030-06-15T12:00:00Z');
test.each([
  ['a token that ends later', tokenWith({ order: {}, exp: now.getTime() / 1000 + 60 }), now],
  [
    'a token that has ended, by a clock a year ahead',
    tokenWith({ order: {}, exp: Date.UTC(2029, 5) / 1000 }),
    new Date(Date.UTC(2029, 5)),
  ],
  ['a token that says no end', tokenWith({ order: {} }), now],
  ['a token that cannot be read', 'token', now],
])('the time with %s', (_, token, time) => {
  expect(notAfter(token, now)).toEqual(time);
});
