import { describe, expect, test } from 'vitest';
import { asciiDigits, digitsOf, type Format, formatCvv, formatNumber, reformat } from './card-field.ts';
import { formatExpiry } from './expiry.ts';

/** Edits a field that shows `shown`, where "|" is the caret: "4242 |4242". */
function edit(
  shown: string,
  change: (head: string, tail: string) => [string, string],
  type: string,
  format: Format,
) {
  const [head = '', tail = ''] = shown.split('|');
  const [before, after] = change(head, tail);
  const { text, caret } = reformat(before + after, before.length, digitsOf(shown).length, type, format);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

const type = (shown: string, text: string, format = formatNumber) =>
  edit(shown, (head, tail) => [head + text, tail], 'insertText', format);
const backspace = (shown: string, format = formatNumber) =>
  edit(shown, (head, tail) => [head.slice(0, -1), tail], 'deleteContentBackward', format);
const del = (shown: string, format = formatNumber) =>
  edit(shown, (head, tail) => [head, tail.slice(1)], 'deleteContentForward', format);

/** Types a text key by key into an empty field. */
const keys = (text: string, format: Format) =>
  text.split('').reduce((shown, key) => type(shown, key, format), '|');

describe('a card number while typing', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['30569309025904', '3056 930902 5904|'],
    ['4242x4', '4242 4|'],
    ['54545454545454549', '5454 5454 5454 5454|'],
  ])('%s becomes %s', (text, shown) => {
    expect(keys(text, formatNumber)).toBe(shown);
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
    expect(edit('3|782822463', (_head, tail) => ['4', tail], 'insertText', formatNumber)).toBe(
      '4|782 8224 63',
    );
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

  test('deleting a selection across a gap takes no digit more', () => {
    const cut = edit(
      '42|42 4242',
      (head, tail) => [head, tail.slice(4)],
      'deleteContentBackward',
      formatNumber,
    );
    expect(cut).toBe('42|24 2');
  });

  test.each([
    '4242-4242-4242-4242',
    ' 4242 4242\u00a04242 4242 ',
    '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢',
    '۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲',
    '４２４２４２４２４２４２４２４２',
  ])('understands the pasted %s', (text) => {
    const pasted = edit('|', () => [text, ''], 'insertFromPaste', formatNumber);
    expect(pasted).toBe('4242 4242 4242 4242|');
  });

  test('understands a number that was filled in, without an input type', () => {
    expect(edit('|', () => ['4242424242424242', ''], '', formatNumber)).toBe('4242 4242 4242 4242|');
  });
});

describe('an expiry date while typing', () => {
  test.each([
    ['0127', '01 / 27|'],
    ['1/27', '01 / 27|'],
    ['5', '05 / |'],
    ['527', '05 / 27|'],
    ['1', '1|'],
    ['01', '01 / |'],
    ['13', '01 / 3|'],
    ['01/2027', '01 / 27|'],
    ['012027', '01 / 27|'],
    ['12275', '12 / 27|'],
    ['/', '|'],
  ])('%s becomes %s', (text, shown) => {
    expect(keys(text, formatExpiry)).toBe(shown);
  });

  test.each([
    ['01 / 2|', '01 / |'],
    ['01 / |', '0|'],
    ['12 / |', '1|'],
    ['05|', '0|'],
    ['12 / |27', '1|2 / 7'],
  ])('backspace at %s gives %s', (before, after) => {
    expect(backspace(before, formatExpiry)).toBe(after);
  });

  test('delete over the separator takes the next digit', () => {
    expect(del('12| / 27', formatExpiry)).toBe('12| / 7');
  });
});

test('a CVV holds four digits at most', () => {
  expect(keys('12a345', formatCvv)).toBe('1234|');
});

test('other digits become ASCII and everything else stays', () => {
  expect(asciiDigits('+٣٨ ۰５x')).toBe('+38 05x');
});
