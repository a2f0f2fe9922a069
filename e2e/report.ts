import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The number of tests in a report. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** titles of tests that passed at the second attempt, and count as passed */
  forgiven: string[];
  /** failed tests that a busy machine may have delayed (once-more.ts) */
  inDoubt: Doubt[];
  /** the failures, one line each */
  failures: string[];
}

/** A test, its file, and the browser if it is one of Playwright's. */
export interface Doubt {
  title: string;
  file: string;
  project?: string | undefined;
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    tests: { status: string; projectName?: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/**
 * Counts a JSON report of vitest (Jest's format) or of Playwright. A Playwright test that passed at the second attempt is
 * forgiven only if the browser failed (it did not start, crashed, was gone, or never ended), or in Firefox, which
 * Playwright drives over a young protocol that sometimes misses a navigation; every test of Firefox runs in Chromium too.
 * Any other failure, once or twice, counts as failed and is in doubt. Vitest tries only once.
 */
export function countReport(report: PlaywrightReport | JestReport): Count {
  return 'stats' in report ? countPlaywright(report) : countJest(report);
}

function countPlaywright({ stats, suites }: PlaywrightReport): Count {
  const tests = suites.flatMap(testsOf);
  const forgiven = tests.filter((test) => isFlaky(test) && isForgivable(test));
  const failed = tests.filter((test) => hasFailed(test) && !forgiven.includes(test));
  return {
    passed: stats.expected + forgiven.length,
    failed: failed.length,
    skipped: stats.skipped,
    forgiven: forgiven.map(({ title }) => title),
    inDoubt: failed.map(({ title, file, projectName }) => ({ title, file, project: projectName })),
    failures: failed.map(({ title, file, results }) => failure(file, title, messagesOf(results)[0])),
  };
}

function countJest(report: JestReport): Count {
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({
        title: test.fullName,
        file: relative('.', name),
        message: test.failureMessages?.[0],
      })),
  );
  // A file that cannot be loaded, or whose setup failed, has no failed test to repeat.
  const unread = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unread.length,
    skipped: report.numPendingTests + report.numTodoTests,
    forgiven: [],
    inDoubt: failed.map(({ title, file }) => ({ title, file })),
    failures: [
      ...failed.map(({ title, file, message }) => failure(file, title, message)),
      ...unread.map(({ name, message }) => failure(relative('.', name), 'the file', message)),
    ],
  };
}

const failure = (file: string, title: string, message = ''): string =>
  `${file}: ${title}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`;

type Test = Suite['specs'][number]['tests'][number] & { title: string; file: string };

const testsOf = (suite: Suite): Test[] => [
  ...suite.specs.flatMap(({ title, file, tests }) => tests.map((test) => ({ ...test, title, file }))),
  ...(suite.suites ?? []).flatMap(testsOf),
];

const isFlaky = ({ status }: Test): boolean => status === 'flaky';
const hasFailed = (test: Test): boolean => isFlaky(test) || test.status === 'unexpected';
const messagesOf = (results: Test['results']): string[] =>
  results.flatMap(({ errors }) => errors.map(({ message = '' }) => stripVTControlCharacters(message)));

/** Playwright's messages for a lost browser, or one that does not answer. */
const BROWSER_TROUBLE =
  /^(Error: )?(Tearing down "(context|page|browser)" exceeded|browserType\.launch: |(browser|browserContext|page)\.\w+: (Target (page, context or browser has been closed|crashed)|Browser has been closed))/;

const isForgivable = ({ projectName, results }: Test): boolean =>
  projectName === 'firefox' || messagesOf(results).every((message) => BROWSER_TROUBLE.test(message));
