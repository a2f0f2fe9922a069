import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureChromium } from './support/chromium.ts';
import { findFirefox } from './support/firefox.ts';
import { startTestPostgres } from './support/postgres.ts';
import { findWebKit } from './webkit/find-webkit.ts';

/**
 * `tsx e2e/test.ts [tier]…`: runs the steps of the tiers (by default `test`) one after the other, each to its end, with the
 * browsers and the Postgres that are found or installed. Prints the times, and the sum of all tests. Exits 1 if a step
 * fails.
 */
const REPORTS = 'test-results';

const vitest = (project: string): string =>
  `vitest run --project '${project}' --reporter=default --reporter=json --outputFile='${REPORTS}/${project}.json'`;
const playwright = (...projects: string[]): string =>
  `playwright test --config e2e/playwright.config.ts ${projects.map((name) => `--project ${name}`).join(' ')}`;
const chaos = (options: string): string => `tsx e2e/chaos/run.ts --seed 1 ${options}`;
const fuzz = (options: string): string => `tsx e2e/fuzz.ts --seed 1 ${options}`;

/** Names of steps and their commands. */
const TIERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  test: {
    check: 'npm run -s check',
    build: 'npm run -s build',
    size: 'tsx e2e/size.ts',
    unit: vitest('unit'),
    element: vitest('element'),
    'end to end': playwright('chromium'),
    chaos: chaos('--orders 60'),
    'chaos, honest': chaos('--honest --orders 60'),
    fuzz: fuzz('--sockets --inputs 1500'),
  },
  engines: {
    build: 'npm run -s build',
    'element, Firefox': vitest('element-firefox'),
    'Firefox, WebKit': playwright('firefox', 'webkit'),
  },
  far: {
    vulnerabilities: 'npm run -s vulnerabilities',
    'chaos, SQLite': chaos('--orders 400'),
    'chaos, Postgres': chaos('--orders 400 --store postgres'),
    'chaos, honest, SQLite': chaos('--honest --orders 400'),
    'chaos, honest, Postgres': chaos('--honest --orders 400 --store postgres'),
    'fuzz, far': fuzz('--inputs 20000'),
    properties: 'CASES=4000 STORE=memory vitest run --project unit property.test',
    'docs/docker.md': 'FAR=1 vitest run --project unit e2e/docs/docker.test.ts',
    consumers: 'tsx e2e/consumers/run.ts',
    runtimes: 'tsx e2e/runtimes/run.ts',
  },
};

interface Step {
  name: string;
  ok: boolean;
  seconds: number;
}

/** Tests in a JSON report of Vitest or of Playwright. */
type Report =
  | { numPassedTests: number; numFailedTests: number; numPendingTests: number }
  | { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

async function main(tiers: readonly string[]): Promise<void> {
  const wanted = Object.assign({}, ...tiers.map(stepsOf)) as Record<string, string>;
  process.env['CHROMIUM_PATH'] = ensureChromium();
  const postgres = await startTestPostgres();
  if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
  // Programs started by tests are run as built.
  process.env['TEST_BUILT'] = 'dist/server';
  showFound({
    Chromium: process.env['CHROMIUM_PATH'],
    Firefox: findFirefox(),
    WebKit: findWebKit()?.driver,
    Postgres: postgres?.origin,
  });
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const steps: Step[] = [];
  for (const [name, command] of Object.entries(wanted)) steps.push(await run(name, command));
  await postgres?.close();
  conclude(steps);
}

function showFound(found: Readonly<Record<string, string | undefined>>): void {
  for (const [name, place] of Object.entries(found))
    console.log(`${name}: ${place ?? 'not found, its tests are skipped'}`);
}

function stepsOf(tier: string): Readonly<Record<string, string>> {
  const steps = TIERS[tier];
  if (!steps) throw new Error(`No such tier: ${tier}. There are ${Object.keys(TIERS).join(', ')}.`);
  return steps;
}

function run(name: string, command: string): Promise<Step> {
  console.log(`\n▶ ${name}: ${command}`);
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `node_modules/.bin:${process.env['PATH'] ?? ''}` },
    });
    child.once('close', (code) =>
      resolve({ name, ok: code === 0, seconds: (performance.now() - start) / 1000 }),
    );
  });
}

function conclude(steps: readonly Step[]): void {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const file of readdirSync(REPORTS).filter((name) => name.endsWith('.json'))) {
    const counted = count(JSON.parse(readFileSync(`${REPORTS}/${file}`, 'utf8')) as Report);
    sum.passed += counted.passed;
    sum.failed += counted.failed;
    sum.skipped += counted.skipped;
  }
  console.log('');
  for (const { name, ok, seconds } of steps)
    console.log(`${ok ? '✓' : '✕'} ${name.padEnd(23)} ${seconds.toFixed(1).padStart(6)} s`);
  const failedSteps = steps.filter(({ ok }) => !ok).length;
  // A step can fail without a failed test, for example because it could not start.
  const failed = Math.max(sum.failed, failedSteps);
  console.log(`\n${sum.passed} passed, ${failed} failed, ${sum.skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function count(report: Report): { passed: number; failed: number; skipped: number } {
  if (!('stats' in report))
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

const given = process.argv.slice(2);
await main(given.length > 0 ? given : ['test']);
