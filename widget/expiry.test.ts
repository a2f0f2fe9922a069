import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editOf } from './edit.ts';
import { parseExpiry } from './expiry.ts';
import { formatExpiry } from './format-expiry.ts';

/** A field that shows `shown`, where "|" is the caret, after a key. */
function press(shown: string, inputType: string, data: string | null = null): string {
  const at = shown.indexOf('|');
  const field = { value: shown.replace('|', ''), selectionStart: at, selectionEnd: at };
  const sides = editOf(field, inputType, data);
  if (!sides) return shown;
  const { text, caret } = formatExpiry(...sides, data === null ? 'deleted' : 'typed');
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

const type = (shown: string, text: string) =>
  text.split('').reduce((before, key) => press(before, 'insertText', key), shown);
const backspace = (shown: string) => press(shown, 'deleteContentBackward');
const del = (shown: string) => press(shown, 'deleteContentForward');
const leave = (shown: string) => formatExpiry('', shown, 'left').text;
const fill = (text: string) => formatExpiry(text, '', 'filled');

describe('an expiry date', () => {
  test.each([
    ['1222', '12 / 22'],
    ['0127', '01 / 27'],
    ['05/2027', '05 / 27'],
    ['1/27', '01 / 27'],
    ['5/27', '05 / 27'],
    ['01/2027', '01 / 27'],
    ['012027', '01 / 27'],
    ['Dec 2030', '12 / 30'],
    ['december 30', '12 / 30'],
    ['May/30', '05 / 30'],
    ['13/30', '13 / 30'],
    ['00/30', '00 / 30'],
    ['0030', '00 / 30'],
    ['00', '00'],
    ['0', '0'],
    ['12275', '12 / 275'],
    ['1', '1'],
    ['12', '12 / '],
    ['01', '01 / '],
    ['/', ''],
    ['Xyz', ''],
  ])('%s is shown as "%s", typed as well as pasted', (text, shown) => {
    expect(type('|', text)).toBe(`${shown}|`);
    expect(fill(text)).toEqual({ text: shown, caret: shown.length });
  });

  test.each([
    ['2027-01', '01 / 27'],
    ['2027/05', '05 / 27'],
    ['27 05', '05 / 27'],
    ['202711', '11 / 27'],
    ['30-12', '12 / 30'],
    ['30/12', '12 / 30'],
    ['3012', '12 / 30'],
    ['2030-12', '12 / 30'],
    ['1330', '13 / 30'],
    ['13', '13 / '],
    ['99/30', '99 / 30'],
    ['9930', '99 / 30'],
    ['527', '527'],
    ['5', '5'],
  ])('%s is shown as "%s" if it is pasted', (text, shown) => {
    expect(fill(text)).toEqual({ text: shown, caret: shown.length });
  });

  test.each([
    ['5', '05 / '],
    ['05', '05 / '],
    ['5/', '05 / '],
    ['527', '05 / 27'],
    ['5/27', '05 / 27'],
    ['5/2027', '05 / 27'],
    ['13', '01 / 3'],
    ['130', '01 / 30'],
    ['13/', '13 / '],
    ['13-3', '13 / 3'],
    ['13 30', '13 / 30'],
    ['13.30', '13 / 30'],
    ['130/', '01 / 30'],
    ['13x', '01 / 3'],
    ['27', '02 / 7'],
    ['2027/05', '02 / 02705'],
    ['3012', '03 / 012'],
    ['30/12', '12 / 30'],
    ['27-', '27 / '],
  ])('%s is shown as "%s" if it is typed: the month comes first', (text, shown) => {
    expect(type('|', text)).toBe(`${shown}|`);
  });

  test('a pasted month without its zero can be typed on', () => {
    expect(type('5|', '27')).toBe('05 / 27|');
    expect(type('52|', '7')).toBe('05 / 27|');
  });

  test.each([
    ['5', ['05 / |', '0|', '|']],
    ['527', ['05 / 27|', '05 / 2|', '05|', '0|', '|']],
    ['13', ['01 / 3|', '01|', '0|', '|']],
    ['13/', ['13 / |', '1|', '|']],
    ['13/3', ['13 / 3|', '13|', '1|', '|']],
  ])('%s is taken back by Backspace, digit by digit', (text, states) => {
    const first = type('|', text);
    expect(states.map((_, times) => states.slice(0, times).reduce(backspace, first))).toEqual(states);
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
    ['12| / 22', '1| / 22'],
    ['1| / 22', '| / 22'],
    ['12 / |22', '1| / 22'],
    ['01| / 22', '0| / 22'],
  ])('backspace at %s gives %s', (before, after) => {
    expect(backspace(before)).toBe(after);
  });

  test.each([
    ['|12 / 30', '|2 / 30'],
    ['|2 / 30', '| / 30'],
    ['12| / 30', '12| / 0'],
  ])('delete at %s gives %s', (before, after) => {
    expect(del(before)).toBe(after);
  });

  test.each([
    ['1| / 22', '1', '11| / 22'],
    ['| / 22', '1', '1| / 22'],
    ['|2 / 30', '1', '1|2 / 30'],
    ['3|2 / 11', '1', '31|2 / 11'],
    ['1| / 22', '/', '01 / |22'],
    ['12| / ', '3', '12 / 3|'],
    ['0|', '5', '05 / |'],
    ['05|', '2', '05 / 2|'],
    ['01|', '3', '01 / 3|'],
    ['1|', '3', '01 / 3|'],
    ['12|', '/', '12 / |'],
    ['12 / |2', '3', '12 / 3|2'],
  ])('at %s, %s gives %s', (before, key, after) => {
    expect(type(before, key)).toBe(after);
  });
});

describe('the two segments', () => {
  const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{0,${max}}$`));
  const month = fc.integer({ min: 1, max: 12 }).map((number) => String(number).padStart(2, '0'));
  const year = fc.integer({ min: 21, max: 99 }).map(String);
  const key = fc.constantFrom('deleteContentBackward', 'deleteContentForward', ...'0123456789'.split(''));
  const pressAny = (shown: string, name: string) =>
    name.length > 1 ? press(shown, name) : press(shown, 'insertText', name);

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
      fc.property(fc.stringMatching(/^[\d/ -]{0,9}$/), (text) => {
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
])('reads %s as month %i of %i', (text, month, year) => {
  expect(parseExpiry(text)).toEqual({ month, year });
});

test.each(['13 / ', '13', '13 / 3', '00', '00 / ', '99 / '])(
  'knows in "%s" that there is no such month',
  (text) => {
    expect(parseExpiry(text)).toEqual({ month: Number(text.slice(0, 2)), year: NaN });
  },
);

test.each(['', '1', '0', '01', '01 / ', '01 / 2', ' / 22', 'soon'])('has no date yet in "%s"', (text) => {
  expect(parseExpiry(text)).toBeNull();
});
