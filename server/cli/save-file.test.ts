import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { beforeEach, describe, expect, it } from 'vitest';
import { useFolder } from '../testing/folder.ts';
import { API_KEY, BASE, failure, ran, type Reply } from './testing/terminal.ts';

const PDF = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0x00, 0xff, 0xfe, 0x0a]);

const at = useFolder();
let target: string;
beforeEach(() => {
  target = at('receipt.pdf');
});

const file = () => new Response(PDF, { headers: { 'content-type': 'application/pdf' } });
const receipt = (more: string, reply: Reply = file) => ran(`receipt A-1001 --format pdf ${more}`, reply);

/** Breaks off after its first bytes. */
const broken = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(PDF),
      pull: (controller) => controller.error(failure('UND_ERR_SOCKET')),
    }),
  );

describe('a receipt', () => {
  it('goes into a file', async () => {
    const { code, bytes, err, sent } = await receipt(`--output ${target}`);
    expect([code, bytes.length, err]).toEqual([0, 0, `${target}: 9 bytes\n`]);
    expect(readFileSync(target)).toEqual(PDF);
    expect(readdirSync(at())).toEqual(['receipt.pdf']);
    const headers = { authorization: `Bearer ${API_KEY}` };
    const url = `${BASE}/api/orders/A-1001/receipt?format=pdf`;
    expect(sent).toMatchObject([{ method: 'GET', url, headers }]);
  });

  it.skipIf(process.platform === 'win32')(
    'can be read by its owner only, also where it replaces a file that all could read',
    async () => {
      const mode = () => (statSync(target).mode & 0o777).toString(8);
      await receipt(`--output ${target}`);
      expect(mode()).toBe('600');
      chmodSync(target, 0o644);
      await receipt(`--output ${target} --force`);
      expect(mode()).toBe('600');
    },
  );

  it('is told as JSON once it is saved', async () => {
    const { code, out, err } = await receipt(`--output ${target} --json`);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ file: target, type: 'application/pdf', bytes: 9 });
  });

  it('goes to standard output, byte by byte, and not along with JSON', async () => {
    expect(await receipt('--output -')).toMatchObject({ code: 0, bytes: PDF, err: '' });
    const { code, bytes, err, sent } = await receipt('--output - --json');
    expect([code, bytes.length, sent]).toEqual([2, 0, []]);
    expect(err).toContain('--json cannot be combined with --output -.');
  });

  it.each([
    ['html', 'receipt-A-1001.html'],
    ['signed_pdf', 'receipt-A-1001.pdf'],
  ])('as %s goes by default to %s here', async (format, name) => {
    const before = process.cwd();
    process.chdir(at());
    try {
      expect((await ran(`receipt A-1001 --format ${format}`, file)).code).toBe(0);
      expect(readdirSync(at())).toEqual([name]);
    } finally {
      process.chdir(before);
    }
  });

  it('does not replace a file unless it is forced to, and then asks nobody', async () => {
    writeFileSync(target, 'mine');
    const { code, err, sent } = await receipt(`--output ${target}`);
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain(`${target} already exists; use --force to overwrite it.`);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect((await receipt(`--output ${target} --force`)).code).toBe(0);
    expect(readFileSync(target)).toEqual(PDF);
  });

  it('does not replace a file that has come in the meantime', async () => {
    const { code } = await receipt(`--output ${target}`, () => (writeFileSync(target, 'mine'), file()));
    expect(code).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('that breaks off keeps the file that was to be replaced, and leaves nothing behind', async () => {
    writeFileSync(target, 'mine');
    const { code, err } = await receipt(`--output ${target} --force`, broken);
    expect(code).toBe(1);
    expect(err).toContain('was lost: the connection was closed unexpectedly (UND_ERR_SOCKET).\n');
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(readdirSync(at())).toEqual(['receipt.pdf']);
  });

  it('says why it cannot be written', async () => {
    const nowhere = at('none/receipt.pdf');
    const { code, err } = await receipt(`--output ${nowhere}`);
    expect([code, err]).toEqual([1, `pay-form: ${nowhere} cannot be written (ENOENT).\n`]);
  });
});

it('receipts of a day go into a file', async () => {
  const zip = at('day.zip');
  const { code, sent } = await ran(`receipts 2026-11-20 --format pdf --method auth --output ${zip}`, file);
  expect([code, readdirSync(at())]).toEqual([0, ['day.zip']]);
  expect(sent[0]?.url).toBe(`${BASE}/api/receipts/2026-11-20?format=pdf&method=auth`);
});
