import { expect, it } from 'vitest';
import { errorsIn, expectedErrors } from './errors.ts';

it('finds the places of errors in what each compiler prints', () => {
  expect(errorsIn('page.ts(31,1): error TS2322: Type \'"other"\' is not …\n  more')).toEqual(['page.ts:31']);
  expect(errorsIn('checkout.ts:26:54 - error TS2339: Property …')).toEqual(['checkout.ts:26']);
  expect(errorsIn('1590680326283 ERROR "Checkout.svelte" 25:11 "Type …"')).toEqual(['Checkout.svelte:25']);
  expect(errorsIn('error TS2688: Cannot find type definition file')).toHaveLength(1);
  expect(errorsIn('1590680326283 COMPLETED 5 FILES 0 ERRORS 0 WARNINGS')).toEqual([]);
});

it('expects an error on the line after each mark', () => {
  expect(expectedErrors('page.ts', 'one\n// must not compile\ntwo')).toEqual(['page.ts:3']);
});
