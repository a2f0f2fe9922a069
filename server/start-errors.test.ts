import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { programArgs } from './test-program.ts';

/** The process as an operator starts it. */

let folder: string;
let other: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-start-errors-'));
  writeFileSync(join(folder, 'a-file'), '');
  writeFileSync(join(folder, 'letter.db'), 'a letter, and not a database');
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
});
afterAll(async () => {
  await new Promise((resolve) => other.close(resolve));
  rmSync(folder, { recursive: true });
});

async function start(over: Record<string, string>) {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    GATEWAY_URL: 'http://127.0.0.1:9',
    GATEWAY_POS_ID: '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11',
    GATEWAY_API_KEY: 'key',
    GATEWAY_API_SECRET: 'secret',
    GATEWAY_ENDPOINTS_KEY: 'endpoints',
    ORDER_SECRET: 'x'.repeat(32),
    DATABASE_URL: `file:${join(folder, 'pay.db')}`,
    ...over,
  };
  const child = spawn(process.execPath, programArgs('node'), { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (text) => (err += String(text)));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  return { code, err };
}

it.each<[string, RegExp, () => Record<string, string>]>([
  [
    'the port is taken',
    /^PORT: \d+ is taken by another process \(EADDRINUSE\)\n$/,
    () => ({ PORT: String((other.address() as AddressInfo).port) }),
  ],
  [
    'the host is not an address of this machine',
    /^HOST: 192\.0\.2\.1 is not an address of this machine \(EADDRNOTAVAIL\)\n$/,
    () => ({ HOST: '192.0.2.1' }),
  ],
  [
    'the folder of the database cannot be made',
    /^DATABASE_URL: the folder \S+ does not exist and cannot be created\n$/,
    () => ({ DATABASE_URL: `file:${join(folder, 'a-file', 'deep', 'pay.db')}` }),
  ],
  [
    'the system keeps the folder of the database from being made',
    /^DATABASE_URL: the folder \/proc\/nope\/deep does not exist and cannot be created\n$/,
    () => ({ DATABASE_URL: 'file:/proc/nope/deep/pay.db' }),
  ],
  [
    'the database is a folder',
    /^DATABASE_URL: \S+ is a folder; name a file in it\n$/,
    () => ({ DATABASE_URL: `file:${folder}` }),
  ],
  [
    'the database is another file',
    /^DATABASE_URL: the file is not a SQLite database\n$/,
    () => ({ DATABASE_URL: `file:${join(folder, 'letter.db')}` }),
  ],
  [
    'the database cannot be reached',
    /^DATABASE_URL: nothing listens at the address of the database\n$/,
    () => ({ DATABASE_URL: 'postgres://pay:word@127.0.0.1:1/pay' }),
  ],
])(
  'where %s, the process says so in one line that names the setting, and exits 1',
  async (_what, line, over) => {
    const { code, err } = await start(over());
    expect(err).toMatch(line);
    expect(code).toBe(1);
  },
);
