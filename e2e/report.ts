import { stripVTControlCharacters } from 'node:util';

/** How many tests a report tells of. `forgiven` and `flaky` name those that passed at the second try: the latter have failed. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  forgiven: string[];
  flaky: string[];
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    tests: { status: string; projectName?: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/**
 * Counts a JSON report of vitest (Jest's form) or of Playwright. A test of Playwright that passed at the second try is
 * forgiven only where the browser itself let it down (it did not start, crashed, was gone, or never ended), and in
 * Firefox, which Playwright drives over a young protocol that now and then misses a navigation. Whatever else failed
 * once has failed (once-more.ts gives it five more chances, alone): what a payment breaks once in ten times is broken,
 * and every test of Firefox runs in Chromium too.
 */
export function countReport(report: PlaywrightReport | JestReport): Count {
  if (!('stats' in report)) return countJest(report);
  const { expected, unexpected, skipped } = report.stats;
  const second = report.suites.flatMap(specsOf).filter(({ tests }) => tests.some(isFlaky));
  const broken = second.filter(({ tests }) => !tests.every(isForgivable));
  const titles = (specs: readonly Spec[]) => specs.map(({ title }) => title);
  return {
    passed: expected + second.length - broken.length,
    failed: unexpected + broken.length,
    skipped,
    forgiven: titles(second.filter((spec) => !broken.includes(spec))),
    flaky: titles(broken),
  };
}

function countJest(report: JestReport): Count {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    forgiven: [],
    flaky: [],
  };
}

type Spec = Suite['specs'][number];
type Test = Spec['tests'][number];

const specsOf = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

const isFlaky = ({ status }: Test): boolean => status === 'flaky';

/** How Playwright words that it has lost the browser, or waits for it in vain. */
const BROWSER_TROUBLE =
  /^(Error: )?(Tearing down "(context|page|browser)" exceeded|browserType\.launch: |(browser|browserContext|page)\.\w+: (Target (page, context or browser has been closed|crashed)|Browser has been closed))/;

const isForgivable = (test: Test): boolean =>
  !isFlaky(test) ||
  test.projectName === 'firefox' ||
  test.results.every(({ errors }) =>
    errors.every(({ message = '' }) => BROWSER_TROUBLE.test(stripVTControlCharacters(message))),
  );
