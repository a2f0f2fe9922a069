import { expect, it } from 'vitest';
import { LANGUAGES } from '../contract/language.ts';
import { textsIn } from './texts.ts';

/** Every text of a page with its key, without those of the tag, which the widget's tests check. */
const flat = (texts: object, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, string | object]) => {
    if (key === 'tag') return [];
    return typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`);
  });

const en = await textsIn('en');

it.each(LANGUAGES)(
  'in %s every sentence is there, ends as a sentence, and leaves no place empty',
  async (name) => {
    const spoken = flat(await textsIn(name));
    expect(spoken.map(([key]) => key)).toEqual(flat(en).map(([key]) => key));
    for (const [key, text] of spoken) {
      expect(text, key).toBe(text.trim());
      expect(text, key).not.toMatch(/^$|\{\}| {2}/);
      const english = flat(en).find(([other]) => other === key)?.[1] ?? '';
      // Thai has no full stops.
      if (english.endsWith('.') && name !== 'th') expect(text, key).toMatch(/[.。।]$/);
      if (!/[.?]$/.test(english)) expect(text, key).not.toMatch(/[.。।]$/);
    }
  },
);

it.each(LANGUAGES.filter((name) => name !== 'en'))('no sentence of %s is still English', async (name) => {
  const english = new Map(flat(en));
  for (const [key, text] of flat(await textsIn(name))) expect(text, key).not.toBe(english.get(key));
});

it.each(LANGUAGES)('in %s the texts of the tag that have a value have one place for it', async (name) => {
  const { hostedHint, reserveHint, outcome } = (await textsIn(name)).tag;
  for (const text of [hostedHint, reserveHint, outcome.order, outcome.problem['limit-reached']]) {
    expect(text.split('{}'), text).toHaveLength(2);
  }
});

const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  bg: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  fa: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
  'zh-hant': /\p{Script=Han}/u,
};
const KNOWN = /JavaScript/g;

it.each(LANGUAGES)('%s is written in its own script only', async (name) => {
  const script = SCRIPTS[name] ?? /\p{Script=Latin}/u;
  for (const [key, text] of flat(await textsIn(name))) {
    const letters = text.replace(KNOWN, '').match(/\p{L}/gu) ?? [];
    expect(
      letters.filter((letter) => !script.test(letter) && letter !== 'ー'),
      `${key}: ${text}`,
    ).toEqual([]);
  }
});
