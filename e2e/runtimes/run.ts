import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { inFolder } from '../support/built-companion.ts';
import { postgresDatabase } from '../chaos/database.ts';
import { checkClient } from './client.ts';
import { checkCompanion } from './companion.ts';

/**
 * `npx tsx e2e/runtimes/run.ts`, after the build: the built companion and the gateway client on every runtime available from npm, one after another,
 * in a temporary folder. Unavailable runtimes are skipped with a message; `bun deno` as arguments try only these.
 * Exits 1 if a check fails.
 */

interface Runtime {
  name: string;
  /** null for the one that runs this script */
  package: string | null;
  /** its program below node_modules, and its options */
  command: readonly string[];
  /** its options for TypeScript */
  typescript: readonly string[];
}

const platform = process.platform === 'win32' ? 'win' : process.platform;
const nodePackage = `node-${platform}-${process.arch}`;
const program = join(nodePackage, process.platform === 'win32' ? 'node.exe' : 'bin/node');
const typescript = ['--import', 'tsx'];
const node = (major: number): Runtime => ({
  name: `Node ${major}`,
  package: `${nodePackage}@${major}`,
  command: [program],
  typescript,
});

const RUNTIMES: readonly Runtime[] = [
  { name: `Node ${process.versions.node}, this one`, package: null, command: [process.execPath], typescript },
  node(20),
  node(22),
  node(24),
  { name: 'Bun', package: 'bun@1.4.5', command: ['.bin/bun'], typescript: [] },
  { name: 'Deno', package: 'deno@2.9.6', command: ['.bin/deno', 'run', '-A', '-q'], typescript: [] },
];
const LONGEST_INSTALL_MS = 180_000;

const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const postgres = await postgresDatabase().catch(() => null);
if (!postgres) console.log('- companion on Postgres: skipped, there is no server and none can be started');
for (const runtime of RUNTIMES) {
  const name = runtime.name.toLowerCase();
  if (wanted.length > 0 && !wanted.some((one) => name.startsWith(one))) continue;
  await inFolder((folder) => checkRuntime(runtime, folder));
}
await postgres?.drop();

async function checkRuntime(runtime: Runtime, folder: string): Promise<void> {
  if (runtime.package !== null && !install(runtime.package, folder)) {
    console.log(`- ${runtime.name}: skipped, npm cannot bring ${runtime.package}`);
    return;
  }
  const [first = '', ...options] = runtime.command;
  const command = [runtime.package ? join(folder, 'node_modules', first) : first, ...options];
  await check(`${runtime.name}, gateway client`, () =>
    checkClient([...command, ...runtime.typescript], folder),
  );
  await check(`${runtime.name}, companion`, () => checkCompanion(command, folder));
  if (postgres)
    await check(`${runtime.name}, companion on Postgres`, () =>
      checkCompanion(command, folder, postgres.url),
    );
}

function install(wantedPackage: string, folder: string): boolean {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', wantedPackage];
  try {
    execFileSync('npm', args, { timeout: LONGEST_INSTALL_MS, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function check(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    console.log(`✓ ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`✕ ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
