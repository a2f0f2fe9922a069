import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asciiDigits } from '../../server/contract/ascii-digits.ts';
import { FORMATS, staysInGroup } from './card-field.ts';
import type { Format } from './digits.ts';
import { editOf } from './edit.ts';
import { parseExpiry } from './expiry.ts';
import { formatExpiry } from './format-expiry.ts';

// The same cases in each run.
fc.configureGlobal({ seed: 20_260_615 });

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

const typeDate = (shown: string, text: string) =>
  text.split('').reduce((before, key) => type(before, key, formatExpiry), shown);
const leave = (shown: string) => formatExpiry('', shown, 'left').text;
const fill = (text: string) => formatExpiry(text, '', 'filled');

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

  test.each([
    ['4242 |4242', '9', '4242 9|424 2'],
    ['4|242 42', '1', '41|24 242'],
    ['4242| 4242', '9', '4242 9|424 2'],
    // Another brand has other groups.
    ['3|4 4', '7', '37|44'],
    ['|3|782822463', '4', '4|782 8224 63'],
    ['|5454 5454 5454 5454', '9', '9|545 4545 4545 4545 4'],
  ])('at %s a typed %s leaves the caret behind it: %s', (before, key, after) => {
    expect(type(before, key)).toBe(after);
  });

  test.each([
    ['4242 |4242', '424|4 242'],
    ['4242 4|', '4242|'],
    ['4242| 42', '424|4 2'],
    ['|4242', '|4242'],
    // A selection across a gap: no further digit goes.
    ['42|42 4|242', '42|24 2'],
  ])('backspace at %s gives %s', (before, after) => {
    expect(backspace(before)).toBe(after);
  });

  test.each([
    ['4242| 4242', '4242| 242'],
    ['424|2 4242', '424|4 242'],
  ])('delete at %s gives %s', (before, after) => {
    expect(del(before)).toBe(after);
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

test('the digits of every script that the browser can write are understood', () => {
  const systems = Intl.supportedValuesOf('numberingSystem');
  const written = systems.map((system) =>
    new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890),
  );
  const digits = written.filter((text) => /^\p{Nd}{10}$/u.test(text));
  expect(digits.length).toBeGreaterThan(60);
  expect(digits.map(asciiDigits)).toEqual(digits.map(() => '1234567890'));
});

describe('an expiry date', () => {
  test.each([
    ['1222', '12 / 22'],
    ['1/27', '01 / 27'],
    ['01/2027', '01 / 27'],
    ['012027', '01 / 27'],
    ['Dec 2030', '12 / 30'],
    ['13/30', '13 / 30'],
    ['00/30', '00 / 30'],
    ['00', '00'],
    ['0', '0'],
    ['1', '1'],
    ['12', '12 / '],
    ['/', ''],
    ['Xyz', ''],
  ])('%s is shown as "%s", typed as well as pasted', (text, shown) => {
    expect(typeDate('|', text)).toBe(`${shown}|`);
    expect(fill(text)).toEqual({ text: shown, caret: shown.length });
  });

  test.each([
    ['2027-01', '01 / 27'],
    ['2027/05', '05 / 27'],
    ['27 05', '05 / 27'],
    ['202711', '11 / 27'],
    ['30/12', '12 / 30'],
    ['3012', '12 / 30'],
    ['12275', '12 / 275'],
    ['1330', '13 / 30'],
    ['13', '13 / '],
    ['527', '527'],
    ['5', '5'],
  ])('%s is shown as "%s" if it is pasted', (text, shown) => {
    expect(fill(text)).toEqual({ text: shown, caret: shown.length });
  });

  test.each([
    ['5', '05 / '],
    ['05', '05 / '],
    ['5/27', '05 / 27'],
    ['13', '01 / 3'],
    ['13-3', '13 / 3'],
    ['130/', '01 / 30'],
    ['13x', '01 / 3'],
    ['27', '02 / 7'],
    ['2027/05', '02 / 02'],
    ['3012', '03 / 01'],
    ['12275', '12 / 27'],
    ['1230123', '12 / 30'],
    ['12203', '12 / 203'],
    ['122030', '12 / 30'],
    ['30/12', '12 / 30'],
  ])('%s is shown as "%s" if it is typed: the month comes first', (text, shown) => {
    expect(typeDate('|', text)).toBe(`${shown}|`);
  });

  test.each([
    ['5', ['05 / |', '0|', '|']],
    ['527', ['05 / 27|', '05 / 2|', '05|', '0|', '|']],
    ['13', ['01 / 3|', '01|', '0|', '|']],
    ['13/', ['13 / |', '1|', '|']],
    ['13/3', ['13 / 3|', '13|', '1|', '|']],
  ])('%s is taken back by Backspace, digit by digit', (text, states) => {
    const first = typeDate('|', text);
    expect(
      states.map((_, times) =>
        states.slice(0, times).reduce((shown) => backspace(shown, formatExpiry), first),
      ),
    ).toEqual(states);
  });

  test.each([
    ['927', '09 / 27'],
    ['5', '05 / '],
    ['1 / 22', '01 / 22'],
    ['32 / 11', '32 / 11'],
    [' / 22', ' / 22'],
    ['', ''],
  ])('left as "%s" becomes "%s"', (before, after) => {
    expect(leave(before)).toBe(after);
  });

  test.each([
    ['12 / 2|', '12|'],
    ['12|', '1|'],
    ['12 / |', '1|'],
    ['1|', '|'],
    ['1| / 22', '| / 22'],
    ['12 / |22', '1| / 22'],
    ['01| / 22', '0| / 22'],
  ])('backspace at %s gives %s', (before, after) => {
    expect(backspace(before, formatExpiry)).toBe(after);
  });

  test.each([
    ['|12 / 30', '|2 / 30'],
    ['|2 / 30', '| / 30'],
    ['12| / 30', '12| / 0'],
  ])('delete at %s gives %s', (before, after) => {
    expect(del(before, formatExpiry)).toBe(after);
  });

  test.each([
    ['1| / 22', '1', '11| / 22'],
    ['| / 22', '1', '1| / 22'],
    ['|2 / 30', '1', '1|2 / 30'],
    ['3|2 / 11', '1', '31|2 / 11'],
    ['1| / 22', '/', '01 / |22'],
    ['12| / ', '3', '12 / 3|'],
    ['0|', '5', '05 / |'],
    ['01|', '3', '01 / 3|'],
    ['1|', '3', '01 / 3|'],
    ['12|', '/', '12 / |'],
    ['12 / |2', '3', '12 / 3|2'],
    // A month that was pasted without its zero.
    ['5|', '27', '05 / 27|'],
    ['52|', '7', '05 / 27|'],
  ])('at %s, %s gives %s', (before, key, after) => {
    expect(typeDate(before, key)).toBe(after);
  });
});

describe('the two segments', () => {
  const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{0,${max}}$`));
  const month = fc.integer({ min: 1, max: 12 }).map((number) => String(number).padStart(2, '0'));
  const year = fc.integer({ min: 21, max: 99 }).map(String);
  const key = fc.constantFrom('deleteContentBackward', 'deleteContentForward', ...'0123456789'.split(''));
  const pressAny = (shown: string, name: string) =>
    name.length > 1 ? edit(shown, name, null, formatExpiry) : type(shown, name, formatExpiry);

  test('no edit of the month touches the year, and neither does leaving', () => {
    fc.assert(
      fc.property(month, year, fc.nat(2), fc.array(key, { maxLength: 6 }), (before, kept, at, keys) => {
        let shown = `${before.slice(0, at)}|${before.slice(at)} / ${kept}`;
        for (const name of keys) {
          // At the end of the month, Delete takes a digit of the year.
          if (name === 'deleteContentForward' && shown.includes('| ')) continue;
          shown = pressAny(shown, name);
          expect(shown.replace('|', '')).toMatch(new RegExp(`^\\d* / ${kept}$`));
          expect(shown.indexOf('|')).toBeLessThanOrEqual(shown.indexOf(' / '));
        }
        expect(leave(shown.replace('|', ''))).toMatch(new RegExp(` / ${kept}$`));
      }),
    );
  });

  test('no edit of the year touches the month', () => {
    fc.assert(
      fc.property(month, digits(4), fc.nat(4), fc.array(key, { maxLength: 6 }), (kept, before, at, keys) => {
        let shown = `${kept} / ${before.slice(0, at)}|${before.slice(at)}`;
        for (const name of keys) {
          // At the beginning of the year, Backspace takes a digit of the month.
          if (name === 'deleteContentBackward' && !/\/ \d+\|/.test(shown)) break;
          shown = pressAny(shown, name);
          expect(shown.replace('|', '')).toMatch(new RegExp(`^${kept}( / \\d*)?$`));
        }
      }),
    );
  });

  test('formatting again changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,2}[/ -]{0,3}\d{0,4}$/), (text) => {
        const shown = fill(text).text;
        expect(formatExpiry('', shown, 'filled').text).toBe(shown);
      }),
    );
  });
});

test.each([
  ['01 / 27', 1, 2027],
  ['1/27', 1, 2027],
  ['0127', 1, 2027],
  ['927', 9, 2027],
  ['01/2027', 1, 2027],
  ['12275', 12, 20275],
  ['02 / 027', 2, 20027],
  ['13/27', 13, 2027],
  ['32 / 11', 32, 2011],
  // No such month, whatever the year will be.
  ['13', 13, NaN],
  ['13 / 3', 13, NaN],
  ['00', 0, NaN],
  ['99 / ', 99, NaN],
])('reads "%s" as month %i of %i', (text, month, year) => {
  expect(parseExpiry(text)).toEqual({ month, year });
});

test.each(['', '1', '0', '01', '01 / ', '01 / 2', ' / 22', 'soon'])('has no date yet in "%s"', (text) => {
  expect(parseExpiry(text)).toBeNull();
});
