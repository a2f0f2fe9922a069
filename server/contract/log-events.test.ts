import { expect, it } from 'vitest';
import { errorFacts } from './log-events.ts';

it('a log says why the store failed, and of other errors only the name', () => {
  const full = Object.assign(new Error('DATABASE_URL: the disk is full'), { name: 'StoreError' });
  expect(errorFacts(full)).toEqual({ error: 'StoreError', reason: 'DATABASE_URL: the disk is full' });
  expect(errorFacts(new RangeError('about 4242424242424242'))).toEqual({ error: 'RangeError' });
  expect(errorFacts('4242424242424242')).toEqual({ error: 'unknown' });
});
