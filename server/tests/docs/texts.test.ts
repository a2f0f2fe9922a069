import { expect, it } from 'vitest';
import { dialog } from '../../../widget/challenge/challenge-dialog.texts.ts';
import { texts } from '../../../widget/messages/en.ts';
import { saved } from '../../../widget/saved-cards/saved-cards.texts.ts';
import { readPage, rows } from './testing/page.ts';

/** The rows of the tables of texts, each with its path in `messages`: the keys of the heading, then the row's own. */
const TABLES = readPage('docs/texts.md')
  .split(/^#+ /m)
  .filter((part) => part.includes('| key |'))
  .flatMap((part) => {
    const groups = /^`([\w.]+)`/.exec(part)?.[1]?.split('.') ?? [];
    return rows(part).map(([key = '', text = '', note = '']) => ({
      path: [...groups, key.replaceAll('`', '')].join(' > '),
      text,
      note,
    }));
  });

/** Each text of a group after its path. */
function flat(group: object, above: readonly string[] = []): string[] {
  return Object.entries(group).flatMap(([key, value]: [string, string | object]) => {
    const path = [...above, key];
    return typeof value === 'string' ? [`${path.join(' > ')}: ${value}`] : flat(value, path);
  });
}

it('the page of the texts has every key of `messages` with its English text, and no other', () => {
  const stated = TABLES.map(({ path, text }) => `${path}: ${text}`);
  expect(stated.toSorted()).toEqual(flat({ ...texts, dialog, saved }).toSorted());
});

it('it says what each `{}` stands for', () => {
  const unclear = TABLES.filter(({ text, note }) => text.includes('{}') !== note.includes('`{}`'));
  expect(unclear).toEqual([]);
});
