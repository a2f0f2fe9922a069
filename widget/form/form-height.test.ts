import { describe, expect, test } from 'vitest';
import { tokenOf } from '../testing/fake-companion.ts';
import { companion, open, useCompanion } from '../testing/form-harness.ts';
import { likelyHeight } from './form-height.ts';

useCompanion();

const WIDE = { width: 400, em: 16 };
const NARROW = { width: 260, em: 16 };
const CONTACT = { email: 'olena@example.com', phone: '+380501234567' };
const NAMES = { firstName: 'Olena', lastName: 'Shevchenko' };
const ALL = { ...CONTACT, ...NAMES };

/** How much higher the form is of this order than of one that asks for the card and nothing else. */
const beyond = (order: object, room = WIDE, mode = 'auto'): number =>
  likelyHeight(tokenOf(order), mode, room) - likelyHeight(tokenOf({ customer: ALL }), 'auto', room);

/** One more row of fields. */
const ROW = beyond({ customer: { ...NAMES, email: CONTACT.email } });

describe('the height that is kept for a form', () => {
  test('grows with what the order token does not state', () => {
    expect(ROW).toBeGreaterThan(44);
    expect(beyond({ customer: CONTACT })).toBeCloseTo(ROW, -1);
    expect(beyond({})).toBeCloseTo(3 * ROW, -1);
    expect(beyond({ method: 'lookup' })).toBeLessThan(ROW);
  });

  test('knows that fields are stacked if there is no room for two', () => {
    expect(beyond({ customer: CONTACT }, NARROW)).toBeCloseTo(2 * ROW, -1);
  });

  test('is that of a form without a card in hosted mode, and without other ways in direct mode', () => {
    expect(beyond({ customer: CONTACT }, WIDE, 'hosted')).toBeLessThan(-ROW);
    expect(beyond({ customer: ALL }, WIDE, 'direct')).toBeLessThan(0);
  });

  test('is that of a full form if the token cannot be read', () => {
    expect(likelyHeight('…', 'auto', WIDE)).toBe(likelyHeight(tokenOf({}), 'auto', WIDE));
  });

  test.each([
    ['the card', { customer: ALL }, 'auto'],
    ['the card and its brands', { customer: ALL, brands: ['visa'] }, 'auto'],
    ['the card and many brands', { customer: ALL, brands: ['visa', 'amex', 'jcb', 'mir'] }, 'auto'],
    ['the card alone in direct mode', { customer: ALL }, 'direct'],
    ['everything', {}, 'auto'],
    ['the contact on the hosted page', {}, 'hosted'],
    ['the card to check', { method: 'lookup' }, 'auto'],
  ])('is about that of the form that appears, which asks for %s', async (_what, order, mode) => {
    companion.answers('session', 'never');
    const token = tokenOf(order);
    const form = await open('loading', { order: token, mode, style: 'display:block;width:400px' });
    expect(Math.abs(likelyHeight(token, mode, WIDE) - form.offsetHeight)).toBeLessThan(2);
  });
});
