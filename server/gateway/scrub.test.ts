import { describe, expect, it } from 'vitest';
import { createScrub, scrubCardNumbers } from './scrub.ts';

describe('scrubbing', () => {
  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    '4242\u00a04242\u00a04242\u00a04242',
    '4242\u20134242\u20134242\u20134242',
    '3782 822463 10005',
    '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
    '4242 - 4242 - 4242 - 4242'.replaceAll(' - ', '- '),
    '501800000009',
    '6304000000000000000',
    '42424242424242429271234',
  ])('removes the card number %s', (number) => {
    expect(scrubCardNumbers(`card ${number}, sorry`)).toBe('card [removed], sorry');
  });

  it.each(['12345678901', 'HTTP 400', 'P-409', 'code 1000', '2023-09-13T20:53:17', '424242******4242'])(
    'keeps %s',
    (text) => {
      expect(scrubCardNumbers(text)).toBe(text);
    },
  );

  it('keeps UUIDs, and removes a number beside one', () => {
    const id = '12345678-1234-4123-8123-123456789012';
    expect(scrubCardNumbers(`https://gateway.example/receipts/${id}`)).toContain(id);
    expect(scrubCardNumbers(`${id} 4242424242424242 ${id}`)).toBe(`${id} [removed] ${id}`);
    expect(scrubCardNumbers(`4242 4242 4242 4242-${id}`)).toBe(`[removed]-${id}`);
  });

  it('removes secrets wherever they stand, plain or percent-encoded, the longest first', () => {
    const scrub = createScrub(['key', 'key+more/', '']);
    expect(scrub('akeyb key+more/ key%2Bmore%2F')).toBe('a[removed]b [removed] [removed]');
  });

  it('removes a CVV as a number of its own, and no part of other numbers', () => {
    expect(createScrub(['927'])('cvv 927, code 9271, "927"')).toBe('cvv [removed], code 9271, "[removed]"');
  });
});
