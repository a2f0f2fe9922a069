import { describe, expect, it } from 'vitest';
import { customerLangFor, isCustomerLang } from './customer-lang.ts';

describe('the language of the gateway’s page', () => {
  it.each([
    ['uk', 'UK'],
    ['uk-UA', 'UK'],
    ['UK-ua', 'UK'],
    ['en-GB', 'EN'],
    ['pt', 'PT'],
    ['pt-PT', 'PT'],
    ['pt-BR', 'PT_BR'],
    ['pt-br', 'PT_BR'],
    ['he', 'HE'],
    ['iw', 'HE'],
    ['iw-IL', 'HE'],
    ['no', 'NO'],
    ['nb-NO', 'NO'],
    ['nn', 'NO'],
    ['sr', 'SR'],
    ['sr-Cyrl-RS', 'SR'],
    ['sr-Latn', 'SR'],
    ['sh', 'SR'],
    ['mo', 'RO'],
    ['zh', 'ZH'],
    ['zh-Hans', 'ZH'],
    ['zh-Hant-TW', 'ZH'],
    ['cmn-Hans-CN', 'ZH'],
    ['de-DE-u-co-phonebk', 'DE'],
  ])('for %s is %s', (tag, code) => {
    expect(customerLangFor(tag)).toBe(code);
  });

  it.each([
    '',
    ' ',
    '*',
    'ka',
    'be-BY',
    'kat',
    'undefined',
    'english',
    'e',
    '-',
    ',;q=1,',
    'en_US',
    '=;=',
    'é',
  ])('is not told for "%s"', (tag) => {
    expect(customerLangFor(tag)).toBeUndefined();
  });

  it.each([
    ['uk-UA,uk;q=0.9,en-US;q=0.8,en;q=0.7', 'UK'],
    ['ka,be;q=0.9,pl;q=0.8', 'PL'],
    ['en;q=0.1, de ; q=0.5', 'DE'],
    ['en;q=0,fr', 'FR'],
    ['en;q=0', undefined],
    ['de;q=0.5,fr;q=0.5', 'DE'],
    ['*,it;q=0.1', 'IT'],
    ['en;q=high,es', 'ES'],
  ])('from the header "%s" is %s', (header, code) => {
    expect(customerLangFor(header)).toBe(code);
  });

  it('takes a hostile header in its stride', () => {
    expect(customerLangFor(`${'a-'.repeat(50_000)},en`)).toBeUndefined();
    expect(customerLangFor('x;q=1,'.repeat(50_000))).toBeUndefined();
  });

  it('may be stated in upper or lower case', () => {
    expect(['EN', 'en', 'Pt_bR'].every(isCustomerLang)).toBe(true);
    expect(['', 'pt-BR', 'XX', 'EN '].some(isCustomerLang)).toBe(false);
  });
});
