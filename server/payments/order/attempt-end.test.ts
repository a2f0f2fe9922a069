import { expect, it } from 'vitest';
import { isDeclined } from './attempt-end.ts';
import type { Fact, Refusal } from './journal.ts';
import { begun, certain, reported, resolvedAs, stateOf, unanswered } from './test-entries.ts';

const declined = (...facts: Fact[]) => isDeclined(certain(stateOf(begun(), ...facts).attempts[0]));
const failedWith = (statusCode: string | null) =>
  declined(unanswered('attempt-1'), reported({ status: 'failure', statusCode }));
const refusedAs = (means: Refusal['means']): Fact => ({
  kind: 'refused',
  about: 'attempt-1',
  refusal: { means, code: null, description: 'No' },
});

it.each(['4153', '4009', '4157', '9999', null])(
  'a failure with the code %s is a decline of the card',
  (code) => {
    expect(failedWith(code)).toBe(true);
  },
);

it.each('4005 4119 4124 4128 4139 4148 4149 4150 4151 4152 4160 6007'.split(' '))(
  'a failure with the code %s says nothing of the card',
  (code) => {
    expect(failedWith(code)).toBe(false);
  },
);

it.each<[string, Fact[]]>([
  ['succeeded', [reported()]],
  ['is open', [unanswered('attempt-1')]],
  ['is disputed', [reported(), reported({ status: 'failure' })]],
  ['was refused', [refusedAs('other')]],
  ['was not sent', [{ kind: 'not-sent', about: 'attempt-1', reason: 'ECONNREFUSED' }]],
  ['was not found', [{ kind: 'not-found', about: 'attempt-1' }]],
  ['a person called a failure', [resolvedAs('attempt-1', 'failure')]],
])('an attempt that %s is no decline', (_what, facts) => {
  expect(declined(...facts)).toBe(false);
});
