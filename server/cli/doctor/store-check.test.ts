import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { checkStore } from './store-check.ts';

const checkSqlite = (path: string) => checkStore(`file:${path}`);

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-'));
  file = join(folder, 'pay.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the SQLite file', () => {
  it('is left as it is', async () => {
    const store = await openSqliteStore(file, { current: 'a secret of the store, 32 bytes and more' });
    const before = [readdirSync(folder), statSync(file).mtimeMs];
    const message = `${file} can be read and written`;
    expect(await checkSqlite(file)).toMatchObject({ status: 'ok', message });
    expect([readdirSync(folder), statSync(file).mtimeMs]).toEqual(before);
    await store.close();
  });

  it.each([
    ['a/b/pay.db', 'ok', 'does not exist yet and will be created at the first start'],
    ['file/pay.db', 'fail', 'cannot be read and written (ENOTDIR)'],
  ])('at %s: %s', async (path, status, words) => {
    writeFileSync(join(folder, 'file'), '');
    const message = expect.stringContaining(words);
    expect(await checkSqlite(join(folder, path))).toMatchObject({ status, message });
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('in memory is warned of', async () => {
    expect((await checkSqlite(':memory:')).status).toBe('warn');
  });
});

const PASSWORD = 'the-password-of-the-database';

/** A message of the Postgres protocol: type, length, content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const refused = (code: string) =>
  message('E', Buffer.from(`SFATAL\0C${code}\0Mpassword ${PASSWORD} is wrong\0\0`));

/** One row with one column. */
function row(name: string, value: string): Buffer {
  const column = Buffer.alloc(18);
  column.writeInt32BE(25, 6);
  const [one, size] = [Buffer.from([0, 1]), Buffer.alloc(4)];
  size.writeInt32BE(value.length);
  return Buffer.concat([
    message('T', Buffer.concat([one, Buffer.from(`${name}\0`), column])),
    message('D', Buffer.concat([one, size, Buffer.from(value)])),
    message('C', Buffer.from('SHOW\0')),
    READY,
  ]);
}

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = undefined;
});

/** A server with fixed answers to the start of a connection and to every query. @returns its address */
async function postgres(start: Buffer | null, answer: Buffer | null = null): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      if (start) socket.write(start);
      socket.on('data', (data) => {
        if (data[0] === 'Q'.charCodeAt(0) && answer) socket.write(answer);
        if (data[0] === 'X'.charCodeAt(0)) socket.end();
      });
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `postgres://shop:${PASSWORD}@127.0.0.1:${port}/pay`;
}

const WELCOME = Buffer.concat([AUTHENTICATED, READY]);
const setting = (value: string) => row('transaction_read_only', value);

describe('the Postgres store', () => {
  it('is well where it can be written, and its address is shown without the password', async () => {
    const url = await postgres(WELCOME, setting('off'));
    const { host } = new URL(url);
    expect(await checkStore(url)).toMatchObject({
      status: 'ok',
      message: `Postgres at ${host}/pay can be read and written`,
    });
  });

  it('fails where it is read-only', async () => {
    const check = await checkStore(await postgres(WELCOME, setting('on')));
    expect(check).toMatchObject({ status: 'fail', message: expect.stringContaining('is read-only') });
  });

  it.each([
    ['28P01', 'it does not accept the user or the password (28P01)'],
    ['3D000', 'the database does not exist (3D000)'],
    ['XX000', 'XX000'],
  ])('fails with what the code %s means, and never with its message', async (code, reason) => {
    const check = await checkStore(await postgres(refused(code)));
    expect(check).toMatchObject({ status: 'fail', message: expect.stringContaining(`used: ${reason}`) });
    expect(JSON.stringify(check)).not.toContain(PASSWORD);
  });

  it('fails where nothing listens', async () => {
    const check = await checkStore(`postgres://shop:${PASSWORD}@127.0.0.1:1/pay`);
    expect(check).toMatchObject({ status: 'fail', message: expect.stringContaining('(ECONNREFUSED)') });
    expect(JSON.stringify(check)).not.toContain(PASSWORD);
  });

  it.each([
    ['the connection', null],
    ['the query', WELCOME],
  ])('fails where %s is never answered', async (_what, start) => {
    const check = await checkStore(await postgres(start), 100);
    expect(check).toMatchObject({ status: 'fail', message: expect.stringContaining('(deadline)') });
  });

  it('fails where the address cannot be read', async () => {
    const check = await checkStore(`postgres://shop:${PASSWORD}@:x/pay`);
    expect(check).toMatchObject({ status: 'fail', message: 'DATABASE_URL is not a valid address' });
  });
});
