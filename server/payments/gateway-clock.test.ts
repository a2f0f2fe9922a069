import { describe, expect, it } from 'vitest';
import { clockRange, GatewayClock, learnClock } from './gateway-clock.ts';

const NOON = Date.UTC(2026, 5, 15, 12);
const stamp = (ms: number) => new Date(NOON + ms).toISOString();

describe('one stamp of the gateway', () => {
  it.each([
    ['within the same second', stamp(120), 100, { leastMs: 20, mostMs: 120 }],
    ['three hours behind', stamp(-10_799_880), 200, { leastMs: -10_800_080, mostMs: -10_799_880 }],
    ['without a fraction', stamp(1_000), 1_500, { leastMs: -500, mostMs: 1_999 }],
    ['without seconds', stamp(0), 100, { leastMs: -100, mostMs: 59_999 }],
  ])(
    'made between sending and answer tells how far its clock is ahead: %s',
    (_what, createdAt, tookMs, range) => {
      expect(clockRange(createdAt, NOON, NOON + tookMs)).toEqual(range);
    },
  );

  it.each([
    ['it is missing', null, 100],
    ['the answer took more than ten seconds', stamp(100), 10_001],
    ['our clock was set back meanwhile', stamp(100), -1],
  ])('tells nothing where %s', (_what, createdAt, tookMs) => {
    expect(clockRange(createdAt, NOON, NOON + tookMs)).toBeNull();
  });
});

describe('the clock of the gateway', () => {
  it('is known as exactly as the most exact answer tells, until one shows that it was set', () => {
    const clock = new GatewayClock();
    const learned = (leastMs: number, mostMs: number) => {
      clock.learn({ leastMs, mostMs });
      return clock.range;
    };
    expect(clock.offsetSeconds).toBeNull();
    expect(learned(-20_000, 10_000)).toEqual({ leastMs: -20_000, mostMs: 10_000 });
    expect(learned(-100, 300)).toEqual({ leastMs: -100, mostMs: 300 });
    expect(learned(-2_000, 2_000)).toEqual({ leastMs: -100, mostMs: 300 });
    expect(learned(3_600_000, 3_602_000)).toEqual({ leastMs: 3_600_000, mostMs: 3_602_000 });
    expect(clock.offsetSeconds).toBe(3_601);
  });

  it('is logged once when it is off by more than a minute', () => {
    const lines: unknown[] = [];
    const deps = {
      gatewayClock: new GatewayClock(),
      clock: { now: () => new Date(NOON + 100) },
      log: (event: string, fields: object) => void lines.push([event, fields]),
    };
    for (const ms of [50, 58_950, -10_799_950, -10_799_940]) learnClock(deps, stamp(ms), NOON);
    expect(lines).toEqual([['gateway.clock-off', { seconds: -10_800 }]]);
  });
});
