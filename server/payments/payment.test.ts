import { describe, expect, it } from 'vitest';
import { gatewayOrderIdFor } from './gateway-order-id.ts';
import { mayMove, nextAsk, type Payment } from './payment.ts';

describe('a state', () => {
  const states = ['unknown', 'init', 'pending', 'success', 'failure'] as const;
  const told = ['init', 'pending', 'success', 'failure'] as const;
  it.each(states.flatMap((from) => told.map((to) => [from, to] as const)))(
    'moves from %s to %s only forwards',
    (from, to) => {
      const rank = { unknown: 0, init: 1, pending: 2, success: 3, failure: 3 };
      const allowed = rank[from] < 3 && rank[to] >= rank[from];
      expect(mayMove({ status: from, settledBy: rank[from] === 3 ? 'gateway' : null }, to)).toBe(allowed);
    },
  );
});

describe('the next question', () => {
  const created = Date.parse('2026-06-15T12:00:00Z');
  const after = (seconds: number, status: Payment['status']) => {
    const payment = { status, createdAt: new Date(created).toISOString() } as Payment;
    const at = nextAsk(payment, new Date(created + seconds * 1_000));
    return at === null ? null : (Date.parse(at) - created) / 1_000 - seconds;
  };

  it.each([
    ['unknown', 0, 1],
    ['unknown', 2, 1],
    ['unknown', 10, 5],
    ['unknown', 7_200, 3_600],
    ['unknown', 100_000, 3_600],
    ['init', 0, 10],
    ['pending', 0, 10],
    ['pending', 20, 10],
    ['pending', 60, 30],
    ['success', 5, null],
    ['failure', 5, null],
  ] as const)('about a payment that is %s after %i s comes %j s later', (status, seconds, pause) => {
    expect(after(seconds, status)).toBe(pause);
  });
});

describe('the next question about a challenge', () => {
  const pause = (actionUrl: string | null) => {
    const payment = { status: 'pending', statusCode: '2122', actionUrl, createdAt: '2026-06-15T12:00:00Z' };
    const now = new Date(payment.createdAt);
    return Date.parse(nextAsk(payment as Payment, now) ?? '') - now.getTime();
  };

  it('whose address is not known comes soon: the customer has no way on', () => {
    expect(pause(null)).toBe(1_000);
    expect(pause('https://acs.example/1')).toBe(10_000);
  });
});

describe('the order id at the gateway', () => {
  it('is the merchant’s own for the first try and has a suffix then', () => {
    expect(gatewayOrderIdFor('order-7', 1)).toBe('order-7');
    expect(gatewayOrderIdFor('order-7', 2, () => 0)).toBe('order-7.2aaaaa');
    expect(gatewayOrderIdFor('order-7', 10, () => 0.999)).toBe('order-7.1099999');
  });

  it('has at most 32 characters and none that the merchant’s may not have', () => {
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      expect(gatewayOrderIdFor('x'.repeat(32), attempt)).toMatch(/^[A-Za-z0-9._-]{32}$/);
      expect(gatewayOrderIdFor('x', attempt)).toMatch(/^[A-Za-z0-9._-]{1,32}$/);
    }
  });
});
