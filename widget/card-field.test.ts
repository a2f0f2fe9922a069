import { describe, expect, test } from 'vitest';
import { asciiDigits, FORMATS, staysInGroup } from './card-field.ts';
import type { Format } from './digits.ts';
import { editOf } from './edit.ts';

const formatNumber = FORMATS['number'] as Format;
const formatCvv = FORMATS['cvv'] as Format;

/** Edits a field that shows `shown`, where "|" is the caret or its two ends: "4242 |4242". */
function edit(shown: string, inputType: string, data: string | null, format: Format) {
  const [head = '', selected = '', tail] = shown.split('|');
  const [from, to] = [head.length, head.length + (tail === undefined ? 0 : selected.length)];
  const field = { value: shown.replaceAll('|', ''), selectionStart: from, selectionEnd: to };
  const sides = editOf(field, inputType, data);
  if (!sides) return shown;
  const { text, caret } = format(...sides, data === null ? 'deleted' : 'typed');
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

const type = (shown: string, text: string, format = formatNumber) => edit(shown, 'insertText', text, format);
const paste = (text: string, format = formatNumber) => edit('|', 'insertFromPaste', text, format);
const backspace = (shown: string, format = formatNumber) =>
  edit(shown, 'deleteContentBackward', null, format);
const del = (shown: string, format = formatNumber) => edit(shown, 'deleteContentForward', null, format);

/** Types a text key by key into an empty field. */
const keys = (text: string, format: Format) =>
  text.split('').reduce((shown, key) => type(shown, key, format), '|');

describe('a card number while typing', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['30569309025904', '3056 930902 5904|'],
    ['4242x4', '4242 4|'],
    ['54545454545454549', '5454 5454 5454 5454 9|'],
  ])('%s becomes %s', (text, shown) => {
    expect(keys(text, formatNumber)).toBe(shown);
  });

  test.each(['4242424242424242420', '378282246310005', '30569309025904', '54545454545454549', '99'])(
    '%s: a digit that stays in its group needs no writing, and most do',
    (number) => {
      const texts = number.split('').map((_, at) => formatNumber(number.slice(0, at), '', 'filled').text);
      const staying = texts.filter((value, at) =>
        staysInGroup({ name: 'number', value, selectionStart: value.length }, number[at] ?? ''),
      );
      expect(staying.length).toBeGreaterThan(number.length / 2);
      for (const text of staying) expect(formatNumber(`${text}1`, '', 'typed').text).toBe(`${text}1`);
    },
  );

  test.each([
    ['in the middle', { selectionStart: 2 }, '1'],
    ['of a code', { name: 'cvv' }, '1'],
    ['that is a letter', {}, 'a'],
    ['of another script', {}, '४'],
    ['beside others', {}, '11'],
    ['that begins a group', { value: '4242', selectionStart: 4 }, '1'],
  ])('a key %s does not stay in its group', (_where, other, key) => {
    const field = { name: 'number', value: '424', selectionStart: 3 };
    expect(staysInGroup(field, '1')).toBe(true);
    expect(staysInGroup({ ...field, ...other }, key)).toBe(false);
  });

  test('a digit typed in the middle leaves the caret behind it', () => {
    expect(type('4242 |4242', '9')).toBe('4242 9|424 2');
    expect(type('4|242 42', '1')).toBe('41|24 242');
  });

  test('a digit that pushes the caret over a gap takes the caret along', () => {
    expect(type('4242| 4242', '9')).toBe('4242 9|424 2');
  });

  test('grouping changes with the brand and the caret stays behind its digit', () => {
    expect(type('3|4 4', '7')).toBe('37|44');
    expect(type('|3|782822463', '4')).toBe('4|782 8224 63');
  });

  test.each([
    ['4242 |4242', '424|4 242'],
    ['4242 4|', '4242|'],
    ['4242| 42', '424|4 2'],
    ['|4242', '|4242'],
  ])('backspace at %s gives %s', (before, after) => {
    expect(backspace(before)).toBe(after);
  });

  test.each([
    ['4242| 4242', '4242| 242'],
    ['424|2 4242', '424|4 242'],
  ])('delete at %s gives %s', (before, after) => {
    expect(del(before)).toBe(after);
  });

  test('deleting a selection across a gap removes no further digit', () => {
    expect(backspace('42|42 4|242')).toBe('42|24 2');
  });

  test.each([
    '4242-4242-4242-4242',
    ' 4242 4242\u00a04242 4242 ',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲',
    '４２４２４２４２４２４２４２４２',
  ])('understands the pasted %s', (text) => {
    expect(paste(text)).toBe('4242 4242 4242 4242|');
  });

  test('no digit is lost if there are too many', () => {
    expect(paste('42424242424242424242')).toBe('4242 4242 4242 4242 4242|');
    expect(type('|5454 5454 5454 5454', '9')).toBe('9|545 4545 4545 4545 4');
  });
});

describe('an edit', () => {
  const field = { value: '12 / 30', selectionStart: 7, selectionEnd: 7 };

  test.each(['deleteWordBackward', 'deleteSoftLineBackward', 'historyUndo', 'insertFromDrop'])(
    'by %s is left to the browser',
    (inputType) => {
      expect(editOf(field, inputType, inputType.startsWith('insert') ? '1' : null)).toBeNull();
    },
  );

  test('of a selection over both segments leaves a separator between the rest', () => {
    expect(editOf({ ...field, selectionStart: 1, selectionEnd: 6 }, 'insertText', '1')).toEqual(['11', '/0']);
    expect(editOf({ ...field, selectionStart: 0 }, 'deleteContentBackward', null)).toEqual(['', '']);
  });
});

test('a CVV is digits only', () => {
  expect(keys('12a34', formatCvv)).toBe('1234|');
  expect(type('1|3', '2', formatCvv)).toBe('12|3');
});

test('other digits become ASCII and everything else stays', () => {
  expect(asciiDigits('+٣٨ ۰５x')).toBe('+38 05x');
});

test('the digits of every script that the browser can write are understood', () => {
  const systems = Intl.supportedValuesOf('numberingSystem');
  const written = systems.map((system) =>
    new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890),
  );
  const digits = written.filter((text) => /^\p{Nd}{10}$/u.test(text));
  expect(digits.length).toBeGreaterThan(60);
  expect(digits.map(asciiDigits)).toEqual(digits.map(() => '1234567890'));
});
