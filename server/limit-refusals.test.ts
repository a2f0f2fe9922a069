import { expect, it } from 'vitest';
import { observeRefusals } from './limit-refusals.ts';

it('every refusal is counted, and the first of each limit logged, again after ten quiet minutes', () => {
  const lines: object[] = [];
  const counted: string[] = [];
  let now = 0;
  const refused = observeRefusals(
    (_event, fields = {}) => void lines.push(fields),
    (limit) => void counted.push(limit),
    () => now,
  );
  refused('card', 'A-1');
  for (now = 1; now < 5; now += 1) refused('card', `B-${now}`);
  refused('order', 'A-2');
  expect(lines).toEqual([
    { limit: 'card', orderId: 'A-1' },
    { limit: 'order', orderId: 'A-2' },
  ]);
  expect(counted).toHaveLength(6);
  now += 600_000;
  refused('card', 'A-3');
  expect(lines).toHaveLength(3);
});
