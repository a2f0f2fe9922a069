import { expect, it } from 'vitest';
import { type ProblemCode, ProblemError, PROBLEMS } from './problem.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

it.each(codes)('the title of %s is short, one of a kind and safe to show', (code) => {
  const [status, title] = PROBLEMS[code];
  expect(title).toMatch(/^[A-Z][A-Za-z -]{5,50}$/);
  expect(codes.filter((other) => PROBLEMS[other][1] === title)).toEqual([code]);
  expect(new ProblemError(code)).toMatchObject({ status, code, message: title, retryAfterS: null });
});
