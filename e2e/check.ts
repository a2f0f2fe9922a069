import { mkdirSync, rmSync } from 'node:fs';
import { ensureChromium } from './chromium.ts';
import { findFirefox } from './firefox.ts';
import { forgive, onceMore } from './once-more.ts';
import { startTestPostgres } from './postgres.ts';
import { endStepsBySignal, type Result, runSteps, type Step } from './steps.ts';
import { findWebKit } from './webkit/find-webkit.ts';

/**
 * `npm test`: everything, with a table of times and the total of all tests at the end. Exits 1 if a step fails; all steps
 * run in any case.
 */

const REPORTS = 'test-results';
const VITEST = 'vitest run --reporter=default --reporter=json';

/** Steps that only read the sources, and the build that the tests need. */
const checks: Step[] = [
  { name: 'format', command: 'npm run -s check:format' },
  { name: 'lint', command: 'npm run -s check:lint' },
  { name: 'types', command: 'npm run -s check:types' },
  { name: 'import rules', command: 'npm run -s check:imports' },
  { name: 'dead code', command: 'npm run -s check:dead' },
  { name: 'build', command: 'npm run -s build' },
];

/**
 * Two at any time keep two cores busy, because computing steps run beside waiting ones. The longest starts first; the last
 * one uses a process for each core.
 */
const tests: Step[] = [
  {
    name: 'end to end',
    command: 'playwright test --config e2e/playwright.config.ts',
    report: `${REPORTS}/e2e.json`,
  },
  { name: 'size and SRI', command: 'npm run -s check:size' },
  // The built server, under a fixed seed; `npm run chaos` and `npm run fuzz` look further.
  { name: 'chaos', command: 'tsx e2e/chaos/run.ts --orders 150 --seed 1' },
  { name: 'fuzz', command: 'tsx e2e/chaos/fuzz/run.ts --inputs 5000 --seed 1' },
  vitest('element'),
  vitest('unit'),
];

/** Steps without a report whose last lines are worth reading. */
const TELLING = ['build', 'chaos', 'fuzz'];

function vitest(project: string): Step {
  const report = `${REPORTS}/${project}.json`;
  return { name: project, command: `${VITEST} --project ${project} --outputFile=${report}`, report };
}

async function main(): Promise<void> {
  endStepsBySignal();
  process.env['CHROMIUM_PATH'] = ensureChromium();
  showEngines();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  const start = performance.now();
  const starting = startTestPostgres();
  const results = await runSteps(checks, checks.length, show);
  const postgres = await starting;
  console.log(`\nPostgres: ${postgres?.origin ?? 'none found, its tests are skipped'}`);
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
  // Programs started by the unit tests are run as built.
  process.env['TEST_BUILT'] = 'dist/server';
  for (const result of await runSteps(tests, 2, show)) results.push(await triedAgain(result));
  await postgres?.close();
  conclude(results, (performance.now() - start) / 1000);
}

/** Repeats doubtful tests, with nothing else running. */
async function triedAgain(result: Result): Promise<Result> {
  const step = onceMore(result);
  const [repeated] = step ? await runSteps([step], 1, show) : [];
  return repeated?.ok ? forgive(result) : result;
}

function showEngines(): void {
  const engines = {
    Chromium: process.env['CHROMIUM_PATH'],
    Firefox: findFirefox(),
    WebKit: findWebKit()?.browser,
  };
  for (const [name, path] of Object.entries(engines))
    console.log(path ? `${name}: ${path}` : `${name} not found: skipped`);
}

function show({ name, ok, seconds, output, report }: Result): void {
  console.log(`\n${ok ? '✓' : '✕'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok || report || TELLING.includes(name))
    console.log(
      output
        .trimEnd()
        .split('\n')
        .slice(ok ? -12 : -200)
        .join('\n'),
    );
}

function conclude(results: readonly Result[], seconds: number): void {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const result of results) {
    const { counted } = result;
    // A step that failed without a failed test (for example, it could not start) still counts as one failure.
    sum.passed += counted.passed;
    sum.failed += counted.failed || (result.ok ? 0 : 1);
    sum.skipped += counted.skipped;
  }
  console.log('\n');
  for (const { name, ok, seconds } of results) console.log(`  ${ok ? '✓' : '✕'} ${timed(name, seconds)}`);
  console.log(`    ${timed('together', seconds)}`);
  for (const title of results.flatMap(({ counted }) => counted.forgiven))
    console.log(`  ! failed once, and held when it was tried again: ${title}`);
  for (const failure of results.flatMap(({ counted }) => counted.failures)) console.log(`  ✕ ${failure}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

const timed = (name: string, seconds: number): string =>
  `${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`;

await main();
