import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * `npm run release`: publishes with provenance, unless the tree is not clean, the version is tagged already, or the
 * changelog does not begin with it and a date. npm builds the package and lists its files. With `-- --dry-run` nothing is
 * published, whatever is wrong.
 */
const isDry = process.argv.includes('--dry-run');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [newest] = /^## .*/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];

const faults = [
  ...(git('status', '--porcelain') === '' ? [] : ['The tree is not clean.']),
  ...(git('tag', '--list', `v${version}`) === ''
    ? []
    : [`v${version} is tagged already: raise the version.`]),
  ...(new RegExp(`^## ${version} – \\d{4}-\\d\\d-\\d\\d$`).test(newest ?? '')
    ? []
    : [`CHANGELOG.md begins with "${newest}", not with "## ${version} – " and the date.`]),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
if (faults.length === 0 || isDry) publish();

function publish(): void {
  run('npm', 'run', '-s', 'build:widget');
  run('npm', 'run', '-s', 'check:size');
  run('npm', 'publish', '--provenance', '--access', 'public', ...(isDry ? ['--dry-run'] : []));
  if (!isDry) console.log(`Published. Tag it: git tag v${version} && git push origin v${version}`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' });
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'inherit' });
}
