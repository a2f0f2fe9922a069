import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { languageOf, localeOf, tagLanguageOf } from './language.ts';

async function spoken(acceptLanguage: string | null, wish?: string): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(languageOf(c, wish)));
  const headers = acceptLanguage === null ? {} : { 'accept-language': acceptLanguage };
  return (await app.request('/', { headers })).text();
}

it.each([
  [null, 'en'],
  ['', 'en'],
  ['uk', 'uk'],
  ['uk-UA,uk;q=0.9,en;q=0.8', 'uk'],
  ['UA', 'uk'],
  ['en-GB,uk;q=0.9', 'en'],
  ['en;q=0.5,uk;q=0.9', 'uk'],
  ['pl,uk;q=0.8,en;q=0.7', 'uk'],
  ['uk;q=0', 'en'],
  ['ukr, english', 'en'],
  ['*', 'en'],
  [';;q=,,', 'en'],
  ['pl,de', 'en'],
])('to a browser that prefers "%s" the companion speaks %s', async (header, language) => {
  expect(await spoken(header)).toBe(language);
});

it('the order’s language goes before, where it is spoken here', async () => {
  expect(await spoken('en', 'UK')).toBe('uk');
  expect(await spoken('uk', 'en')).toBe('en');
  expect(await spoken('uk', 'PT_BR')).toBe('uk');
});

it.each([
  [null, 'en'],
  ['uk-UA,uk;q=0.9', 'uk'],
  ['ua', 'uk'],
  ['de-CH,en;q=0.5', 'de-CH'],
  ['en;q=0.5,de', 'de'],
  ['xx,pl;q=0.4', 'pl'],
  ['de;q=0,*', 'en'],
  ['not_a_tag, "', 'en'],
])('to a browser that prefers "%s" numbers are written as in %s', async (header, locale) => {
  const app = new Hono().get('/', (c) => c.text(localeOf(c)));
  const headers = header === null ? {} : { 'accept-language': header };
  expect(await (await app.request('/', { headers })).text()).toBe(locale);
});

it.each([
  [null, undefined, 'en'],
  ['ar', undefined, 'ar'],
  ['de-CH,de;q=0.9,en;q=0.8', undefined, 'de-CH'],
  ['nb-NO,en;q=0.5', undefined, 'nb-NO'],
  ['iw', undefined, 'he'],
  ['zh-Hant-TW', undefined, 'zh-Hant-TW'],
  ['ua', undefined, 'uk'],
  ['ka,be;q=0.9,pl;q=0.8', undefined, 'pl'],
  ['ka', undefined, 'en'],
  ['"><script>, en', undefined, 'en'],
  ['de', 'EN', 'en'],
  ['de', 'PT_BR', 'pt-BR'],
  ['de', 'ZH_HA', 'zh-HA'],
])('to a browser that prefers "%s" the tag of an order in %s speaks %s', async (header, wish, language) => {
  const app = new Hono().get('/', (c) => c.text(tagLanguageOf(c, wish)));
  const headers = header === null ? {} : { 'accept-language': header };
  expect(await (await app.request('/', { headers })).text()).toBe(language);
});
