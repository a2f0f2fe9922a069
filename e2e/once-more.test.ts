import { describe, expect, it } from 'vitest';
import { forgive, onceMore } from './once-more.ts';
import type { Doubt } from './report.ts';
import type { Result } from './steps.ts';

const result = (name: string, titles: string[], failed = titles.length): Result => ({
  name,
  ok: false,
  seconds: 1,
  output: '',
  counted: {
    passed: 3,
    failed,
    skipped: 0,
    forgiven: ['goes back'],
    inDoubt: titles.map((title) => ({ title, file: 'widget/card.test.ts' })),
    failures: ['as it says'],
  },
});
const commandOf = (of: Result) => onceMore(of)?.command ?? '';

describe('what is in doubt', () => {
  it('of the end-to-end tests runs alone, by titles that a shell leaves alone', () => {
    const command = commandOf(result('end to end', ["the page's form (once)", 'pays']));
    expect(command).toContain("--grep 'the page.s form .once.|pays'");
    expect(command).toContain('--retries 0');
    expect(command).toContain('--repeat-each 5');
  });

  it('runs in the browser in which it failed', () => {
    const both = result('end to end', ['pays', 'goes back']);
    const [first, second] = both.counted.inDoubt;
    const inDoubt = [{ ...first, project: 'firefox' }, second] as Doubt[];
    const command = commandOf({ ...both, counted: { ...both.counted, inDoubt } });
    expect(command).toMatch(
      /--project firefox --retries 1 .*--grep 'pays' && .*--project chromium .*--grep 'goes back'$/,
    );
  });

  it('of the other tests runs five times, and ends with the first that fails', () => {
    const once = "vitest run --project element -t 'a card|pays' widget/card.test.ts";
    expect(commandOf(result('element', ['a card', 'pays']))).toBe(Array(5).fill(once).join(' && '));
  });

  it.each([
    ['is nothing', result('unit', [], 0)],
    ['is too much', result('unit', ['a', 'b', 'c', 'd', 'e'])],
    ['is not all that failed', result('unit', ['a'], 2)],
    [
      'is not all, since something failed outside of tests',
      { ...result('unit', ['a']), output: 'Unhandled Errors' },
    ],
  ])('does not run where it %s', (_, of) => expect(onceMore(of)).toBeNull());

  it('is forgiven once it held, and told', () => {
    expect(forgive(result('unit', ['pays']))).toMatchObject({
      ok: true,
      counted: { passed: 4, failed: 0, forgiven: ['goes back', 'pays'], inDoubt: [], failures: [] },
    });
  });
});
