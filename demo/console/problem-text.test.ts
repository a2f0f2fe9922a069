import { describe, expect, it } from 'vitest';
import type { Failure } from './api.ts';
import { isApiMissing, isRefusedOperation, problemText } from './problem-text.ts';

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

describe('whether nothing was done', () => {
  it.each<[boolean, Failure]>([
    [true, problem('operation-not-allowed')],
    [true, problem('operation-open')],
    [true, problem('invalid-input')],
    [false, { kind: 'lost' }],
    [false, { kind: 'elsewhere', status: 404 }],
    [false, problem('api-key-invalid')],
    [false, problem('gateway-unreachable')],
    [false, problem('idempotency-key-reused')],
  ])('is sure only if the operation itself was refused: %s for %j', (expected, failure) => {
    expect(isRefusedOperation(failure)).toBe(expected);
  });

  it('is no question where the merchant API is off', () => {
    expect(isApiMissing(problem('merchant-api-off'))).toBe(true);
    expect(isApiMissing(problem('order-not-found'))).toBe(false);
    expect(isApiMissing({ kind: 'lost' })).toBe(false);
  });
});
