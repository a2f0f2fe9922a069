import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A runtime on which the project is tested, and its npm package. */
export interface Runtime {
  name: string;
  /** null for the one that runs this script */
  package: string | null;
  /** the command that runs a file */
  command: (folder: string) => readonly string[];
}

const platform = process.platform === 'win32' ? 'win' : process.platform;
const nodePackage = `node-${platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'node.exe' : 'bin/node';

const node = (major: number): Runtime => ({
  name: `Node ${major}`,
  package: `${nodePackage}@${major}`,
  command: (folder) => [join(folder, 'node_modules', nodePackage, executable)],
});

const linked = (folder: string, name: string): string => join(folder, 'node_modules', '.bin', name);

export const RUNTIMES: readonly Runtime[] = [
  { name: `Node ${process.versions.node}, this one`, package: null, command: () => [process.execPath] },
  node(20),
  node(22),
  node(24),
  { name: 'Bun', package: 'bun@1.4.5', command: (folder) => [linked(folder, 'bun')] },
  { name: 'Deno', package: 'deno@2.9.6', command: (folder) => [linked(folder, 'deno'), 'run', '-A', '-q'] },
];

const LONGEST_INSTALL_MS = 180_000;

/**
 * Installs a runtime's package into a folder.
 * @returns why it is unavailable, or null
 */
export async function install(folder: string, wanted: string): Promise<string | null> {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', wanted];
  try {
    await promisify(execFile)('npm', args, { timeout: LONGEST_INSTALL_MS });
    return null;
  } catch (error) {
    const [line = ''] = String((error as { stderr?: unknown }).stderr ?? error).split('\n');
    return line;
  }
}
