import type { ClockRange } from './order/journal.ts';
import { cutOff } from './order/ownership.ts';

/**
 * How far the gateway's stamps are ahead of our clock, as the answers to our own calls have told: its clock may be
 * wrong, and it may write local time. Kept in memory, and written into each payment (order/ownership.ts).
 */
export class GatewayClock {
  /** null until an answer has told */
  range: ClockRange | null = null;

  /** The most exact answer counts, until one shows that a clock was set. */
  learn(told: ClockRange): void {
    const { range } = this;
    const isMoved = range !== null && (told.leastMs > range.mostMs || told.mostMs < range.leastMs);
    if (range === null || isMoved || widthOf(told) < widthOf(range)) this.range = told;
  }

  /** Seconds; negative if the gateway's stamps are behind. Null if it is not known. */
  get offsetSeconds(): number | null {
    return this.range && Math.round((this.range.leastMs + this.range.mostMs) / 2_000);
  }
}

const widthOf = ({ leastMs, mostMs }: ClockRange): number => mostMs - leastMs;

interface Learning {
  gatewayClock: GatewayClock;
  clock: { now(): Date };
  log: (event: 'gateway.clock-off', fields: object) => void;
}

/** Above this, an operator is told once, seconds. */
const NOTABLE_S = 60;

/**
 * Learns from a stamp that the gateway made between the sending of our request and now.
 * @param createdAt as a report has it
 * @param sentAt milliseconds since 1970
 */
export function learnClock(
  { gatewayClock, clock, log }: Learning,
  createdAt: string | null,
  sentAt: number,
): void {
  const told = clockRange(createdAt, sentAt, clock.now().getTime());
  if (!told) return;
  const wasOff = isOff(gatewayClock);
  gatewayClock.learn(told);
  if (isOff(gatewayClock) && !wasOff) log('gateway.clock-off', { seconds: gatewayClock.offsetSeconds });
}

const isOff = ({ offsetSeconds }: GatewayClock): boolean => Math.abs(offsetSeconds ?? 0) > NOTABLE_S;

/** An answer that took longer tells too little. */
const LONGEST_LESSON_MS = 10_000;

/**
 * How far the gateway's clock is ahead of ours, as one stamp tells: it was made between the sending of a request and the
 * moment when we knew it. Null if those are too far apart.
 * @param sentAt milliseconds since 1970, like `knownAt`
 */
export function clockRange(stamp: string | null, sentAt: number, knownAt: number): ClockRange | null {
  if (stamp === null || knownAt < sentAt || knownAt - sentAt > LONGEST_LESSON_MS) return null;
  const time = Date.parse(stamp);
  return { leastMs: time - knownAt, mostMs: time + cutOff(time) - sentAt };
}
