import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useFolder } from '../testing/folder.ts';
import { readEnvFile } from './terminal.ts';

const NEW = ['PAY_FORM_TEST_NEW', 'PAY_FORM_TEST_MORE', 'PAY_FORM_TEST_LAST'];

const at = useFolder();
let file: string;
beforeEach(() => {
  file = at('.env');
  process.env['PAY_FORM_TEST_GIVEN'] = 'environment';
});
afterEach(() => {
  for (const name of ['PAY_FORM_TEST_GIVEN', ...NEW]) delete process.env[name];
});

it.each([[['doctor', '--live']], [['refund', 'A-1']]])(
  '%j reads the file, tells what it set, and lets the environment win',
  (argv) => {
    writeFileSync(file, 'PAY_FORM_TEST_GIVEN=file\nPAY_FORM_TEST_NEW="file"\n');
    expect([...readEnvFile(argv, file)]).toEqual(['PAY_FORM_TEST_NEW']);
    expect(process.env['PAY_FORM_TEST_GIVEN']).toBe('environment');
    expect(process.env['PAY_FORM_TEST_NEW']).toBe('file');
  },
);

const TEXT = 'PAY_FORM_TEST_NEW=first\nexport PAY_FORM_TEST_MORE="a b # c"\nPAY_FORM_TEST_LAST=\'x\' # y\n';
it.each<[string, string | Buffer]>([
  ['a byte order mark and the line ends of Windows', `\ufeff${TEXT.replaceAll('\n', '\r\n')}`],
  ['UTF-16, as PowerShell writes what is sent into a file', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
])('a file with %s is read from its first name on', (_, content) => {
  writeFileSync(file, content);
  expect([...readEnvFile(['serve'], file)].toSorted()).toEqual(NEW.toSorted());
  expect(NEW.map((name) => process.env[name])).toEqual(['first', 'a b # c', 'x']);
});

it.each([[[]], [['--help']], [['--version']], [['help', 'serve']], [['sandbox']]])('%j does not', (argv) => {
  writeFileSync(file, 'PAY_FORM_TEST_NEW=file\n');
  expect(readEnvFile(argv, file).size).toBe(0);
  expect(process.env['PAY_FORM_TEST_NEW']).toBeUndefined();
});

it('no file is no fault, and one that cannot be read is', () => {
  expect(readEnvFile(['serve'], file).size).toBe(0);
  expect(() => readEnvFile(['serve'], at())).toThrow(`${at()} cannot be read`);
});
