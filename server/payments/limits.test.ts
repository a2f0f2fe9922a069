import { describe, expect, it } from 'vitest';
import { fold } from './order/order.ts';
import type { CountedAttempt, LimitRules, SubjectKind } from './ports.ts';
import { BRAKE, type Counts, limitRefusal, placesFor } from './limits.ts';

const NOW = Date.UTC(2026, 5, 15, 12);
const RULES: LimitRules = {
  card: { most: 2, windowMs: 3_600_000 },
  order: { most: 6, windowMs: 3_600_000 },
  address: { most: 3, windowMs: 600_000 },
};
const NO_ATTEMPT = fold([]);
const ALL_DECLINED = { attempts: 100, declines: 100 };

/** An attempt that began `agoS` seconds ago. */
function counted(kind: SubjectKind, place: number, agoS: number, declined = true): CountedAttempt {
  return { kind, place, declined, expiresAt: NOW - agoS * 1_000 + RULES[kind].windowMs };
}

function refusal(
  attempts: CountedAttempt[],
  { share = null, networkShare = null, mode = 'direct' }: Partial<Asked> = {},
) {
  const counts: Counts = { subjects: [], counted: attempts, share, networkShare };
  const found = limitRefusal(RULES, NO_ATTEMPT, counts, { mode, nowMs: NOW });
  return found && { limit: found.limit, retryAfterS: found.retryAfterS, isPassing: found.isPassing };
}

interface Asked {
  share: Counts['share'];
  networkShare: Counts['networkShare'];
  mode: 'direct' | 'hosted';
}

describe('a limit', () => {
  it('lets attempts through until so many were declined', () => {
    expect(refusal([])).toBeNull();
    expect(refusal([counted('address', 0, 60), counted('address', 1, 50)])).toBeNull();
    expect(refusal([counted('card', 0, 60), counted('address', 1, 50)])).toBeNull();
  });

  it('opens again when the oldest decline leaves its window', () => {
    const three = [counted('address', 0, 30), counted('address', 1, 500), counted('address', 2, 400)];
    expect(refusal(three)).toEqual({ limit: 'address', retryAfterS: 100, isPassing: false });
    const four = [...three, counted('address', 1e6, 200)];
    expect(refusal(four)).toMatchObject({ retryAfterS: 200 });
  });

  it('that is full of attempts in flight is worth a wait', () => {
    const full = [counted('card', 0, 60), counted('card', 1, 1, false)];
    expect(refusal(full)).toEqual({ limit: 'card', retryAfterS: 5, isPassing: true });
  });

  it('lets three times as many be open, at the bank or left there, and no more', () => {
    const open = Array.from({ length: 8 }, (_, index) => counted('address', 1e6 + index, 100 - index, false));
    expect(refusal(open)).toBeNull();
    const one = counted('address', 2e6, 200, false);
    expect(refusal([...open, one])).toEqual({ limit: 'address', retryAfterS: 400, isPassing: false });
  });

  it('is told in whole minutes', () => {
    const message = (agoS: number) => {
      const counts = {
        subjects: [],
        counted: [counted('card', 0, agoS), counted('card', 1, agoS)],
        share: null,
        networkShare: null,
      };
      return limitRefusal(RULES, NO_ATTEMPT, counts, { mode: 'direct', nowMs: NOW })?.message;
    };
    expect(message(3_600 - 8 * 60)).toBe('Too many attempts. Try again in 8 minutes or pay another way.');
    expect(message(3_599)).toBe('Too many attempts. Try again in 1 minute or pay another way.');
  });
});

describe('the brake on the share of declines', () => {
  it('never holds up payers who were not declined before', () => {
    expect(refusal([], { share: ALL_DECLINED })).toBeNull();
    expect(refusal([counted('card', 0, 1, false)], { share: ALL_DECLINED })).toBeNull();
  });

  it('lets a declined card or address wait for five minutes after its last decline', () => {
    const twice = [counted('address', 0, 200), counted('address', 1, 60)];
    expect(refusal(twice, { share: ALL_DECLINED })).toMatchObject({ limit: 'declines', retryAfterS: 240 });
    expect(refusal([counted('card', 0, 299)], { share: ALL_DECLINED })).toMatchObject({ retryAfterS: 1 });
    expect(refusal([counted('card', 0, 300)], { share: ALL_DECLINED })).toBeNull();
  });

  it('leaves the hosted page open', () => {
    expect(refusal([counted('address', 0, 60)], { share: ALL_DECLINED, mode: 'hosted' })).toBeNull();
  });

  it.each([
    [BRAKE.declines, BRAKE.declines, null],
    [BRAKE.declines + 1, BRAKE.declines + 1, 'declines'],
    [100, 80, null],
    [100, 81, 'declines'],
  ])('of %i attempts with %i declines: %s', (attempts, declines, limit) => {
    const found = refusal([counted('address', 0, 60)], { share: { attempts, declines } });
    expect(found?.limit ?? null).toBe(limit);
  });
});

describe('the brake on a network', () => {
  const after = (agoS: number, share = ALL_DECLINED) => ({
    ...share,
    expiresAt: NOW - agoS * 1_000 + RULES.address.windowMs,
  });

  it('lets each of its addresses wait for five minutes after the latest decline, also one never seen', () => {
    expect(refusal([], { networkShare: after(60) })).toEqual({
      limit: 'declines',
      retryAfterS: 240,
      isPassing: false,
    });
    expect(refusal([], { networkShare: after(300) })).toBeNull();
  });

  it('holds nobody up while one in five attempts is paid, even with many declines', () => {
    expect(refusal([], { networkShare: after(1, { attempts: 500, declines: 400 }) })).toBeNull();
    expect(refusal([], { networkShare: after(1, { attempts: 50, declines: 50 }) })).toBeNull();
  });

  it('leaves the hosted page open', () => {
    expect(refusal([], { networkShare: after(1), mode: 'hosted' })).toBeNull();
  });
});

describe('the places of a new attempt', () => {
  const subjects = [
    { kind: 'card' as const, name: 'c', previousName: 'd', network: null },
    {
      kind: 'address' as const,
      name: 'a',
      previousName: 'b',
      network: { name: 'n', previousName: 'm' },
    },
  ];
  const places = (attempts: CountedAttempt[], random: number) => {
    const counts = { subjects, counted: attempts, share: null, networkShare: null };
    const taken = placesFor(RULES, counts, { attemptId: 'attempt-1', nowMs: NOW, random: () => random });
    return taken.map(({ kind, place }) => `${kind} ${place}`);
  };

  it('are any that are free', () => {
    expect(places([], 0)).toEqual(['card 0', 'address 0']);
    expect(places([], 0.99)).toEqual(['card 1', 'address 2']);
    expect(places([counted('card', 1, 9), counted('address', 0, 9), counted('address', 2, 9)], 0.99)).toEqual(
      ['card 0', 'address 1'],
    );
  });

  it('are taken until the window is over, under the present name', () => {
    const counts = { subjects, counted: [], share: null, networkShare: null };
    const [card, address] = placesFor(RULES, counts, { attemptId: 'attempt-1', nowMs: NOW, random: () => 0 });
    expect(card).toEqual({
      attemptId: 'attempt-1',
      kind: 'card',
      name: 'c',
      network: null,
      place: 0,
      at: NOW,
      expiresAt: NOW + 3_600_000,
    });
    expect(address).toMatchObject({ name: 'a', network: 'n' });
  });
});
