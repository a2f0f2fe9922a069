import type { Doubt } from './report.ts';
import type { Result, Step } from './steps.ts';

/**
 * Tests that failed while others were running are repeated five times by themselves. A payment that breaks once in ten
 * times is broken; a test delayed by a busy machine is not. More than a few failures are never chance.
 */
const MOST = 4;
const TIMES = 5;

/** The step that repeats the doubtful tests of a result; null if other tests failed too, or too many. */
export function onceMore({ name, counted, output }: Result): Step | null {
  const { inDoubt, failed } = counted;
  const certain = failed > inDoubt.length || UNHANDLED.test(output);
  if (inDoubt.length === 0 || inDoubt.length > MOST || certain) return null;
  return {
    name: `${name}, once more`,
    command: name === 'end to end' ? playwright(inDoubt) : vitest(name, inDoubt),
  };
}

/** Vitest's message for a failure outside any test. */
const UNHANDLED = /Unhandled (Error|Rejection)/;

/** Each in the browser in which it failed; only in Chromium without a retry. */
function playwright(tests: readonly Doubt[]): string {
  const projects = [...new Set(tests.map(({ project = 'chromium' }) => project))];
  const runs = projects.map((project) => {
    const own = tests.filter((test) => (test.project ?? 'chromium') === project);
    const retries = project === 'chromium' ? 0 : 1;
    const how = `--project ${project} --retries ${retries} --workers 1 --repeat-each ${TIMES} --reporter line`;
    return `playwright test --config e2e/playwright.config.ts ${how} --grep '${titles(own)}'`;
  });
  return runs.join(' && ');
}

/** Vitest has no option to repeat; the tests of a file are selected by name. */
function vitest(project: string, tests: readonly Doubt[]): string {
  const files = [...new Set(tests.map(({ file }) => file))].join(' ');
  const once = `vitest run --project ${project} -t '${titles(tests)}' ${files}`;
  return Array.from({ length: TIMES }, () => once).join(' && ');
}

/** The result after these tests passed every time: the first failure is reported and forgiven. */
export function forgive(result: Result): Result {
  const { passed, inDoubt, forgiven } = result.counted;
  const counted = {
    ...result.counted,
    passed: passed + inDoubt.length,
    failed: 0,
    forgiven: [...forgiven, ...inDoubt.map(({ title }) => title)],
    inDoubt: [],
    failures: [],
  };
  return { ...result, ok: true, counted };
}

const titles = (tests: readonly Doubt[]): string => tests.map(({ title }) => patternOf(title)).join('|');

/** A title as a pattern without shell characters. */
const patternOf = (title: string): string => title.replace(/[^\w ]/g, '.');
