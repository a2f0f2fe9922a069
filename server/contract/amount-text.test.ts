import { expect, it } from 'vitest';
import { decimalsOf } from './money.ts';
import { amountText } from './amount-text.ts';

/** To a reader non-breaking spaces are spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it.each([
  ['uk', '10.00', 'EUR', '10,00 €'],
  ['uk', '1234567.80', 'UAH', '1 234 567,80 ₴'],
  ['en', '10.00', 'UAH', '₴10.00'],
  ['en', '10.00', 'XTS', 'XTS 10.00'],
  ['uk', '10.00', 'XTS', '10,00 XTS'],
  ['en', '1234', 'JPY', '¥1,234'],
  ['en', '9999999999999.99', 'EUR', '€9,999,999,999,999.99'],
  ['en', '1250.50', 'HUF', 'Ft 1,250.50'],
  ['hu', '1250.50', 'HUF', '1250,50 Ft'],
  ['en', '10.5', 'EUR', '€10.50'],
])('in %s %s %s is written %s', (locale, amount, currency, text) => {
  expect(plain(amountText(locale, amount, currency))).toBe(text);
});

it.each([
  ['en', 'CAD', 'CA$10.00'],
  ['uk', 'USD', '10,00 USD'],
  ['en', 'SEK', 'SEK 10.00'],
])('a symbol that several currencies share is not guessed (%s, %s)', (locale, currency, text) => {
  expect(plain(amountText(locale, '10.00', currency))).toBe(text);
});

it.each(['en', 'uk', 'de', 'pl', 'ar'])('no two currencies are written alike (%s)', (locale) => {
  const all = Intl.supportedValuesOf('currency');
  const texts = all.map((currency) =>
    amountText(locale, decimalsOf(currency) === 0 ? '1' : '1.00', currency)
      .replace(/[\d.,]/g, '')
      .trim(),
  );
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

it('no currency’s amount is rounded: what is shown is what is charged', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const amount = decimalsOf(currency) === 0 ? '1234' : '12.34';
    expect(amountText('en', amount, currency).replace(/[^\d]/g, '')).toBe('1234');
  }
});

it('what the run time cannot write stands as code and decimal text', () => {
  expect(amountText('en', '10.00', 'NO MONEY')).toBe('NO MONEY 10.00');
  expect(amountText('not a tag', '10.00', 'EUR')).toBe('EUR 10.00');
});
