import { expect, it } from 'vitest';
import { errorFacts } from './error-facts.ts';
import { inTurn } from './in-turn.ts';

it('every step runs, and every error is named', async () => {
  const done: number[] = [];
  const steps = [
    () => Promise.reject(new RangeError('a')),
    async () => done.push(1),
    () => Promise.reject(new TypeError('b')),
    async () => done.push(2),
  ];
  const error = await inTurn(steps).catch((thrown: unknown) => thrown);
  expect(done).toEqual([1, 2]);
  expect(errorFacts(error)).toEqual({ error: 'RangeError, TypeError' });
});

it('a single error is thrown as it is', async () => {
  const error = new RangeError('a');
  await expect(inTurn([() => Promise.reject(error)])).rejects.toBe(error);
});
