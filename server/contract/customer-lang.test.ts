import { describe, expect, it } from 'vitest';
import { customerLangFor, isCustomerLang } from './customer-lang.ts';

describe('the language of the gateway’s page', () => {
  it.each([
    ['uk-UA', 'UK'],
    ['en-GB', 'EN'],
    ['pt-PT', 'PT'],
    ['pt-br', 'PT_BR'],
    ['iw-IL', 'HE'],
    ['nb-NO', 'NO'],
    ['sr-Cyrl-RS', 'SR'],
    ['sh', 'SR'],
    ['mo', 'RO'],
    ['zh', 'ZH'],
    ['zh-Hant-TW', 'ZH'],
    ['cmn-Hans-CN', 'ZH'],
    ['de-DE-u-co-phonebk', 'DE'],
  ])('for %s is %s', (tag, code) => {
    expect(customerLangFor([tag])).toBe(code);
  });

  it.each(['', '*', 'ka', 'be-BY', 'undefined', 'english', '-', '=;=', 'é', 'a-'.repeat(500)])(
    'is not told for "%s", and the next one counts',
    (tag) => {
      expect(customerLangFor([tag])).toBeUndefined();
      expect(customerLangFor([tag, 'pl', 'en'])).toBe('PL');
    },
  );

  it('may be stated in upper or lower case', () => {
    expect(['EN', 'en', 'Pt_bR'].every(isCustomerLang)).toBe(true);
    expect(['', 'pt-BR', 'XX', 'EN '].some(isCustomerLang)).toBe(false);
  });
});
