import { expect, test } from 'vitest';
import { plural } from '../checkout/feedback.ts';
import { LANGUAGES } from '../../server/contract/language.ts';
import { loadLanguage, nearestLang, pageLang, wantedBy, withOwn } from './language.ts';
import { type Messages, texts as en } from '../messages/en.ts';
import { dialog } from '../challenge/challenge-dialog.texts.ts';
import { saved } from '../saved-cards/saved-cards.texts.ts';
import { texts as uk } from '../messages/uk.ts';

test.each(LANGUAGES)('a page in %s is spoken to in its words', async (name) => {
  const { texts } = (await import(/* @vite-ignore */ `../messages/${name}.ts`)) as { texts: Messages };
  expect((await loadLanguage([name])).texts).toEqual(withOwn(en, texts));
});

test('the first wanted language that there is counts, else English', async () => {
  expect((await loadLanguage(['', 'xx', 'pt_BR', 'uk'])).tag).toBe('pt-BR');
  expect(await loadLanguage(['xx'])).toEqual({ tag: 'en', texts: en });
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
  ['pt_BR', 'pt-BR'],
  ['de_DE.UTF-8', 'de'],
  ['', navigator.language],
  ['uk€\r\nX: 1', navigator.language],
])('of a page in %j the companion hears the language that its texts are in: %s', async (lang, header) => {
  const element = document.createElement('p');
  element.lang = lang;
  expect(pageLang(element)).toBe(header);
  expect((await loadLanguage(wantedBy(element))).tag).toBe(header);
  expect(new Headers({ 'accept-language': header }).get('accept-language')).toBe(header);
});

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'];
const flat = (texts: object): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[key, value] as [string, string]] : flat(value as object),
  );
const places = (text: string): number => text.split('{}').length;

test.each(LANGUAGES)(
  'in %s every text says something, and keeps the places for what is filled in',
  async (name) => {
    const { texts } = (await import(/* @vite-ignore */ `../messages/${name}.ts`)) as { texts: Messages };
    const english = new Map(flat({ ...en, dialog, saved }));
    for (const [key, text] of flat(texts)) {
      expect(text.trim(), key).not.toBe('');
      const wanted = english.get(key) ?? english.get('other') ?? '';
      if (!PLURALS.includes(key)) expect(places(text), `${key}: ${text}`).toBe(places(wanted));
    }
    const forms = Object.keys(texts.attention);
    expect(forms.toSorted()).toEqual(
      new Intl.PluralRules(name).resolvedOptions().pluralCategories.toSorted(),
    );
  },
);

test('Ukrainian is written in Cyrillic', () => {
  for (const [key, text] of flat(uk)) expect(/[а-яіїєґМР]/.test(text), key).toBe(true);
});

test('a page’s own texts stand one by one, however deep they lie', () => {
  const { outcome, pay } = withOwn(en, {
    pay: 'Buy for {}',
    outcome: { failure: { funds: 'Top it up' }, problem: { renew: 'Go on' } },
  });
  expect(pay).toBe('Buy for {}');
  expect(outcome).toEqual({
    ...en.outcome,
    failure: { ...en.outcome.failure, funds: 'Top it up' },
    problem: { ...en.outcome.problem, renew: 'Go on' },
  });
});

test.each([
  ['nothing', { pay: undefined, label: { number: undefined }, outcome: undefined }],
  ['null', { pay: null, label: { number: null }, outcome: null }],
  ['numbers and functions', { pay: 5, label: { number: () => 'x' }, fault: true, outcome: [1] }],
  ['a text for a group, and a group for a text', { pay: { en: 'x' }, label: 'x', outcome: { failure: 'x' } }],
  ['no object', 'texts'],
])('%s in a page’s own texts changes none', (_what, own) => {
  expect(withOwn(en, own)).toEqual(en);
});

test.each([
  ['en', 1, '1 field needs attention'],
  ['en', 3, '3 fields need attention'],
])('in %s, %i is put as %s', (tag, count, text) => {
  expect(plural(tag, en.attention, count)).toBe(text);
});
