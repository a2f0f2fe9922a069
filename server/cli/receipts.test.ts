import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY, BASE, failure, problem, type Reply, ran } from './test-world.ts';

const PDF = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0x00, 0xff, 0xfe, 0x0a]);

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-'));
  target = join(folder, 'receipt.pdf');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => new Response(PDF, { headers: { 'content-type': 'application/pdf' } });

/** A body of these chunks that then breaks off. */
function broken(...chunks: Buffer[]): Reply {
  return () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk) controller.enqueue(chunk);
          else controller.error(failure('UND_ERR_SOCKET'));
        },
      }),
    );
}

describe('a receipt', () => {
  it('goes into a file', async () => {
    const { code, bytes, err, sent } = await ran(`receipt A-1001 --format pdf --output ${target}`, file);
    expect([code, bytes.length, err]).toEqual([0, 0, `${target}: 9 bytes\n`]);
    expect(readFileSync(target)).toEqual(PDF);
    expect(readdirSync(folder)).toEqual(['receipt.pdf']);
    expect(sent).toMatchObject([
      {
        method: 'GET',
        url: `${BASE}/api/orders/A-1001/receipt?format=pdf`,
        headers: { authorization: `Bearer ${API_KEY}` },
      },
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'can be read by its owner only, also where it replaces a file that all could read',
    async () => {
      const mode = () => (statSync(target).mode & 0o777).toString(8);
      const argv = `receipt A-1001 --format pdf --output ${target}`;
      await ran(argv, file);
      expect(mode()).toBe('600');
      chmodSync(target, 0o644);
      await ran(`${argv} --force`, file);
      expect(mode()).toBe('600');
    },
  );

  it('is told as JSON once it is saved', async () => {
    const argv = `receipt A-1001 --format pdf --output ${target} --json`;
    const { code, bytes, err } = await ran(argv, file);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(String(bytes))).toEqual({ file: target, type: 'application/pdf', bytes: 9 });
  });

  it('does not go to standard output along with JSON', async () => {
    const argv = `receipt A-1001 --format pdf --output - --json`;
    const { code, bytes, err, sent } = await ran(argv, file);
    expect([code, bytes.length, sent]).toEqual([2, 0, []]);
    expect(err).toContain('--json cannot be combined with --output -.');
  });

  it('goes to standard output, byte by byte', async () => {
    const { code, bytes, err } = await ran(`receipt A-1 --format pdf --output -`, file);
    expect([code, err]).toEqual([0, '']);
    expect(bytes).toEqual(PDF);
  });

  it.each([
    ['html', 'receipt-A-1001.html'],
    ['pdf', 'receipt-A-1001.pdf'],
    ['signed_pdf', 'receipt-A-1001.pdf'],
  ])('as %s goes by default to %s here', async (format, name) => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect((await ran(['receipt', 'A-1001', '--format', format], file)).code).toBe(0);
      expect(readdirSync(folder)).toEqual([name]);
    } finally {
      process.chdir(before);
    }
  });

  it('of a credit is asked for by its transaction', async () => {
    const more = ['--transaction-id', 't-1', '--credit-reference', '--output', '-'];
    const { sent } = await ran(['receipt', 'A-1', '--format', 'signed_pdf', ...more], file);
    expect(sent[0]?.url).toBe(
      `${BASE}/api/orders/A-1/receipt?format=signed_pdf&transactionId=t-1&creditReference=true`,
    );
  });

  it('does not replace a file unless it is forced to, and then asks nobody', async () => {
    writeFileSync(target, 'mine');
    const argv = `receipt A-1 --format pdf --output ${target}`;
    const { code, err, sent } = await ran(argv, file);
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain(`${target} already exists; use --force to overwrite it.`);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect((await ran(`${argv} --force`, file)).code).toBe(0);
    expect(readFileSync(target)).toEqual(PDF);
    expect(readdirSync(folder)).toEqual(['receipt.pdf']);
  });

  it('does not replace a file that has come in the meantime', async () => {
    const argv = `receipt A-1 --format pdf --output ${target}`;
    const { code } = await ran(argv, () => {
      writeFileSync(target, 'mine');
      return file();
    });
    expect(code).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['receipt.pdf']);
  });

  it('that breaks off keeps the file that was to be replaced', async () => {
    writeFileSync(target, 'mine');
    const { code } = await ran(`receipt A-1 --format pdf --output ${target} --force`, broken(PDF));
    expect(code).toBe(1);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['receipt.pdf']);
  });

  it('says why it cannot be written', async () => {
    const nowhere = join(folder, 'none', 'receipt.pdf');
    const { code, err } = await ran(`receipt A-1 --format pdf --output ${nowhere}`, file);
    expect(code).toBe(1);
    expect(err).toBe(`pay-form: ${nowhere} cannot be written (ENOENT).\n`);
  });

  it('that is refused makes no file', async () => {
    const errors = [
      { path: 'format', code: 'signed-pdf-required' },
      { path: 'transactionId', code: 'required' },
    ];
    const argv = `receipt A-1 --format pdf --output ${target}`;
    const { code, err } = await ran(argv, problem(422, 'invalid-input', { errors }));
    expect([code, readdirSync(folder)]).toEqual([1, []]);
    expect(err).toContain(
      '\n  --format: signed-pdf-required\n  --transaction-id: required. Please fill this in.\n',
    );
  });
});

describe('receipts of a day', () => {
  it('go into a file', async () => {
    const zip = join(folder, 'day.zip');
    const argv = ['receipts', '2026-11-20', '--format', 'pdf', '--method', 'auth', '--output', zip];
    const { code, sent } = await ran(argv, file);
    expect([code, readdirSync(folder)]).toEqual([0, ['day.zip']]);
    expect(sent[0]?.url).toBe(`${BASE}/api/receipts/2026-11-20?format=pdf&method=auth`);
  });
});
