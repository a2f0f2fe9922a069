import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWidgetFiles } from './widget-files.ts';

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
  const texts = files.map(({ body, brotli }) => [body, brotli].map((bytes) => Buffer.from(bytes).toString()));
  expect(texts.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['export const one = 1;', 'one, small'],
    ['export const two = 2;', 'two, small'],
  ]);
  for (const { hash } of files) expect(hash).toMatch(/^[\da-f]{16}$/);
  expect(new Set(files.map((file) => file.hash)).size).toBe(2);
});

it('a widget that is not built is said to be', () => {
  expect(() => readWidgetFiles(folder)).toThrow('npm run build:widget');
  expect(() => readWidgetFiles(join(folder, 'nowhere'))).toThrow('npm run build:widget');
});
