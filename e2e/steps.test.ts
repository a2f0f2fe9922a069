import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSteps } from './steps.ts';

let report: string;
beforeAll(() => {
  report = join(mkdtempSync(join(tmpdir(), 'pay-steps-')), 'report.json');
});
afterAll(() => rmSync(join(report, '..'), { recursive: true }));

const run = async (command: string, path?: string) => {
  const [result] = await runSteps([{ name: 'step', command, ...(path && { report: path }) }], 1, () => {});
  return result;
};
const written = (failed: number): string => {
  const counts = {
    numPassedTests: 2,
    numFailedTests: failed,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  };
  return `echo '${JSON.stringify(counts)}' > '${report}'`;
};

it('a step counts the tests of its report', async () => {
  expect(await run(written(0), report)).toMatchObject({ ok: true, counted: { passed: 2 } });
});

it('a step fails by its exit code, and by a failed test of its report', async () => {
  expect(await run('exit 3')).toMatchObject({ ok: false });
  expect(await run(written(1), report)).toMatchObject({ ok: false, counted: { failed: 1 } });
});

it.each([
  ['is missing', 'true'],
  ['cannot be read', 'echo no JSON > "$REPORT"'],
])('a step fails whose report %s', async (_what, command) => {
  rmSync(report, { force: true });
  const result = await run(command.replace('"$REPORT"', `'${report}'`), report);
  expect(result).toMatchObject({ ok: false, counted: { passed: 0 } });
  expect(result?.output).toContain(report);
});
