import { beforeEach, expect, it } from 'vitest';
import type { Log } from './payments/ports.ts';
import { sampledWarning } from './sampled-warning.ts';

let lines: object[];
let ms: number;
let warn: ReturnType<typeof sampledWarning>;
beforeEach(() => {
  lines = [];
  ms = 0;
  const log: Log = (_event, fields = {}) => void lines.push(fields);
  warn = sampledWarning(log, 'origin.refused', () => ms);
});

it('is written at once the first time, and then counted with the next line a minute later', () => {
  for (let index = 0; index < 1000; index += 1) warn('a', { index });
  expect(lines).toEqual([{ index: 0 }]);
  ms += 60_000;
  warn('a', { index: 1000 });
  expect(lines.slice(1)).toEqual([{ index: 1000, count: 1000 }]);
});

it('is written at once again after a minute without any', () => {
  for (const index of [0, 1]) {
    warn('a', { index });
    ms += 60_000;
  }
  expect(lines).toEqual([{ index: 0 }, { index: 1 }]);
});

it('counts each key by itself, and not more of them than a log can take', () => {
  for (let index = 0; index < 1000; index += 1) warn(`key-${index}`, { index });
  expect(lines).toHaveLength(21);
  ms += 60_000;
  warn('key-2000', {});
  expect(lines).toHaveLength(22);
});
