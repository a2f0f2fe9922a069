import { describe, expect, it } from 'vitest';
import type { Failure } from './api.ts';
import { isApiMissing, isInDoubt, problemText } from './problem-text.ts';

const problem = (code: string, errors: { path: string; code: string }[] = [], detail?: string): Failure => ({
  kind: 'problem',
  problem: { title: 'Refused', status: 409, code, requestId: 'r-1', errors, ...(detail && { detail }) },
});

describe('a failure in words', () => {
  it('says the rule that was broken, once', () => {
    const { title, advice, requestId } = problemText(
      problem('invalid-input', [
        { path: 'amount', code: 'exceeds-refundable' },
        { path: 'split', code: 'exceeds-refundable' },
      ]),
    );
    expect([title, advice, requestId]).toEqual(['Refused', 'This is more than is left to refund.', 'r-1']);
  });

  it('says what to do where no rule is named, behind the companion’s own sentence', () => {
    expect(problemText(problem('merchant-api-off', [], 'No key.')).advice).toMatch(
      /^No key\. .*MERCHANT_API_KEY/,
    );
    expect(problemText({ kind: 'lost' }).advice).toContain('try again');
    expect(problemText({ kind: 'elsewhere', status: 404 }).title).toContain('404');
  });

  it('names a rule that it does not know by its code', () => {
    expect(problemText(problem('x', [{ path: 'a', code: 'brand-new' }])).advice).toBe(
      'Not accepted (brand-new).',
    );
  });
});

describe('whether it was done', () => {
  it.each<[boolean, Failure]>([
    [true, { kind: 'lost' }],
    [true, { kind: 'elsewhere', status: 502 }],
    [true, { kind: 'elsewhere', status: 200 }],
    [false, { kind: 'elsewhere', status: 404 }],
    [true, problem('internal-error')],
    [true, problem('companion-unreachable')],
    [true, problem('gateway-unreachable')],
    [false, problem('operation-not-allowed')],
    [false, problem('invalid-input')],
  ])('is in doubt: %s for %j', (expected, failure) => {
    expect(isInDoubt(failure, false)).toBe(expected);
  });

  it.each<[boolean, Failure]>([
    [true, { kind: 'lost' }],
    [true, { kind: 'elsewhere', status: 401 }],
    [true, { kind: 'elsewhere', status: 404 }],
    [true, problem('api-key-invalid')],
    [true, problem('origin-not-allowed')],
    [true, problem('merchant-api-off')],
    [true, problem('order-not-found')],
    [true, problem('limit-reached')],
    [true, problem('too-many-waiting')],
    [true, problem('idempotency-key-reused')],
    [false, problem('operation-not-allowed')],
    [false, problem('operation-open')],
    [false, problem('invalid-input')],
  ])(
    'stays in doubt after a repetition, unless the operation itself was refused: %s for %j',
    (expected, failure) => {
      expect(isInDoubt(failure, true)).toBe(expected);
    },
  );

  it('is no question where the merchant API is off', () => {
    expect(isApiMissing(problem('merchant-api-off'))).toBe(true);
    expect(isApiMissing(problem('order-not-found'))).toBe(false);
    expect(isApiMissing({ kind: 'lost' })).toBe(false);
  });
});
