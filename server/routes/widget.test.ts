import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useCompanion } from '../testing/companion.ts';
import { useFolder } from '../testing/folder.ts';
import { readWidgetFiles } from '../node/widget-files.ts';

const companion = useCompanion();

const get = (path: string, headers: Record<string, string> = {}) => companion.ask(path, { headers });
const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300, stale-while-revalidate=3000';

describe('the widget', () => {
  it('is a script that every page may load, kept for a while', async () => {
    const answer = await get('/pay-form.js');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('export {}');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': BRIEFLY,
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
  });

  it.each([
    ['/pay-form.js?v=0123456789abcdef', FOREVER],
    ['/pay-form-isolated.9cJX_JfM.js', FOREVER],
    ['/pay-form.js?v=fedcba9876543210', BRIEFLY],
    // The frame's script and the languages keep their names over releases.
    ['/frame.js', BRIEFLY],
    ['/pay-form-uk.js', BRIEFLY],
  ])('is cached forever only under the hash of its content: %s', async (path, cached) => {
    expect((await get(path)).headers.get('cache-control')).toBe(cached);
  });

  it('is not sent again to those who have it', async () => {
    const etag = (await get('/pay-form.js')).headers.get('etag') ?? '';
    for (const given of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
      const answer = await get('/pay-form.js', { 'if-none-match': given });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
      expect(answer.headers.get('vary')).toBe('accept-encoding');
    }
    expect((await get('/pay-form.js', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5', 'br'],
    ['br;q=0', null],
    ['br;q=0.0, gzip', null],
    ['gzip', null],
    ['brotli', null],
    ['', null],
  ])('is compressed for those who accept %j: %j', async (accepted, encoding) => {
    const answer = await get('/pay-form.js', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect((await answer.arrayBuffer()).byteLength).toBe(encoding ? 2 : 9);
  });
});

describe('the built files', () => {
  const inFolder = useFolder();

  it('the widget is read with its languages, hashed, with what the build compressed, and nothing else', () => {
    const FILES = {
      'pay-form-uk.js': 'export const two = 2;',
      'pay-form-uk.js.br': 'two, small',
      'pay-form.js': 'export const one = 1;',
      'pay-form.js.br': 'one, small',
      'notes.txt': 'no script',
    };
    for (const [name, text] of Object.entries(FILES)) writeFileSync(inFolder(name), text);
    const files = readWidgetFiles(inFolder());
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
    const read = files.flatMap(({ name, body, brotli }) => [
      [name, text(body)],
      [`${name}.br`, text(brotli)],
    ]);
    const { 'notes.txt': _, ...expected } = FILES;
    expect(Object.fromEntries(read)).toEqual(expected);
    for (const { hash } of files) expect(hash).toMatch(/^[\da-f]{16}$/);
    expect(new Set(files.map((file) => file.hash)).size).toBe(2);
  });

  it('a widget that is not built is said to be', () => {
    expect(() => readWidgetFiles(inFolder())).toThrow('npm run build -- widget');
    expect(() => readWidgetFiles(inFolder('nowhere'))).toThrow('npm run build -- widget');
  });
});
