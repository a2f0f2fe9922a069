import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { type Count, countReport } from './report.ts';

/** A command of the check. */
export interface Step {
  name: string;
  command: string;
  /** a JSON report with the number of tests */
  report?: string;
}

export interface Result {
  name: string;
  ok: boolean;
  seconds: number;
  /** both streams */
  output: string;
  report?: string | undefined;
  counted: Count;
}

const running = new Set<ChildProcess>();

/**
 * Runs the steps with limited concurrency: when one ends, the next in order starts. Calls `done` as each one ends; results
 * are in the order of the steps.
 */
export async function runSteps(
  steps: readonly Step[],
  sideBySide: number,
  done: (result: Result) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = steps.entries();
  const runOneByOne = async () => {
    for (const [at, step] of waiting) {
      const result = await run(step);
      results[at] = result;
      done(result);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, runOneByOne));
  return results;
}

/** From now on SIGINT and SIGTERM end the steps with all their processes, and then this process. */
export function endStepsBySignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      for (const child of running) endGroup(child, signal);
      process.exit(128 + constants.signals[signal]);
    });
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}

function run(step: Step): Promise<Result> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(step.command, {
      shell: true,
      // In its own process group, so that a signal reaches the shell's children too.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `node_modules/.bin:${process.env['PATH'] ?? ''}` },
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    child.on('close', (code) => {
      running.delete(child);
      const seconds = (performance.now() - start) / 1000;
      const { name, report } = step;
      const counted = report ? readCount(report) : { ...NONE, passed: code === 0 ? 1 : 0 };
      if (!counted) output += `\nThere is no report to be read in ${report}.\n`;
      const ok = code === 0 && counted?.failed === 0;
      resolve({ name, report, ok, seconds, output, counted: counted ?? NONE });
    });
  });
}

const NONE: Count = { passed: 0, failed: 0, skipped: 0, forgiven: [], inDoubt: [], failures: [] };

/** Null without a readable report: it is then unknown which tests ran. */
function readCount(report: string): Count | null {
  try {
    return countReport(JSON.parse(readFileSync(report, 'utf8')) as Parameters<typeof countReport>[0]);
  } catch {
    return null;
  }
}
