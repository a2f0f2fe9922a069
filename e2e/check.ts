import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureChromium } from './chromium.ts';
import { type Count, countReport } from './report.ts';

/**
 * `npm test`: everything, one step after the other (the quick ones side by side), with a table of times and
 * the sum of all tests at the end. Exits 1 where a step fails; every step is run all the same.
 */
interface Step {
  name: string;
  command: string;
  /** a JSON report that tells how many tests ran */
  report?: string;
}

interface Result {
  name: string;
  ok: boolean;
  seconds: number;
  output: string;
  report?: string | undefined;
  counted: Count;
}

const REPORTS = 'test-results';
const VITEST = 'vitest run --reporter=default --reporter=json';

const still: Step[] = [
  { name: 'format', command: 'npm run -s check:format' },
  { name: 'lint', command: 'npm run -s check:lint' },
  { name: 'types', command: 'npm run -s check:types' },
  { name: 'import rules', command: 'npm run -s check:imports' },
  { name: 'dead code', command: 'npm run -s check:dead' },
];
const built: Step[] = [
  { name: 'build', command: 'npm run -s build' },
  { name: 'size and SRI', command: 'npm run -s check:size' },
];
const tests: Step[] = [
  {
    name: 'unit',
    command: `${VITEST} --project unit --outputFile=${REPORTS}/unit.json`,
    report: `${REPORTS}/unit.json`,
  },
  {
    name: 'element',
    command: `${VITEST} --project element --outputFile=${REPORTS}/element.json`,
    report: `${REPORTS}/element.json`,
  },
  {
    name: 'end to end',
    command: 'playwright test --config e2e/playwright.config.ts',
    report: `${REPORTS}/e2e.json`,
  },
];

async function main(): Promise<void> {
  const chromium = ensureChromium();
  console.log(`Browser: ${chromium}`);
  process.env['CHROMIUM_PATH'] = chromium;
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  const results = await Promise.all(still.map(run));
  for (const result of results) show(result);
  for (const step of [...built, ...tests]) {
    const result = await run(step);
    show(result);
    results.push(result);
  }
  conclude(results);
}

function run(step: Step): Promise<Result> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(step.command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `node_modules/.bin:${process.env['PATH'] ?? ''}` },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    child.on('close', (code) => {
      const seconds = (performance.now() - start) / 1000;
      const counted = count(step.report, code === 0);
      const ok = code === 0 && counted.failed === 0;
      resolve({ ...step, ok, seconds, output, counted });
    });
  });
}

function show({ name, ok, seconds, output, report }: Result): void {
  console.log(`\n${ok ? '✓' : '✕'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok || report || name === 'build')
    console.log(
      output
        .trimEnd()
        .split('\n')
        .slice(ok ? -12 : -200)
        .join('\n'),
    );
}

function conclude(results: readonly Result[]): void {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const second = { forgiven: [] as string[], flaky: [] as string[] };
  for (const result of results) {
    const { counted } = result;
    // A step that failed without a failed test (it could not start, say) still counts as one failure.
    sum.passed += counted.passed;
    sum.failed += counted.failed || (result.ok ? 0 : 1);
    sum.skipped += counted.skipped;
    second.forgiven.push(...counted.forgiven);
    second.flaky.push(...counted.flaky);
  }
  console.log('\n');
  for (const { name, ok, seconds } of results) {
    console.log(`  ${ok ? '✓' : '✕'} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`);
  }
  for (const title of second.forgiven) console.log(`  ! the browser failed it once: ${title}`);
  for (const title of second.flaky) console.log(`  ✕ passed only at the second try: ${title}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

function count(report: string | undefined, ok: boolean): Count {
  const none = { passed: 0, failed: 0, skipped: 0, forgiven: [], flaky: [] };
  if (!report) return { ...none, passed: ok ? 1 : 0 };
  try {
    return countReport(JSON.parse(readFileSync(report, 'utf8')) as Parameters<typeof countReport>[0]);
  } catch {
    return none;
  }
}

await main();
