import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countReport } from './report.ts';

const spec = (title: string, status: string, ...errors: string[]) => ({
  title,
  file: 'card.spec.ts',
  tests: [
    {
      status,
      projectName: 'chromium',
      results: [{ errors: errors.map((message) => ({ message })) }, { errors: [] }],
    },
  ],
});

const inFirefox = (title: string, message: string) => {
  const { tests, ...rest } = spec(title, 'flaky', message);
  return { ...rest, tests: tests.map((test) => ({ ...test, projectName: 'firefox' })) };
};

const failed = spec('declines', 'unexpected', 'Error: \u001b[31mno\u001b[39m\n  at it');
const DOUBT = { title: 'declines', file: 'card.spec.ts', project: 'chromium' };
const FAILURE = 'card.spec.ts: declines: Error: no';

const report = (flaky: ReturnType<typeof spec>[]) => ({
  stats: { expected: 2, flaky: flaky.length, unexpected: 1, skipped: 1 },
  suites: [{ specs: [spec('well', 'expected'), failed], suites: [{ specs: flaky }] }],
});

describe('the count of a report', () => {
  it('is that of its statistics', () => {
    expect(countReport(report([]))).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      forgiven: [],
      inDoubt: [DOUBT],
      failures: [FAILURE],
    });
  });

  it.each([
    'Tearing down "context" exceeded the test timeout of 60000ms.',
    'Error: browserType.launch: Timeout 180000ms exceeded.',
    '\u001b[31mError: page.goto: Target crashed\u001b[39m',
    'Error: page.goto: Target page, context or browser has been closed',
  ])('forgives, and names, a test whose browser failed it once: %s', (message) => {
    const counted = countReport(report([spec('pays', 'flaky', message)]));
    expect(counted).toMatchObject({
      passed: 3,
      failed: 1,
      forgiven: ['pays'],
      inDoubt: [DOUBT],
      failures: [FAILURE],
    });
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
    expect(counted).toMatchObject({
      passed: 2,
      failed: 2,
      forgiven: [],
      inDoubt: [DOUBT, { ...DOUBT, title: 'pays once' }],
      failures: [FAILURE, `card.spec.ts: pays once: ${messages[0]}`],
    });
  });

  it('forgives, and names, whatever Firefox held only the second time', () => {
    const counted = countReport(report([inFirefox('goes back', 'Error: expect(page).toHaveURL failed')]));
    expect(counted).toMatchObject({ passed: 3, failed: 1, forgiven: ['goes back'], inDoubt: [DOUBT] });
  });

  const jest = (assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]) => ({
    numPassedTests: 5,
    numFailedTests: assertionResults.length,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: resolve('widget/a.test.ts'),
        status: 'failed',
        message: 'No such module\n  at it',
        assertionResults,
      },
    ],
  });

  it('of vitest has every failed test in doubt', () => {
    const failed = {
      status: 'failed',
      fullName: 'a card is read',
      failureMessages: ['Error: not read\n  at it'],
    };
    expect(countReport(jest([failed]))).toEqual({
      passed: 5,
      failed: 1,
      skipped: 3,
      forgiven: [],
      inDoubt: [{ title: 'a card is read', file: 'widget/a.test.ts' }],
      failures: ['widget/a.test.ts: a card is read: Error: not read'],
    });
  });

  it('of vitest counts a file that could not be read as a failure beyond doubt', () => {
    expect(countReport(jest([]))).toMatchObject({
      failed: 1,
      inDoubt: [],
      failures: ['widget/a.test.ts: the file: No such module'],
    });
  });
});
