import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alike } from './alike.ts';

describe('plain data is alike', () => {
  it.each<[unknown, unknown]>([
    [1, 1],
    [null, null],
    [
      { a: 1, b: { c: [1, null] } },
      { b: { c: [1, null] }, a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [[], []],
  ])('where its content is the same: %j and %j', (one, other) => {
    expect(alike(one, other)).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [0, 1],
    [null, undefined],
    [null, {}],
    ['1', 1],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1, b: null }, { a: 1 }],
    [{ a: [1, 2] }, { a: [1, 3] }],
    [[1], [1, 2]],
    [[], {}],
    [{ a: undefined }, { b: 1 }],
  ])('not where it differs: %j and %j', (one, other) => {
    expect(alike(one, other)).toBe(false);
    expect(alike(other, one)).toBe(false);
  });

  it('as the JSON of any two values says', () => {
    const sorted = (value: unknown): unknown =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([key, item]) => [key, sorted(item)]),
          );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, 0, 1, '', 'a', true),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(alike(one, other)).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
        expect(alike(one, structuredClone(one))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
