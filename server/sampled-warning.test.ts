import { beforeEach, expect, it } from 'vitest';
import type { Log } from './payments/ports.ts';
import { sampledWarning } from './sampled-warning.ts';

let lines: object[];
let due: (() => void)[];
let warn: ReturnType<typeof sampledWarning>;
beforeEach(() => {
  lines = [];
  due = [];
  const log: Log = (_event, fields = {}) => void lines.push(fields);
  warn = sampledWarning(log, 'origin.refused', (run) => void due.push(run));
});

const passAMinute = () => due.splice(0).forEach((run) => run());

it('is written at once the first time, and then counted once a minute', () => {
  for (let index = 0; index < 1000; index += 1) warn('a', { index });
  expect(lines).toEqual([{ index: 0 }]);
  passAMinute();
  expect(lines.slice(1)).toEqual([{ index: 999, count: 999 }]);
  warn('a', { index: 1000 });
  expect(lines).toHaveLength(2);
  passAMinute();
  expect(lines.slice(2)).toEqual([{ index: 1000, count: 1 }]);
});

it('is written at once again after a minute without any', () => {
  warn('a', {});
  passAMinute();
  expect([lines.length, due.length]).toEqual([1, 0]);
  warn('a', {});
  expect(lines).toHaveLength(2);
});

it('counts each key by itself, and not more of them than a log can take', () => {
  for (let index = 0; index < 1000; index += 1) warn(`key-${index}`, { index });
  expect(lines).toHaveLength(21);
  passAMinute();
  expect(lines.slice(21)).toEqual([{ index: 999, count: 979 }]);
  expect(due).toHaveLength(1);
});
