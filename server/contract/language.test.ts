import { expect, it } from 'vitest';
import { chooseLanguage, directionOf } from './language.ts';

const AVAILABLE = ['ar', 'de', 'fa', 'he', 'no', 'pt', 'pt-br', 'ro', 'sr', 'uk', 'zh', 'zh-hant'];

const chosen = (...wanted: string[]) => chooseLanguage(wanted, (name) => AVAILABLE.includes(name));

it.each([
  ['uk-UA', 'uk-UA', 'uk'],
  ['en-GB', 'en-GB', 'en'],
  ['en_US', 'en-US', 'en'],
  ['en-us ', 'en-US', 'en'],
  ['de_DE', 'de-DE', 'de'],
  ['de-DE-', 'de', 'de'],
  ['de-x', 'de', 'de'],
  ['de_DE@euro', 'de', 'de'],
  ['uk_UA.UTF-8', 'uk', 'uk'],
  ['ar-EG-u-nu-latn', 'ar-EG-u-nu-latn', 'ar'],
  ['nb-NO', 'no-NO', 'no'],
  ['nn', 'no', 'no'],
  ['iw-IL', 'he-IL', 'he'],
  ['mo', 'ro', 'ro'],
  ['ua-UA', 'uk-UA', 'uk'],
  ['sr', 'sr-Latn', 'sr'],
  ['sr-RS', 'sr-Latn-RS', 'sr'],
  ['sh', 'sr-Latn', 'sr'],
  ['pt', 'pt', 'pt'],
  ['PT_BR', 'pt-BR', 'pt-br'],
  ['zh', 'zh', 'zh'],
  ['zh_CN', 'zh-CN', 'zh'],
  ['cmn-Hans', 'zh-Hans', 'zh'],
  ['zh-TW', 'zh-TW', 'zh-hant'],
  ['zh-HK', 'zh-HK', 'zh-hant'],
  ['zh-Hant-SG', 'zh-Hant-SG', 'zh-hant'],
])('who wants "%s" gets %s, which every formatter takes, in the texts of %s', (wanted, tag, name) => {
  expect(chosen(wanted)).toEqual({ tag, name });
  expect(() => new Intl.PluralRules(tag)).not.toThrow();
});

it.each(['', 'ka', 'und', 'english', 'not a tag', '"><script>', 'uk€\r\nX: 1', 'x'.repeat(500)])(
  '"%s" is no available language: the next one counts',
  (wanted) => {
    expect(chosen(wanted)).toBeUndefined();
    expect(chosen(wanted, 'uk', 'en')?.name).toBe('uk');
  },
);

it.each(['en', ...AVAILABLE])('%s is written in its direction', (name) => {
  expect(directionOf(name)).toBe(['ar', 'fa', 'he'].includes(name) ? 'rtl' : 'ltr');
});
