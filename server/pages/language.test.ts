import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { LANGUAGES, loadLanguage } from '../../widget/language.ts';
import { type Language, languageOf, localeOf } from './language.ts';
import { TEXTS } from './texts.ts';

async function spoken(acceptLanguage: string | null, wish?: string): Promise<Language> {
  const app = new Hono().get('/', async (c) => c.json(await languageOf(c, wish)));
  const headers = acceptLanguage === null ? {} : { 'accept-language': acceptLanguage };
  return (await (await app.request('/', { headers })).json()) as Language;
}

it.each([
  [null, 'en'],
  ['', 'en'],
  ['uk', 'uk'],
  ['uk-UA,uk;q=0.9,en;q=0.8', 'uk-UA'],
  ['UA', 'uk'],
  ['en-GB,uk;q=0.9', 'en-GB'],
  ['en;q=0.5,uk;q=0.9', 'uk'],
  ['ka,pl;q=0.8,en;q=0.7', 'pl'],
  ['uk;q=0', 'en'],
  ['english, xx', 'en'],
  ['*', 'en'],
  [';;q=,,', 'en'],
  ['ka', 'en'],
  ['"><script>, en', 'en'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de-CH'],
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

it.each(['ar', 'ar-EG', 'fa', 'fa-IR', 'he', 'iw'])('%s is written from right to left', async (tag) => {
  expect((await spoken(tag)).dir).toBe('rtl');
});

it.each(Object.keys(TEXTS).filter((name) => !['ar', 'fa', 'he'].includes(name)))(
  '%s is written from left to right',
  async (name) => {
    expect((await spoken(name)).dir).toBe('ltr');
  },
);

it('the companion speaks every language of the tag', () => {
  expect(Object.keys(TEXTS).toSorted()).toEqual([...LANGUAGES, 'en'].toSorted());
});

it.each(
  [
    ...Object.keys(TEXTS),
    ...'de-CH nb-NO nn no-NO iw-IL sh sr-RS sr-Cyrl-RS cmn-Hans zh-TW zh-HK zh-Hant-SG zh-Hans-HK zh-CN'.split(
      ' ',
    ),
    ...'pt-PT pt-BR ua-UA mo ar-EG-u-nu-latn de_DE en-US-US und xx'.split(' '),
  ].map((tag) => [tag]),
)('a page for %s speaks the same language as the tag on it, in the tag’s own words', async (wanted) => {
  const { tag, texts } = await spoken(null, wanted);
  const widget = await loadLanguage([wanted]);
  expect(tag).toBe(widget.tag);
  // The tag has English below its own words.
  expect(widget.texts).toMatchObject(texts.tag);
});

it.each([
  [null, 'en'],
  ['uk-UA,uk;q=0.9', 'uk-UA'],
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
