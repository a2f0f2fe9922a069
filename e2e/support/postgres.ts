import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A Postgres server for tests. */
export interface TestPostgres {
  /** a connection string; the user may create databases */
  url: string;
  /** its origin, as a text for readers */
  origin: string;
  /** Stops it and deletes its files, if it was started here. */
  close(): Promise<void>;
}

/** A server of our own; its folder is deleted when it is closed, or when this process ends. */
export interface PrivateServer {
  port: number;
  /** its data directory */
  data: string;
  /** Runs a command as the user of the server. */
  run(command: string[]): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);
/** Debian installs each major version in its own folder, off the PATH. */
const DEBIAN = '/usr/lib/postgresql';
/** What a private server needs. */
const SERVER = ['initdb', 'postgres'];
const INSTALL_MS = 180_000;
const START_MS = 60_000;

/**
 * Starts the server and stops it when the standard input ends, so that not even a killed check leaves it behind; then
 * deletes its folder. A silent connection can delay the shutdown: after a while the server is killed.
 */
const GUARD = `"$@" & server=$!
read -r _
kill -INT $server
(sleep 3; kill -KILL $server) >/dev/null 2>&1 & late=$!
wait $server
kill $late
rm -rf "$0"`;

/**
 * Finds a Postgres server for tests: that of `TEST_POSTGRES_URL`, otherwise a private one from the binaries on this
 * machine, which are installed if we are root (Debian's package). Null if none is available.
 */
export async function startTestPostgres(): Promise<TestPostgres | null> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given) return { url: given, origin: 'TEST_POSTGRES_URL', close: async () => {} };
  const found = await findOrInstallBinaries();
  if (!found) return null;
  try {
    const server = await startPrivateServer(found, emptyCluster(found));
    const { port } = server;
    return { url: serverUrl(port), origin: `${found}, port ${port}`, close: () => server.close() };
  } catch (error) {
    console.error(`Postgres of ${found} does not start: ${String(error)}`);
    return null;
  }
}

/** The folder with these programs, which are installed if there are none and we are root. */
export async function findOrInstallBinaries(programs: readonly string[] = SERVER): Promise<string | null> {
  return findBinaries(programs) ?? ((await installDebianPackage()) ? findBinaries(programs) : null);
}

/** The address of a private server. */
export const serverUrl = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

/** The first folder with all of these programs: of the PATH, then Debian's. */
function findBinaries(programs: readonly string[]): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...debianFolders()];
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name)))) ?? null;
}

/** Newest version first. */
function debianFolders(): string[] {
  if (!existsSync(DEBIAN)) return [];
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN, version, 'bin'));
}

async function installDebianPackage(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  // RUNLEVEL keeps Debian from starting its own server.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = { env, timeout: INSTALL_MS };
  try {
    await run('apt-get', ['update', '-qq'], options);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], options);
    return true;
  } catch {
    return false;
  }
}

/** The command that fills a data directory with an empty cluster. */
export function emptyCluster(binaries: string): (data: string) => string[] {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  return (data) => [join(binaries, 'initdb'), '-D', data, ...options];
}

/**
 * Starts a server on a free port of the loopback address.
 * @param fill the command that fills its data directory
 * @param settings in addition to those of all test servers
 */
export async function startPrivateServer(
  binaries: string,
  fill: (data: string) => string[],
  settings: Record<string, string> = {},
): Promise<PrivateServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-postgres-'));
  try {
    const asServer = await ownedByServer(folder);
    const data = join(folder, 'data');
    const runAsServer = async (command: string[]) => {
      const [file = '', ...args] = asServer(command);
      await run(file, args, { cwd: folder, timeout: START_MS });
    };
    await runAsServer(fill(data));
    const port = await freePort();
    const command = server(binaries, folder, port, settings);
    const close = await startGuarded(asServer([...guard(folder), ...command]));
    return { port, data, run: runAsServer, close };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const guard = (folder: string): string[] => ['sh', '-c', GUARD, folder];

function server(
  binaries: string,
  folder: string,
  port: number,
  more: Readonly<Record<string, string>>,
): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    ...more,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [join(binaries, 'postgres'), '-D', join(folder, 'data'), '-p', String(port), ...flags];
}

/** Postgres refuses to run as root, so its own user gets the folder. Returns how to run a command as that user. */
async function ownedByServer(folder: string): Promise<(command: string[]) => string[]> {
  if (process.getuid?.() !== 0) return (command) => command;
  const { stdout } = await run('id', ['-u', 'postgres']);
  chownSync(folder, Number(stdout), -1);
  return (command) => ['runuser', '-u', 'postgres', '--', ...command];
}

/** Resolves to the function that stops it, as soon as it accepts connections. */
function startGuarded([file = '', ...args]: string[]): Promise<() => Promise<void>> {
  const child = spawn(file, args, { cwd: tmpdir(), detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = () => {
    child.stdin.end();
    return ended;
  };
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (why: string) => {
      clearTimeout(late);
      void close();
      reject(new Error(`${why}\n${printed}`));
    };
    const late = setTimeout(() => fail('it takes too long'), START_MS);
    child.once('error', (error) => fail(error.message));
    const watch = (data: Buffer) => {
      printed = (printed + data.toString()).slice(-5000);
      if (/FATAL|is shut down/.test(printed)) fail('it stopped');
      if (!/ready to accept (read-only )?connections/.test(printed)) return;
      clearTimeout(late);
      // From now on FATAL concerns only single connections.
      child.stderr.off('data', watch).resume();
      resolve(close);
    };
    child.stderr.on('data', watch);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
