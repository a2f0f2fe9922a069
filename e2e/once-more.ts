import type { Doubt } from './report.ts';
import type { Result, Step } from './steps.ts';

/**
 * What failed in the company of everything else is run five times more, by itself: what breaks a payment once in ten
 * times is broken, what a busy machine held up is not. More than a few are never by chance.
 */
const MOST = 4;
const TIMES = 5;

/** The step that runs the tests of a result that are in doubt; null where it failed by more than these, or too many. */
export function onceMore({ name, counted, output }: Result): Step | null {
  const { inDoubt, failed } = counted;
  const certain = failed > inDoubt.length || UNHANDLED.test(output);
  if (inDoubt.length === 0 || inDoubt.length > MOST || certain) return null;
  return {
    name: `${name}, once more`,
    command: name === 'end to end' ? playwright(inDoubt) : vitest(name, inDoubt),
  };
}

/** How vitest says that something failed outside of any test. */
const UNHANDLED = /Unhandled (Error|Rejection)/;

/** Each in the browser in which it failed; only Chromium has to do without a second try. */
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

/** It has no option to repeat; the tests of a file are told apart by their names. */
function vitest(project: string, tests: readonly Doubt[]): string {
  const files = [...new Set(tests.map(({ file }) => file))].join(' ');
  const once = `vitest run --project ${project} -t '${titles(tests)}' ${files}`;
  return Array.from({ length: TIMES }, () => once).join(' && ');
}

/** The result after these passed each time: their first failure is told, and forgiven. */
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

/** A title as a pattern that a shell leaves alone. */
const patternOf = (title: string): string => title.replace(/[^\w ]/g, '.');
