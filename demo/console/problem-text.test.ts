import { describe, expect, it } from 'vitest';
import { adviceOn, isRefusedOperation } from './problem-text.ts';

const refused = (code: string, rules: string[] = [], detail?: string) => ({
  title: 'Refused',
  code,
  errors: rules.map((rule) => ({ path: 'amount', code: rule })),
  ...(detail && { detail }),
});

describe('the advice on a failure', () => {
  it('is the rule that was broken, once, and its code where it is unknown', () => {
    const rules = ['exceeds-refundable', 'exceeds-refundable'];
    expect(adviceOn(refused('invalid-input', rules))).toBe('This is more than is left to refund.');
    expect(adviceOn(refused('x', ['brand-new']))).toBe('Not accepted (brand-new).');
  });

  it('says what to do where no rule is named, behind the companion’s own sentence', () => {
    expect(adviceOn(refused('merchant-api-off', [], 'No key.'))).toMatch(/^No key\. .*MERCHANT_API_KEY/);
    expect(adviceOn(refused('no-answer'))).toContain('try again');
  });
});

it.each([
  [true, 'operation-not-allowed'],
  [true, 'operation-open'],
  [true, 'invalid-input'],
  [false, 'no-answer'],
  [false, 'api-key-invalid'],
  [false, 'gateway-unreachable'],
  [false, 'idempotency-key-reused'],
])(
  'it is sure that nothing was done only if the operation itself was refused: %s for %s',
  (expected, code) => {
    expect(isRefusedOperation(refused(code))).toBe(expected);
  },
);
