import { describe, expect, it } from 'vitest';
import { countReport } from './report.ts';

const spec = (title: string, status: string, ...errors: string[]) => ({
  title,
  tests: [{ status, results: [{ errors: errors.map((message) => ({ message })) }, { errors: [] }] }],
});

const inFirefox = (title: string, message: string) => {
  const { tests } = spec(title, 'flaky', message);
  return { title, tests: tests.map((test) => ({ ...test, projectName: 'firefox' })) };
};

const report = (flaky: ReturnType<typeof spec>[]) => ({
  stats: { expected: 2, flaky: flaky.length, unexpected: 1, skipped: 1 },
  suites: [{ specs: [spec('well', 'expected')], suites: [{ specs: flaky }] }],
});

describe('the count of a report', () => {
  it('is that of its statistics', () => {
    expect(countReport(report([]))).toEqual({ passed: 2, failed: 1, skipped: 1, forgiven: [], flaky: [] });
  });

  it.each([
    'Tearing down "context" exceeded the test timeout of 60000ms.',
    'Error: browserType.launch: Timeout 180000ms exceeded.',
    '\u001b[31mError: page.goto: Target crashed\u001b[39m',
    'Error: page.goto: Target page, context or browser has been closed',
  ])('forgives, and names, a test whose browser failed it once: %s', (message) => {
    const counted = countReport(report([spec('pays', 'flaky', message)]));
    expect(counted).toEqual({ passed: 3, failed: 1, skipped: 1, forgiven: ['pays'], flaky: [] });
  });

  it.each([
    ['Error: expect(received).toBe(expected)'],
    ['Test timeout of 60000ms exceeded.'],
    ['Error: locator.click: Test timeout of 60000ms exceeded.'],
    ['Error: GET /orders/A: 500'],
    ['Error: the page says: Tearing down "context" exceeded'],
    ['Error: browserType.launch: Timeout 180000ms exceeded.', 'Error: expect(received).toBe(expected)'],
  ])('does not forgive whatever else held only the second time: %s', (...messages) => {
    const counted = countReport(report([spec('pays once', 'flaky', ...messages)]));
    expect(counted).toEqual({ passed: 2, failed: 2, skipped: 1, forgiven: [], flaky: ['pays once'] });
  });

  it('forgives, and names, whatever Firefox held only the second time', () => {
    const counted = countReport(report([inFirefox('goes back', 'Error: expect(page).toHaveURL failed')]));
    expect(counted).toEqual({ passed: 3, failed: 1, skipped: 1, forgiven: ['goes back'], flaky: [] });
  });

  it('reads what vitest writes', () => {
    const jest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(countReport(jest)).toEqual({ passed: 5, failed: 1, skipped: 3, forgiven: [], flaky: [] });
  });
});
