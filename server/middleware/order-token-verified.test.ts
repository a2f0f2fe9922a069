import { describe, expect, it } from 'vitest';
import { VerifiedTokens } from './order-token.ts';

describe('verified tokens', () => {
  it('are known until they expire', () => {
    const verified = new VerifiedTokens<string>();
    verified.add('text', 'token', 100);
    expect(verified.get('other', 0)).toBeUndefined();
    expect(verified.get('text', 99)).toBe('token');
    expect(verified.get('text', 100)).toBeUndefined();
    expect(verified.get('text', 99)).toBeUndefined();
  });

  it('make room for others, the one that was not asked for longest first', () => {
    const verified = new VerifiedTokens<number>();
    for (let one = 0; one < 256; one += 1) verified.add(`text ${one}`, one, 100);
    expect(verified.get('text 0', 0)).toBe(0);
    verified.add('text 256', 256, 100);
    expect(verified.get('text 1', 0)).toBeUndefined();
    for (const one of [0, 2, 255, 256]) expect(verified.get(`text ${one}`, 0)).toBe(one);
  });
});
