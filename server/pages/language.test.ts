import { readdirSync } from 'node:fs';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { loadLanguage } from '../../widget/language/language.ts';
import { LANGUAGES } from '../contract/language.ts';
import { type Language, languageOf, localeOf } from './language.ts';

async function spoken(acceptLanguage: string | null, wish?: string): Promise<Language> {
  const app = new Hono().get('/', async (c) => c.json(await languageOf(c, wish)));
  const headers = acceptLanguage === null ? {} : { 'accept-language': acceptLanguage };
  return (await (await app.request('/', { headers })).json()) as Language;
}

it.each([
  [null, 'en'],
  ['', 'en'],
  ['uk-UA,uk;q=0.9,en;q=0.8', 'uk-UA'],
  ['en;q=0.5,uk;q=0.9', 'uk'],
  ['ka,pl;q=0.8,en;q=0.7', 'pl'],
  ['uk;q=0', 'en'],
  ['*', 'en'],
  [';;q=,,', 'en'],
  ['x;q=1,'.repeat(50_000), 'en'],
  ['"><script>, en', 'en'],
])('to a browser that prefers "%s" the companion speaks %s', async (header, tag) => {
  expect((await spoken(header)).tag).toBe(tag);
});

it.each([
  ['en', 'UK', 'uk'],
  ['uk', 'en', 'en'],
  ['uk', 'PT_BR', 'pt-BR'],
  ['de', 'ZH_HA', 'zh'],
  ['de', 'XX', 'de'],
])('to a browser in %s the pages of an order in %s speak %s', async (header, wish, tag) => {
  expect((await spoken(header, wish)).tag).toBe(tag);
});

it.each([
  ['he-IL', 'rtl'],
  ['de', 'ltr'],
])('a page in %s is written %s', async (wish, dir) => {
  expect((await spoken(null, wish)).dir).toBe(dir);
});

it('every language has a file of texts, and every file is of a language', () => {
  const files = readdirSync(new URL('../../widget/messages', import.meta.url));
  expect(files.toSorted()).toEqual(LANGUAGES.map((name) => `${name}.ts`).toSorted());
});

it.each(LANGUAGES)('a page in %s speaks the same language as the tag on it, in its words', async (wish) => {
  const { tag, texts } = await spoken(null, wish);
  const widget = await loadLanguage([wish]);
  expect(tag).toBe(widget.tag);
  // The tag has English below its own words.
  expect(widget.texts).toMatchObject(texts.tag);
});

it('numbers are written as in the language that the browser prefers', async () => {
  const app = new Hono().get('/', (c) => c.text(localeOf(c)));
  const localeFor = async (headers: Record<string, string>) => (await app.request('/', { headers })).text();
  expect(await localeFor({ 'accept-language': 'en;q=0.5,uk-UA' })).toBe('uk-UA');
  expect(await localeFor({})).toBe('en');
});
