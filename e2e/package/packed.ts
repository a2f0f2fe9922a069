import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output of `npm run build`, installed as users install it. */
export interface Installed {
  /** a project with only the package and the named packages */
  project: string;
  /** the package's folder in it */
  folder: string;
  /** the files of the package */
  files: readonly string[];
  /** a file of the package */
  read(path: string): string;
  remove(): void;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Tarball {
  filename: string;
  /** of the tarball, in bytes */
  size: number;
  files: { path: string }[];
}

/**
 * Packs the package and unpacks it into a temporary project beside its dependencies, without its optional packages. No
 * script of the package runs.
 */
export function installPacked(): Installed {
  const project = mkdtempSync(join(tmpdir(), 'pay-form-package-'));
  const { filename, files } = pack(project);
  const folder = join(project, 'node_modules/pay-form');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['xf', join(project, filename), '--strip-components=1', '-C', folder]);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const about = JSON.parse(read('package.json')) as { dependencies: object };
  for (const name of [...Object.keys(about.dependencies), '@types/node']) link(project, name);
  return {
    project,
    folder,
    files: files.map(({ path }) => path),
    read,
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}

/** Makes the tarball. */
export function pack(destination: string): Tarball {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination];
  const printed = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [tarball] = Object.values(JSON.parse(printed) as object) as Tarball[];
  if (!tarball) throw new Error('npm pack has made nothing');
  return tarball;
}

function link(project: string, name: string): void {
  const place = join(project, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), place);
}
