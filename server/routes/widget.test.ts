import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useCompanion } from '../testing/companion.ts';
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

  it('is cached forever only under the hash of its content', async () => {
    const cached = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await cached('/pay-form.js?v=0123456789abcdef')).toBe(FOREVER);
    expect(await cached('/pay-form-isolated.9cJX_JfM.js')).toBe(FOREVER);
    expect(await cached('/pay-form-uk.js?v=fedcba9876543210')).toBe(FOREVER);
    expect(await cached('/pay-form.js?v=fedcba9876543210')).not.toBe(FOREVER);
    // The frame's script and the languages keep their names over releases.
    expect(await cached('/frame.js')).toBe(BRIEFLY);
    expect(await cached('/pay-form-uk.js')).toBe(BRIEFLY);
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
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pay-widget-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('the widget is read with its languages, hashed, with what the build compressed, and nothing else', () => {
    writeFileSync(join(folder, 'pay-form.js'), 'export const one = 1;');
    writeFileSync(join(folder, 'pay-form.js.br'), 'one, small');
    writeFileSync(join(folder, 'pay-form-uk.js'), 'export const two = 2;');
    writeFileSync(join(folder, 'pay-form-uk.js.br'), 'two, small');
    writeFileSync(join(folder, 'notes.txt'), 'no script');
    const files = readWidgetFiles(folder);
    expect(files.map((file) => file.name).sort()).toEqual(['pay-form-uk.js', 'pay-form.js']);
    const texts = files.map(({ body, brotli }) =>
      [body, brotli].map((bytes) => Buffer.from(bytes).toString()),
    );
    expect(texts.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
      ['export const one = 1;', 'one, small'],
      ['export const two = 2;', 'two, small'],
    ]);
    for (const { hash } of files) expect(hash).toMatch(/^[\da-f]{16}$/);
    expect(new Set(files.map((file) => file.hash)).size).toBe(2);
  });

  it('a widget that is not built is said to be', () => {
    expect(() => readWidgetFiles(folder)).toThrow('npm run build -- widget');
    expect(() => readWidgetFiles(join(folder, 'nowhere'))).toThrow('npm run build -- widget');
  });
});
