import { describe, expect, it } from 'vitest';
import { countReport } from './report.ts';

const spec = (title: string, status: string, ...errors: string[]) => ({
  title,
  tests: [{ status, results: [{ errors: errors.map((message) => ({ message })) }, { errors: [] }] }],
});

const report = (flaky: ReturnType<typeof spec>[]) => ({
  stats: { expected: 2, flaky: flaky.length, unexpected: 1, skipped: 1 },
  suites: [{ specs: [spec('well', 'expected')], suites: [{ specs: flaky }] }],
});

describe('the count of a report', () => {
  it('is that of its statistics', () => {
    expect(countReport(report([]))).toEqual({ passed: 2, failed: 1, skipped: 1, forgiven: [] });
  });

  it('forgives, and names, a test whose browser did not answer the first time', () => {
    const shown = "page.goto: net::ERR_FAILED\n\n  11 | expect(1).toBe(1);\n> 12 | await page.goto('/');";
    const stuck = spec('pays', 'flaky', 'Tearing down "context" exceeded the test timeout.', shown);
    expect(countReport(report([stuck]))).toEqual({ passed: 3, failed: 1, skipped: 1, forgiven: ['pays'] });
  });

  it('does not forgive an expectation that held only the second time', () => {
    const once = spec(
      'pays once',
      'flaky',
      'Test timeout exceeded.',
      'Error: expect(received).toBe(expected)',
    );
    expect(countReport(report([once]))).toEqual({ passed: 2, failed: 2, skipped: 1, forgiven: [] });
  });

  it('reads what vitest writes', () => {
    const jest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(countReport(jest)).toEqual({ passed: 5, failed: 1, skipped: 3, forgiven: [] });
  });
});
