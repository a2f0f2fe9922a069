import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './packed.ts';
import { releaseFaults } from './release-checks.ts';

/**
 * `npm run release`: checks the tree, the version and the changelog, builds, prints what will be published (files, sizes,
 * SRI of every file of the widget), and publishes with provenance. `-- --dry-run` does everything except publish, and only
 * reports faults. Exits 1 if there are faults.
 */

const isDry = process.argv.includes('--dry-run');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const faults = releaseFaults({
  version,
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
  changes: git('status', '--porcelain'),
  tags: git('tag', '--list').split('\n'),
});
for (const fault of faults) console.error(`✕ ${fault}`);
if (faults.length > 0) process.exitCode = 1;
if (faults.length === 0 || isDry) release();

function release(): void {
  run('npm', 'run', '-s', 'build');
  run('npm', 'run', '-s', 'check:size');
  const files = packed();
  console.log(`\npay-form ${version}: ${files.length} files\n`);
  for (const path of files) console.log(`${String(statSync(path).size).padStart(8)}  ${path}`);
  console.log('\nIntegrity of the files that browsers load:\n');
  for (const path of files.filter(isWidget)) console.log(`${path}  ${integrity(path)}`);
  if (isDry) return console.log('\nA dry run: nothing was published.');
  // Publishes what was just built and listed, without another build.
  run('npm', 'publish', '--ignore-scripts', '--provenance', '--access', 'public');
  console.log(`\nPublished. Tag it: git tag v${version} && git push origin v${version}`);
}

function packed(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-release-'));
  try {
    return pack(folder).files.map(({ path }) => path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isWidget(path: string): boolean {
  return /^dist\/pay\/.*\.js$/.test(path);
}

function integrity(path: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(path)).digest('base64')}`;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' });
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'inherit' });
}
