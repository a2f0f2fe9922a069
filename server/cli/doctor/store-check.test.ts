import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { useFolder } from '../../testing/folder.ts';
import { checkStore } from './store-check.ts';

const at = useFolder();

describe('the SQLite file', () => {
  it('is left as it is', async () => {
    const file = at('pay.db');
    const store = await openSqliteStore(file, { current: 'a secret of the store, 32 bytes and more' });
    const before = [readdirSync(at()), statSync(file).mtimeMs];
    const message = `${file} can be read and written`;
    expect(await checkStore(`file:${file}`)).toMatchObject({ status: 'ok', message });
    expect([readdirSync(at()), statSync(file).mtimeMs]).toEqual(before);
    await store.close();
  });

  it.each([
    ['a/b/pay.db', 'ok', 'does not exist yet and will be created at the first start'],
    ['file/pay.db', 'fail', 'cannot be read and written (ENOTDIR)'],
  ])('at %s: %s', async (path, status, words) => {
    writeFileSync(at('file'), '');
    const message = expect.stringContaining(words);
    expect(await checkStore(`file:${at(path)}`)).toMatchObject({ status, message });
    expect(readdirSync(at())).toEqual(['file']);
  });

  it('in memory is warned of', async () => {
    expect((await checkStore('file::memory:')).status).toBe('warn');
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

it('Postgres is well where it can be written, and is named without its password', async () => {
  const url = await postgres(WELCOME, setting('off'));
  const message = `Postgres at ${new URL(url).host}/pay can be read and written`;
  expect(await checkStore(url)).toMatchObject({ status: 'ok', message });
});

it.each<[string, () => string | Promise<string>, string]>([
  ['it is read-only', () => postgres(WELCOME, setting('on')), '/pay is read-only'],
  ['the password is wrong', () => postgres(refused('28P01')), 'used: it does not accept the user or'],
  [
    'there is no such database',
    () => postgres(refused('3D000')),
    'used: the database does not exist (3D000)',
  ],
  ['the code is not known', () => postgres(refused('XX000')), 'used: XX000'],
  ['nothing listens', () => `postgres://shop:${PASSWORD}@127.0.0.1:1/pay`, '(ECONNREFUSED)'],
  ['the connection is never answered', () => postgres(null), '(deadline)'],
  ['the query is never answered', () => postgres(WELCOME), '(deadline)'],
  ['the address is none', () => `postgres://shop:${PASSWORD}@:x/pay`, 'DATABASE_URL is not a valid address'],
])('Postgres fails where %s, and no message shows the password', async (_, start, words) => {
  const found = await checkStore(await start(), 200);
  expect(found).toMatchObject({ status: 'fail', message: expect.stringContaining(words) });
  expect(JSON.stringify(found)).not.toContain(PASSWORD);
});
