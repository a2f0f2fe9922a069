import type { Result, Step } from './steps.ts';

/**
 * What passed at its second try only is run five times more, by itself: what breaks a payment once in ten times is
 * broken, what a busy machine held up once is not. More than a few are never by chance.
 */
const MOST = 4;
const TIMES = 5;

/** The step that runs the tests of a result that are in doubt; null where there are none, or too many. */
export function onceMore({ name, counted: { flaky } }: Result): Step | null {
  if (flaky.length === 0 || flaky.length > MOST) return null;
  const titles = flaky.map(patternOf).join('|');
  const how = `--project chromium --retries 0 --workers 1 --repeat-each ${TIMES} --reporter line`;
  return {
    name: `${name}, once more`,
    command: `playwright test --config e2e/playwright.config.ts ${how} --grep '${titles}'`,
  };
}

/** The result after these passed each time: their first failure is told, and forgiven. */
export function forgive(result: Result): Result {
  const { passed, failed, flaky, forgiven } = result.counted;
  const left = failed - flaky.length;
  const counted = {
    ...result.counted,
    passed: passed + flaky.length,
    failed: left,
    forgiven: [...forgiven, ...flaky],
    flaky: [],
  };
  return { ...result, ok: left === 0, counted };
}

/** A title as a pattern that a shell leaves alone. */
const patternOf = (title: string): string => title.replace(/[^\w ]/g, '.');
