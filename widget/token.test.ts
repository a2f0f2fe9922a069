import { expect, test } from 'vitest';
import { leadsOn } from './token.ts';

const tokenWith = (payload: object) => `x.${btoa(JSON.stringify(payload))}.x`;

test.each([
  ['an order with a returnUrl', tokenWith({ order: { returnUrl: 'https://shop.example/' } }), true],
  ['an order without one', tokenWith({ order: { id: 'A-1' } }), false],
  ['a payment page, for its status page', tokenWith({ order: { id: 'A-1' }, paymentPage: 'link' }), true],
  ['a token that cannot be read', 'token', true],
])('the browser leaves after a success of %s: %s', (_, token, leads) => {
  expect(leadsOn(token)).toBe(leads);
});
