import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './packed.ts';

/**
 * `npx tsx e2e/package/release.ts`: goes through the steps of a release, says what each found, and publishes if none found a fault.
 * With `--dry-run` it goes through all of them, faults or not, and npm publishes nothing.
 */
const isDry = process.argv.includes('--dry-run');
const LARGEST_KB = 900;
/** "Are the types wrong?" */
const ATTW =
  '@arethetypeswrong/cli@0.18.5 --pack . --profile node16 --ignore-rules cjs-resolves-to-esm --exclude-entrypoints ./custom-elements.json';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

interface Step {
  title: string;
  /** @returns what is wrong, or null */
  find: () => string | null;
}

const steps: Step[] = [
  {
    title: 'Everything is committed',
    find: () => (git('status', '--porcelain') === '' ? null : 'Commit or remove what `git status` shows.'),
  },
  {
    title: `The version ${version} is new`,
    find: () =>
      git('tag', '--list', `v${version}`) === ''
        ? null
        : 'It is tagged: `npm version patch --no-git-tag-version`.',
  },
  {
    title: `CHANGELOG.md begins with ${version} and a date`,
    find: () => {
      const [newest = 'nothing'] = /^## .*/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
      const isDated = new RegExp(`^## ${version} – \\d{4}-\\d\\d-\\d\\d$`).test(newest);
      return isDated ? null : `It begins with "${newest}": write "## ${version} – " and the date.`;
    },
  },
  { title: 'The package is built', find: () => run('npm', 'run', '-s', 'build') },
  { title: 'The papers state its size', find: () => run('npx', 'tsx', 'e2e/size.ts') },
  { title: `The tarball has at most ${LARGEST_KB} kB`, find: measure },
  {
    title: 'Types and exports are right',
    find: () => run('npx', '--yes', ...ATTW.split(' ')) ?? run('npx', '--yes', 'publint@0.3.25', '--strict'),
  },
];

const faults = steps.flatMap(({ title, find }, index) => {
  const fault = find();
  console.log(`${index + 1}. ${title}: ${fault ?? 'yes'}`);
  return fault ?? [];
});
process.exitCode = faults.length > 0 ? 1 : 0;
if (isDry || faults.length === 0) publish();

function publish(): void {
  // npm can attest where a package was built only on a service that signs for it.
  const attest = process.env['CI'] ? ['--provenance'] : [];
  const args = [
    'publish',
    '--ignore-scripts',
    '--access',
    'public',
    ...attest,
    ...(isDry ? ['--dry-run'] : []),
  ];
  console.log(`${steps.length + 1}. npm ${args.join(' ')}`);
  execFileSync('npm', args, { stdio: 'inherit' });
  console.log(
    `${steps.length + 2}. ${isDry ? 'After that' : 'Now'}: git tag v${version} && git push origin v${version}`,
  );
}

function measure(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-release-'));
  try {
    const { files, size } = pack(folder);
    console.log(`   ${Math.round(size / 1000)} kB, ${files.length} files`);
    return size <= LARGEST_KB * 1000 ? null : `It has ${size} bytes.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' });
}

/** Runs a command whose output a person has to see only if it fails. */
function run(command: string, ...args: string[]): string | null {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    return null;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    return `\`${command} ${args.join(' ')}\` failed:\n${String(stdout ?? '')}${String(stderr ?? '')}`;
  }
}
