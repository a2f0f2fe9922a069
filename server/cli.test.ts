import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { programArgs } from './testing/program.ts';

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command line as a separate process. */
function payForm(argv: string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  return endOf(start(argv, env), input);
}

function start(argv: string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...programArgs('cli'), ...argv], {
    env: { PATH: process.env['PATH'], ...env },
  });
}

function endOf(child: ChildProcessWithoutNullStreams, input = ''): Promise<Ended> {
  const ended = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (ended.out += String(chunk)));
  child.stderr.on('data', (chunk) => (ended.err += String(chunk)));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...ended }));
  });
}

const KEY = 'merchant-key-0123456789abcdef';

let api: Server;
let base: string;
const asked: string[] = [];
/** The handler of requests; by default it creates an order. */
let respond: RequestListener;
beforeEach(() => {
  respond = (_, response) =>
    response.end(JSON.stringify({ token: 't', url: 'https://pay.shop.example/pay/order/l-1' }));
});
beforeAll(async () => {
  api = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      asked.push(body);
      respond(request, response);
    });
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(api.address() as AddressInfo).port}/pay`;
});
afterAll(() => {
  api.closeAllConnections();
  return new Promise((resolve) => api.close(resolve));
});

describe('the process pay-form', () => {
  it('prints help and version, with exit code 0', async () => {
    const [help, version] = await Promise.all([payForm(['--help']), payForm(['--version'])]);
    expect(help).toEqual({ code: 0, err: '', out: expect.stringContaining('Usage: pay-form <command>') });
    expect(version).toEqual({ code: 0, err: '', out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  }, 60_000);

  it('ends with exit code 2 where the command line is invalid, and 1 where something fails', async () => {
    const [none, option, doctor] = await Promise.all([
      payForm([]),
      payForm(['serve', '--port', '1']),
      payForm(['doctor']),
    ]);
    expect(none).toEqual({ code: 2, out: '', err: expect.stringContaining('Usage: pay-form <command>') });
    expect(option).toEqual({ code: 2, out: '', err: expect.stringContaining('Unknown option "--port"') });
    expect(doctor).toEqual({ code: 1, err: '', out: expect.stringContaining('GATEWAY_URL is missing') });
  }, 60_000);

  it('asks the merchant API, with what stands on its standard input', async () => {
    const env = { PUBLIC_URL: base, MERCHANT_API_KEY: KEY };
    const made = await payForm(['orders', 'create', '--file', '-'], env, '{"id":"A-1"}');
    expect(made).toEqual({ code: 0, out: 'https://pay.shop.example/pay/order/l-1\n', err: '' });
    expect(asked).toEqual([`POST /pay/api/orders Bearer ${KEY}`, '{"id":"A-1"}']);
  }, 60_000);

  it('says that the outcome is not known when Ctrl-C comes while it waits', async () => {
    let child: ChildProcessWithoutNullStreams | undefined;
    respond = () => child?.kill('SIGINT');
    child = start(['refund', 'A-1'], { PUBLIC_URL: base, MERCHANT_API_KEY: KEY });
    const { code, err } = await endOf(child);
    expect(code).toBe(3);
    expect(err).toContain(
      'interrupted locally (interrupted).\nIt is not known whether the refund was made.\n',
    );
  }, 60_000);

  it('does not mind when nobody reads what it prints', async () => {
    const page = JSON.stringify({ data: [], nextCursor: null, rest: 'x'.repeat(500_000) });
    respond = (_, response) => response.end(page);
    const child = start(['orders', '--json'], { PUBLIC_URL: base, MERCHANT_API_KEY: KEY });
    child.stdout.destroy();
    expect(await endOf(child)).toEqual({ code: 0, out: '', err: '' });
  }, 60_000);

  it('serve names every problem with the settings and where they are explained, with exit code 1', async () => {
    const { code, err } = await payForm(['serve']);
    expect([code, err]).toEqual([1, expect.stringContaining('ORDER_SECRET is missing')]);
    expect(err).toContain('See docs/settings.md in the package. `pay-form dev` needs no settings.');
  }, 60_000);
});
