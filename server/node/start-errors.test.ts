import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../settings.ts';
import { startCompanion } from './start.ts';
import { useFolder } from '../testing/folder.ts';
import { programArgs } from '../testing/program.ts';
import { ENVIRONMENT, WIDGET } from '../testing/settings.ts';

/** What an operator reads where the companion does not start. */

const inFolder = useFolder('file');
let other: Server;
beforeAll(async () => {
  writeFileSync(inFolder('letter.db'), 'a letter, and not a database');
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
});
afterAll(() => new Promise((resolve) => other.close(resolve)));

it.each<[string, RegExp, () => Record<string, string>]>([
  [
    'the port is taken',
    /^PORT: \d+ is taken by another process \(EADDRINUSE\)$/,
    () => ({ PORT: String((other.address() as AddressInfo).port) }),
  ],
  [
    'the host is not an address of this machine',
    /^HOST: 192\.0\.2\.1 is not an address of this machine \(EADDRNOTAVAIL\)$/,
    () => ({ HOST: '192.0.2.1' }),
  ],
  [
    'the folder of the database cannot be made',
    /^DATABASE_URL: the folder \S+ does not exist and cannot be created$/,
    () => ({ DATABASE_URL: `file:${inFolder('letter.db/deep/pay.db')}` }),
  ],
  [
    'the system keeps the folder of the database from being made',
    /^DATABASE_URL: the folder \/proc\/nope\/deep does not exist and cannot be created$/,
    () => ({ DATABASE_URL: 'file:/proc/nope/deep/pay.db' }),
  ],
  [
    'the database is a folder',
    /^DATABASE_URL: \S+ is a folder; name a file in it$/,
    () => ({ DATABASE_URL: `file:${inFolder()}` }),
  ],
  [
    'the database is another file',
    /^DATABASE_URL: the file is not a SQLite database$/,
    () => ({ DATABASE_URL: `file:${inFolder('letter.db')}` }),
  ],
  [
    'the database cannot be reached',
    /^DATABASE_URL: nothing listens at the address of the database$/,
    () => ({ DATABASE_URL: 'postgres://pay:word@127.0.0.1:1/pay' }),
  ],
])('where %s, one line names the setting', async (_what, line, over) => {
  const settings = readSettings({ ...ENVIRONMENT, PORT: '0', ...over() });
  await expect(startCompanion(settings, { log: () => {}, widgetFiles: WIDGET })).rejects.toThrow(line);
});

/** Runs the process to its end. */
async function run(over: Record<string, string>) {
  const child = spawn(process.execPath, programArgs('node'), { env: { PATH: process.env['PATH'], ...over } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  return { code, out, err };
}

it('the process prints that line and exits 1', async () => {
  expect(await run({ ...ENVIRONMENT, DATABASE_URL: `file:${inFolder()}` })).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^DATABASE_URL: \S+ is a folder; name a file in it\n$/),
  });
});

it('the process names every invalid setting, without its value, and exits 1', async () => {
  const { code, out, err } = await run({ GATEWAY_URL: 'a bad secret', PORT: 'x' });
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^Invalid[^]*\bPORT [^]*\bGATEWAY_URL [^]*\bORDER_SECRET is missing/);
  expect(err).not.toContain('a bad secret');
});
