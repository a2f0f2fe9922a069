import { expect, it } from 'vitest';
import { subjectsOf } from './count-attempts.ts';
import { windowKeys } from './limit-names.ts';

const RULE = { most: 5, windowMs: 3_600_000 };
const deps = {
  store: {} as never,
  clock: { now: () => new Date('2026-11-21T10:00:00Z'), monotonic: () => 0, sleep: async () => {} },
  limits: { rules: { card: RULE, order: RULE, address: RULE }, keyOf: windowKeys('s'), refused: () => {} },
};
const namesOf = (ip: string) =>
  subjectsOf(deps, { card: null, ip }).map(({ kind, name }) => `${kind} ${name}`);

it('all unknown addresses count as one address, separate from all others', () => {
  expect(namesOf('')).toHaveLength(1);
  expect(namesOf('')).toEqual(namesOf(''));
  expect(namesOf('')).not.toEqual(namesOf('198.51.100.7'));
});
