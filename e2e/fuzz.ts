import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { type CleanUp, runProgram, someSeed, wholeNumber } from './chaos/program.ts';
import { CARD_NUMBER, filesWithCardNumbers, filesWithSecrets } from './chaos/search-files.ts';
import { startCompanion, startSandbox } from './chaos/servers.ts';
import { newSecrets, type Secrets } from './support/built-companion.ts';
import { loadEach } from './support/load.ts';
import { newOrderId, paidWebhook, payRequest } from './support/payments.ts';
import { freePort } from './support/process.ts';

/**
 * `npm run fuzz -- --inputs N --seed S`: so many mutated requests to every route of the app (`server/tests/fuzz.test.ts`),
 * and what only a socket can send to the built companion; `--sockets` does only the latter. Exits 1 if an answer is 5xx
 * without the gateway's fault, no HTTP, or missing, if a card number came back or is in a file, if a secret is in a log,
 * or if the companion ended or grew. Everything stays on this machine and is deleted at the end, even after Ctrl-C.
 */

/** What the companion may keep after some thousand requests: compiled code, bounded caches. */
const GROWTH_BYTES = 24 * 1_048_576;
const HANGS_MS = 20_000;
const AT_ONCE = 32;
const SHOWN = 500;

/** Bytes for a connection of their own. */
interface Input {
  bytes: Buffer;
  /** whether they are valid HTTP, which must be answered; otherwise our side ends after them */
  isHttp: boolean;
}

const BROKEN = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/9.9\r\nhost: a\r\n\r\n',
  'GET /livez HTTP/1.0\r\n\r\n',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcde',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
  'POST /pay/webhook HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\nGET',
  'POST /pay/payments HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999\r\n\r\n{',
  'POST /pay/payments HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n{',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\n${'a: b\r\n'.repeat(3_000)}\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\nx: ${'b'.repeat(40_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\nhost: a\r\n x: folded\r\n\r\n',
  'GET /livez HTTP/1.1\nhost: a\n\n',
  'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /livez HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  '\r\n\r\n\r\n',
  '',
];

/** Valid requests with odd lines and headers, and noise made of them. */
function inputs(secrets: Secrets): fc.Arbitrary<Input> {
  const pay = () => ({ path: '/pay/payments', ...payRequest(newOrderId(), secrets.orderSecret) });
  const hook = () => ({
    path: '/pay/webhook',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: paidWebhook(newOrderId(), secrets),
  });
  const get = (path: string) => () => ({ path, method: 'GET', headers: {}, body: '' });
  const lines = fc.constantFrom(
    '',
    '*',
    '//',
    'http://elsewhere.example/pay/session',
    '/pay/%',
    '/pay/\u00ff',
  );
  const requests = fc.record({
    from: fc.constantFrom(
      pay,
      hook,
      get('/livez'),
      get('/pay/session'),
      get('/pay/pay-form.js'),
      get('/pay/api/review'),
    ),
    method: fc.constantFrom('', '', '', 'MKCOL', 'TRACE', 'PURGE', 'HEAD', 'OPTIONS'),
    path: lines,
    headers: fc.constantFrom<Record<string, string>>(
      {},
      { host: '' },
      { host: 'a b' },
      { host: '127.0.0.1.1' },
      { expect: '100-continue' },
      { forwarded: 'for="[::1]"' },
      { 'x-http-method-override': 'DELETE' },
      { 'content-encoding': 'gzip' },
      { cookie: 'a=b; a=c' },
    ),
    blanks: fc.constantFrom(0, 0, 0, 70_000, 300_000),
  });
  const http = requests.map(({ from, method, path, headers, blanks }) => {
    const good = from();
    const plain = Buffer.from(good.body + ' '.repeat(good.body ? blanks : 0));
    const body = headers['content-encoding'] ? gzipSync(plain) : plain;
    const all = {
      host: '127.0.0.1',
      connection: 'close',
      ...good.headers,
      ...headers,
      'content-length': body.length,
    };
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const line = `${method || good.method} ${path || good.path} HTTP/1.1`;
    return Buffer.concat([Buffer.from(`${line}\r\n${head.join('')}\r\n`, 'latin1'), body]);
  });
  const cut = fc.tuple(http, fc.nat(2_000), fc.nat(64), fc.uint8Array({ maxLength: 32 }));
  const noise = fc.oneof(
    cut.map(([bytes, at, gone, made]) =>
      Buffer.concat([bytes.subarray(0, at), made, bytes.subarray(at + gone)]),
    ),
    cut.map(([bytes, at]) => bytes.subarray(0, at)),
    cut.map(([bytes, at]) => Buffer.concat([bytes, bytes.subarray(0, at)])),
    fc.constantFrom(...BROKEN).map((text) => Buffer.from(text, 'latin1')),
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc.oneof(
    http.map((bytes) => ({ bytes, isHttp: true })),
    noise.map((bytes) => ({ bytes, isHttp: false })),
  );
}

/** Everything received over a new connection until its end, as Latin-1, or what is wrong with the connection. */
const exchange = (port: number, { bytes, isHttp }: Input): Promise<{ text: string } | { fault: string }> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }).setEncoding('latin1');
    let text = '';
    let fault = 'nobody listens any more';
    socket.setTimeout(HANGS_MS, () => {
      fault = 'no answer';
      socket.destroy(new Error(fault));
    });
    socket.once('connect', () => {
      fault = '';
      if (isHttp) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.on('data', (part: string) => void (text += part));
    socket.on('error', () => {});
    socket.once('close', () => resolve(fault ? { fault } : { text }));
  });

