import { describe, expect, it } from 'vitest';
import { contentTypeOf, isOfKind } from './files.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const BOM = '\u00ef\u00bb\u00bf';

describe('the first bytes', () => {
  it.each([
    ['pdf', '%PDF-1.7', true],
    ['pdf', '%PDF-', true],
    ['pdf', '%PDF', null],
    ['pdf', '', null],
    ['pdf', '%pdf-1.7', false],
    ['pdf', ' %PDF-1.7', false],
    ['pdf', '<html>', false],
    ['pdf', 'PK\u0003\u0004', false],
    ['zip', 'PK\u0003\u0004rest', true],
    ['zip', 'PK\u0005\u0006', true],
    ['zip', 'PK', null],
    ['zip', 'PK\u0003', null],
    ['zip', 'PK\u0005', null],
    ['zip', 'PK\u0001\u0002', false],
    ['zip', 'PK\u0003\u0006', false],
    ['zip', '%PDF-1.7', false],
    ['html', '<!DOCTYPE html>', true],
    ['html', '<', true],
    ['html', `${BOM}\r\n\t <html>`, true],
    ['html', '', null],
    ['html', ' \n ', null],
    ['html', BOM, null],
    ['html', '\u00ef', null],
    ['html', ' '.repeat(1024), false],
    ['html', `\n${BOM}<html>`, false],
    ['html', 'Receipt', false],
    ['html', '{"message":"no"}', false],
    ['html', '%PDF-1.7', false],
  ] as const)('of %s %j say %j', (kind, text, expected) => {
    expect(isOfKind(kind, bytes(text), false, null)).toBe(expected);
    if (expected === null) expect(isOfKind(kind, bytes(text), true, null)).toBe(false);
  });

  it.each([
    ['Receipt no. 7', true],
    ['<p>', true],
    ['%PDF-1.7', false],
    ['PK\u0003\u0004', false],
    ['{"message":"no"}', false],
    ['[]', false],
  ])('%j that are declared HTML are HTML: %j', (text, expected) => {
    expect(isOfKind('html', bytes(text), false, 'text/html; charset=UTF-8')).toBe(expected);
    expect(isOfKind('html', bytes(text), false, 'TEXT/HTML')).toBe(expected);
  });

  it('of another kind do not become PDF or ZIP by their content type', () => {
    expect(isOfKind('pdf', bytes('<html>'), false, 'application/pdf')).toBe(false);
    expect(isOfKind('zip', bytes('<html>'), false, 'application/zip')).toBe(false);
    expect(isOfKind('html', bytes('Receipt'), false, 'text/html-like')).toBe(false);
  });
});

describe('the content type that is handed on', () => {
  it.each([
    ['pdf', 'text/html', 'application/pdf'],
    ['zip', null, 'application/zip'],
    ['html', null, 'text/html; charset=utf-8'],
    ['html', 'application/octet-stream', 'text/html; charset=utf-8'],
    ['html', 'text/html; charset="Windows-1251"', 'text/html; charset=windows-1251'],
    ['html', 'text/html; charset=\r\nx', 'text/html; charset=utf-8'],
  ] as const)('of %s, declared as %j, is %s', (kind, declared, expected) => {
    expect(contentTypeOf(kind, declared)).toBe(expected);
  });
});
