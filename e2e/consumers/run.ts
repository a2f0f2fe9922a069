import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { pack } from '../package/packed.ts';
import { errorsIn, expectedErrors } from './errors.ts';

/**
 * `npm run consumers`: compiles small apps against the packed tarball, each with its framework's compiler, in a temporary
 * folder; needs the npm registry. Only lines after "must not compile" must be refused. The app with Lit is also bundled,
 * and must hold Lit once. `npm run consumers -- vue svelte` limits the run to these. Exits 1 if one fails.
 */

const APPS = fileURLToPath(new URL('apps', import.meta.url));
const LONGEST_MS = 300_000;

interface Consumer {
  name: string;
  app: string;
  /** in addition to those in its package.json */
  packages: readonly string[];
}

const CONSUMERS: readonly Consumer[] = [
  { name: 'typescript-5.7', app: 'plain', packages: ['typescript@5.7.3'] },
  { name: 'typescript-newest', app: 'plain', packages: ['typescript@latest'] },
  { name: 'react', app: 'react', packages: [] },
  { name: 'vue', app: 'vue', packages: [] },
  { name: 'svelte', app: 'svelte', packages: [] },
  { name: 'angular', app: 'angular', packages: [] },
  { name: 'lit', app: 'lit', packages: [] },
];

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'pay-form-consumers-'));
try {
  const tarball = join(folder, pack(folder).filename);
  const failed = CONSUMERS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).filter(
    (consumer) => !passes(consumer, tarball),
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function passes({ name, app, packages }: Consumer, tarball: string): boolean {
  const project = join(folder, name);
  cpSync(join(APPS, app), project, { recursive: true });
  const installed = npm(
    project,
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    tarball,
    ...packages,
  );
  if (installed.status !== 0) return report(name, `could not be installed:\n${installed.output}`);
  const { status, output } = npm(project, 'run', '-s', 'check');
  const found = errorsIn(output);
  const expected = sourcesOf(app).flatMap((file) =>
    expectedErrors(file, readFileSync(join(APPS, app, file), 'utf8')),
  );
  if (expected.length === 0 && status !== 0) return report(name, `has failed:\n${output}`);
  if (isDeepStrictEqual(new Set(found), new Set(expected))) return report(name);
  return report(
    name,
    `is to be refused at ${expected.join(', ')}, and was at ${found.join(', ')}:\n${output}`,
  );
}

function sourcesOf(app: string): string[] {
  return readdirSync(join(APPS, app)).filter((file) => !file.endsWith('.json'));
}

function npm(cwd: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', timeout: LONGEST_MS });
  return { status, output: stdout + stderr };
}

function report(name: string, fault = ''): boolean {
  console.log(fault ? `✕ ${name} ${fault}` : `✓ ${name}`);
  return fault === '';
}
