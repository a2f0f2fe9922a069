import { expect, it } from 'vitest';
import { orderSchema } from '../contract/order.ts';
import { WHOLE_CUSTOMER } from '../contract/test-fixtures.ts';
import { isStillShown, pageClaims } from './page-claims.ts';

const LEAST = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
const orderOf = (over: object = {}) => orderSchema.parse({ ...LEAST, ...over });

it('a payment page names what it shows, and leaves out what the order does not state', () => {
  expect(pageClaims(orderOf(), 'page-1')).toEqual({
    paymentPage: 'page-1',
    order: { ...LEAST, method: 'purchase', customer: {} },
  });
});

it('a payment page names the modes, brands and rules of its order', () => {
  const stated = { modes: ['direct'], brands: ['visa'], rules: { igaming: true } };
  expect(pageClaims(orderOf(stated), 'page-1').order).toMatchObject(stated);
});

it('a payment page names the fields that are known of the customer, and none of their values', () => {
  const { order } = pageClaims(orderOf({ customer: WHOLE_CUSTOMER }), 'page-1');
  expect(Object.keys(order.customer).toSorted()).toEqual(Object.keys(WHOLE_CUSTOMER).toSorted());
  expect(new Set(Object.values(order.customer))).toEqual(new Set([true]));
});

it.each<[string, boolean, object]>([
  ['is the same', true, {}],
  ['has another description', true, { description: 'Three books' }],
  ['has another id', false, { id: 'order-2' }],
  ['is over another amount', false, { amount: '10.11' }],
  ['is in another currency', false, { currency: 'EUR' }],
  ['is only to be reserved now', false, { method: 'auth' }],
])('an order that %s is still what its page shows: %s', (_what, isShown, over) => {
  expect(isStillShown(pageClaims(orderOf(), 'page-1'), orderOf(over))).toBe(isShown);
});