/** What is wrong with an answer, or null. Only the gateway may be the cause of a 5xx. */
function faultIn(text: string, { isHttp }: Input): string | null {
  const number = CARD_NUMBER.exec(text);
  if (number)
    return `a card number came back after ${text.slice(Math.max(0, number.index - 60), number.index)}`;
  if (text === '') return isHttp ? 'the connection ended without an answer' : null;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  if (Number.isNaN(status)) return 'the answer is no HTTP';
  const isDocumented = status === 502 || status === 503 ? /"code":"gateway-/.test(text) : status < 500;
  return isDocumented ? null : `${status}`;
}

async function run(count: number, seed: number, cleanUp: CleanUp): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-fuzz-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = newSecrets();
  const sandbox = await startSandbox(secrets, folder);
  cleanUp.push(() => sandbox.child.end('SIGKILL'));
  const port = await freePort();
  // No receiver accepts the messages: they wait, and nothing else waits for them.
  const merchant = {
    url: 'http://127.0.0.1:9/webhook',
    secret: `whsec_${randomBytes(24).toString('base64')}`,
  };
  const databaseUrl = `file:${join(folder, 'fuzz.db')}`;
  const companion = await startCompanion(
    { secrets, folder, gatewayUrl: sandbox.url, databaseUrl, merchant },
    { port, publicPort: port, name: 'companion' },
  );
  cleanUp.push(() => companion.end('SIGKILL'));
  const faults: string[] = [];
  const memory: number[] = [];
  const sample = fc.sample(inputs(secrets), { numRuns: count, seed });
  for (const half of [sample.slice(0, count / 2), sample.slice(count / 2)]) {
    await loadEach(half, AT_ONCE, async (input) => {
      const got = await exchange(port, input);
      const fault = 'fault' in got ? got.fault : faultIn(got.text, input);
      // The input may contain only secrets of this run.
      const shown = JSON.stringify(input.bytes.toString('latin1', 0, SHOWN));
      if (fault) faults.push(`${fault}: ${shown} → ${'text' in got ? got.text.slice(0, SHOWN) : ''}`);
    });
    if (companion.hasEnded()) return ['the companion ended', ...faults];
    memory.push(await companion.memory());
  }
  const grown = (memory[1] ?? 0) - (memory[0] ?? 0);
  if (grown > GROWTH_BYTES) faults.push(`memory grew by ${Math.round(grown / 1_048_576)} MB`);
  const log = readFileSync(join(folder, 'companion.log'), 'utf8').split('\n');
  faults.push(
    ...log.filter((line) => line.includes('unexpected error')).map((line) => `in the log: ${line}`),
  );
  faults.push(...(await filesWithCardNumbers([folder])).map((file) => `a card number in ${file}`));
  faults.push(
    ...(await filesWithSecrets([folder], 'companion.log', Object.values(secrets).filter(isSecret))),
  );
  return faults;
  function isSecret(value: string): boolean {
    return value !== secrets.posId;
  }
}

await runProgram(async (cleanUp) => {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '20000' },
      seed: { type: 'string', default: someSeed() },
      sockets: { type: 'boolean', default: false },
    },
  });
  const count = wholeNumber('inputs', values.inputs, 2, 1_000_000);
  const seed = wholeNumber('seed', values.seed, 0, 2 ** 31 - 1);
  console.log(`fuzz: ${count} inputs, seed ${seed}`);
  if (!values.sockets)
    execFileSync('npx', ['vitest', 'run', '--project', 'unit', 'server/tests/fuzz.test.ts'], {
      stdio: 'inherit',
      env: { ...process.env, FUZZ_CASES: String(count), FUZZ_SEED: String(seed) },
    });
  const faults = await run(count, seed, cleanUp);
  for (const fault of faults.slice(0, 20)) console.log(`  ✕ ${fault.slice(0, 3 * SHOWN)}`);
  console.log(
    faults.length === 0
      ? '✓ nothing was found'
      : `✕ ${faults.length} found; again: npm run fuzz -- --inputs ${count} --seed ${seed}`,
  );
  return faults.length === 0;
});
