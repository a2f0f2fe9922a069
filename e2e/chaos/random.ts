/** Random numbers that are the same in every run with the same seed. */
export interface Random {
  /** a whole number from 0 to `limit` - 1 */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** true in `share` (0 to 1) of all cases */
  chance(share: number): boolean;
}

/**
 * Numbers from a seed and a name, so that one part of a plan does not change with another (mulberry32).
 * @param seed a whole number
 * @param name the purpose of the numbers
 */
export function createRandom(seed: number, name: string): Random {
  let state = seed >>> 0;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    chance: (share) => next() < share,
  };
}
