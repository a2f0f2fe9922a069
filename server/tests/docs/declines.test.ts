import { describe, expect, it } from 'vitest';
import { texts } from '../../../widget/messages/en.ts';
import { declineReason } from '../../contract/decline-reason.ts';
import { readPage, rows, section } from './testing/page.ts';

const PAGE = readPage('docs/declines.md');
/** Reason, codes and text of each row of the first table. */
const TABLE = rows(PAGE.slice(0, PAGE.indexOf('\n## '))).map(([reason = '', codes = '', text = '']) => ({
  reason: reason.replaceAll('`', ''),
  codes: codes.match(/\d{4}/g) ?? [],
  text,
}));

describe('the page of declines', () => {
  it('has every reason with the text that customers read in English', () => {
    const shown = Object.fromEntries(TABLE.map(({ reason, text }) => [reason, text]));
    expect(shown).toEqual(texts.outcome.failure);
  });

  it('has every code that has a reason, and no other', () => {
    const every = Array.from({ length: 10_000 }, (_, number) => String(number));
    for (const { reason, codes } of TABLE.filter((row) => row.reason !== 'generic'))
      expect(codes, reason).toEqual(every.filter((code) => declineReason(code) === reason));
  });

  it('explains each status that is not a failure', () => {
    const named = rows(section(PAGE, '## What is not a failure')).map(
      ([cell = '']) => /`(\w+)`/.exec(cell)?.[1],
    );
    expect(named).toEqual(['pending', 'unknown', 'success']);
  });
});
