import { describe, expect, test } from 'vitest';
import { likelyHeight } from './frame-height.ts';

const tokenOf = (order: object): string => `.${btoa(JSON.stringify({ order }))}.`;

const WIDE = { width: 400, em: 16 };
const NARROW = { width: 280, em: 16 };
const CONTACT = { email: 'olena@example.com', phone: '+380501234567' };
const NAMES = { firstName: 'Olena', lastName: 'Shevchenko' };

/** How much higher the form is of this order than of one that asks for the card and nothing else. */
const beyond = (order: object, room = WIDE, mode = 'auto'): number =>
  likelyHeight(tokenOf(order), mode, room) -
  likelyHeight(tokenOf({ customer: { ...CONTACT, ...NAMES } }), 'auto', room);

const ROW = 66 + 2.36 * 16;

describe('the height that is kept for a frame', () => {
  test('grows with what the order token does not state', () => {
    expect(beyond({ customer: CONTACT })).toBeCloseTo(ROW, -1);
    expect(beyond({})).toBeCloseTo(3 * ROW, -1);
    expect(beyond({ method: 'lookup' })).toBeLessThan(0);
  });

  test('knows that fields are stacked if there is no room for two', () => {
    expect(beyond({ customer: CONTACT }, NARROW)).toBeCloseTo(2 * ROW, -1);
  });

  test('is that of a form without a card in hosted mode, and without other ways in direct mode', () => {
    expect(beyond({ customer: CONTACT }, WIDE, 'hosted')).toBeLessThan(-ROW);
    expect(beyond({ customer: { ...CONTACT, ...NAMES } }, WIDE, 'direct')).toBe(-58);
  });

  test('is that of a full form if the token cannot be read', () => {
    expect(likelyHeight('…', 'auto', WIDE)).toBe(likelyHeight(tokenOf({}), 'auto', WIDE));
  });
});
