import { describe, expect, it } from 'vitest';
import { createScrub } from './scrub.ts';

describe('scrubbing', () => {
  it('removes secrets wherever they stand, plain or percent-encoded, the longest first', () => {
    const scrub = createScrub(['key', 'key+more/', '']);
    expect(scrub('akeyb key+more/ key%2Bmore%2F')).toBe('a[removed]b [removed] [removed]');
  });

  it('removes a CVV as a number of its own, and no part of other numbers', () => {
    expect(createScrub(['927'])('cvv 927, code 9271, "927"')).toBe('cvv [removed], code 9271, "[removed]"');
  });

  it('removes what could be a card number, whosever it is', () => {
    expect(createScrub([])('card 5454 5454 5454 5454 declined')).toBe('card [removed] declined');
  });

  it('removes the number of the card that was sent, also one that nobody would take for a card number', () => {
    const scrub = createScrub(['1111111111111117']);
    expect(scrub('1111 1111-1111.1117 and 1111111111111117')).toBe('[removed] and [removed]');
    expect(scrub('91111111111111117')).toBe('91111111111111117');
  });
});
