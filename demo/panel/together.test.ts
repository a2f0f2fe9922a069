import { expect, it } from 'vitest';
import type { Exchange } from '../shop/exchanges.ts';
import { together } from './together.ts';

const poll = (more: Partial<Exchange> = {}): Exchange => ({
  id: 'own-1',
  at: 1,
  from: 'page',
  to: 'companion',
  method: 'GET',
  path: '/payments/1f0e2d…',
  status: '200',
  text: '',
  ...more,
});

it('shows polls that follow each other as one, with the newest’s end', () => {
  const rows = together([poll(), poll({ at: 2 }), poll({ at: 3, status: '503' })]);

  expect(rows).toMatchObject([{ at: 1, times: 3, status: '503' }]);
});

it('shows every payment that is sent, and every attempt of a webhook', () => {
  const sent = poll({ method: 'POST', path: '/payments' });

  expect(together([sent, sent])).toHaveLength(2);
  expect(together([poll(), sent, poll()])).toHaveLength(3);
});
