/** How many tests a report tells of. `forgiven` names tests that passed only at the second try. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  forgiven: string[];
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: { title: string; tests: { status: string; results: { errors: { message?: string }[] }[] }[] }[];
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/**
 * Counts a JSON report of vitest (Jest's form) or of Playwright. A test of Playwright that passed at the second try is
 * forgiven where the browser let it down (no start, no answer); where an expectation did not hold it has failed: what
 * a payment breaks once in ten times is broken.
 */
export function countReport(report: PlaywrightReport | JestReport): Count {
  if (!('stats' in report)) return countJest(report);
  const { expected, unexpected, skipped } = report.stats;
  const second = report.suites.flatMap(specsOf).filter(({ tests }) => tests.some(isFlaky));
  const broken = second.filter(({ tests }) => tests.some(brokeExpectation)).length;
  return {
    passed: expected + second.length - broken,
    failed: unexpected + broken,
    skipped,
    forgiven: second.filter(({ tests }) => !tests.some(brokeExpectation)).map(({ title }) => title),
  };
}

function countJest(report: JestReport): Count {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    forgiven: [],
  };
}

type Spec = Suite['specs'][number];
type Test = Spec['tests'][number];

const specsOf = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

const isFlaky = ({ status }: Test): boolean => status === 'flaky';

const brokeExpectation = (test: Test): boolean =>
  isFlaky(test) && test.results.some(({ errors }) => errors.some(isExpectation));

const CODE_FRAME = /^ *>? *\d+ \|/m;

/** Of the message alone: the lines of the test that Playwright shows below it may say `expect(` as well. */
const isExpectation = ({ message = '' }: { message?: string }): boolean =>
  message.split(CODE_FRAME, 1)[0]?.includes('expect(') ?? false;
