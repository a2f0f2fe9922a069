import { expect, test } from 'vitest';
import { loadLanguage, money, nearestLang, pageLang } from './language.ts';
import { en } from './messages/en.ts';
import { outcome } from './messages/en-outcome.ts';
import { texts as uk } from './messages/uk.ts';

test.each([
  [['uk-UA', 'en'], 'uk-UA'],
  [['', 'xx', 'uk'], 'uk'],
  [['xx'], 'en'],
  [['ukx', 'en-GB'], 'en-GB'],
  [[], 'en'],
])('of %j the language is %s', async (wanted, tag) => {
  expect((await loadLanguage(wanted)).tag).toBe(tag);
});

test('the nearest lang counts, through shadow roots', () => {
  const host = document.createElement('div');
  host.innerHTML = '<section></section>';
  host.lang = 'uk';
  const root = (host.firstElementChild as HTMLElement).attachShadow({ mode: 'open' });
  root.innerHTML = '<p lang=""><b></b></p>';
  expect(nearestLang(root.querySelector('b') as Element)).toBe('uk');
});

test.each([
  ['pt-BR', 'pt-BR'],
  ['zh_Hans', 'zh-Hans'],
  ['uk€\r\nX: 1', 'uk-X-1'],
  ['x'.repeat(500), 'x'.repeat(64)],
])('the page’s language %j fits into a header as %s', (lang, header) => {
  const element = document.createElement('p');
  element.lang = lang;
  expect(pageLang(element)).toBe(header);
  expect(new Headers({ 'accept-language': header }).get('accept-language')).toBe(header);
});

test('a page without a language speaks the browser’s', () => {
  expect(pageLang(document.createElement('p'))).toBe(navigator.language);
});

test.each([
  ['en', '10.00', 'EUR', '€10.00'],
  ['en', '9007199254740993.01', 'EUR', '€9,007,199,254,740,993.01'],
  ['en', '1500', 'JPY', '¥1,500'],
  ['uk', '1234.50', 'EUR', '1\u00a0234,50\u00a0€'],
  ['en-US-US', '1.00', 'USD', '$1.00'],
])('in %s, %s %s is written %s', (tag, amount, currency, text) => {
  expect(money(tag, amount, currency)).toBe(text);
});

test('every text says something, and keeps its place for the amount', () => {
  const flat = (texts: object): [string, string][] =>
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'string' ? [[key, value] as [string, string]] : flat(value as object),
    );
  const [english, ukrainian] = [flat({ ...en, outcome }), flat(uk)];
  expect(ukrainian.map(([key]) => key)).toEqual(english.map(([key]) => key));
  for (const [index, [key, text]] of english.entries()) {
    const other = ukrainian[index]?.[1] ?? '';
    expect(other.trim(), key).not.toBe('');
    expect(other.includes('{}'), key).toBe(text.includes('{}'));
    expect(/[а-яіїєґМР]/.test(other), key).toBe(true);
  }
});
