import { expect, test } from 'vitest';
import { tokenOf } from '../testing/fake-companion.ts';
import { companion, open, useCompanion } from '../testing/form-harness.ts';
import { likelyHeight } from './form-height.ts';

useCompanion();

const NAMES = { firstName: 'Olena', lastName: 'Koval' };
const CONTACT = { email: 'olena@shop.example', phone: '+380501234567' };
const ALL = { ...CONTACT, ...NAMES };

test.each([
  ['the card', { customer: ALL }, 'auto', 400],
  ['the card, in a narrow place', { customer: ALL }, 'auto', 260],
  ['the card and its brands', { customer: ALL, brands: ['visa'] }, 'auto', 400],
  ['the card and many brands', { customer: ALL, brands: ['visa', 'amex', 'jcb', 'mir'] }, 'auto', 400],
  ['the card alone in direct mode', { customer: ALL }, 'direct', 400],
  ['the card and the names', { customer: CONTACT }, 'auto', 400],
  ['the card and the names, in a narrow place', { customer: CONTACT }, 'auto', 260],
  ['the card and the contact', { customer: NAMES }, 'auto', 400],
  ['everything', {}, 'auto', 400],
  ['the contact on the hosted page', {}, 'hosted', 400],
  ['the card to check', { method: 'lookup' }, 'auto', 400],
])(
  'the height that is kept for a form is about its own, where it asks for %s',
  async (_what, order, mode, width) => {
    companion.answers('session', 'never');
    const token = tokenOf(order);
    const form = await open('loading', { order: token, mode, style: `display:block;width:${width}px` });
    expect(Math.abs(likelyHeight(token, mode, { width, em: 16 }) - form.offsetHeight)).toBeLessThan(2);
  },
);

test('the height that is kept for a form whose token cannot be read is that of a full one', () => {
  const room = { width: 400, em: 16 };
  expect(likelyHeight('…', 'auto', room)).toBe(likelyHeight(tokenOf({}), 'auto', room));
});
