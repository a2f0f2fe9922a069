import { expect, it } from 'vitest';
import { StoreError } from '../store/store-error.ts';
import { errorFacts } from './error-facts.ts';

it('a log says why the store failed, and of other errors only the name', () => {
  const full = new StoreError('the disk is full', 'SQLITE_FULL');
  expect(errorFacts(full)).toEqual({ error: 'StoreError', reason: 'DATABASE_URL: the disk is full' });
  expect(errorFacts(new RangeError('about 4242424242424242'))).toEqual({ error: 'RangeError' });
  expect(errorFacts('4242424242424242')).toEqual({ error: 'unknown' });
});
