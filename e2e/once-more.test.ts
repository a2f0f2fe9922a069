import { expect, it } from 'vitest';
import { forgive, onceMore } from './once-more.ts';
import type { Result } from './steps.ts';

const result = (flaky: string[], failed = flaky.length): Result => ({
  name: 'end to end',
  ok: false,
  seconds: 1,
  output: '',
  counted: { passed: 3, failed, skipped: 0, forgiven: ['goes back'], flaky },
});

it('runs what passed at the second try alone, by titles that a shell leaves alone', () => {
  const { command } = onceMore(result(["the page's form (once)", 'pays'])) ?? { command: '' };
  expect(command).toContain("--grep 'the page.s form .once.|pays'");
  expect(command).toContain('--retries 0');
});

it('runs nothing where all held, or where too much did not', () => {
  expect(onceMore(result([], 1))).toBeNull();
  expect(onceMore(result(['a', 'b', 'c', 'd', 'e']))).toBeNull();
});

it('forgives what then held, and nothing else that failed', () => {
  expect(forgive(result(['pays']))).toMatchObject({
    ok: true,
    counted: { passed: 4, failed: 0, forgiven: ['goes back', 'pays'], flaky: [] },
  });
  expect(forgive(result(['pays'], 2))).toMatchObject({ ok: false, counted: { failed: 1 } });
});
