import type { Clock } from '../server/payments/ports.ts';
import { systemClock } from '../server/node/clock.ts';

/** The clock of the demo's shop and companion. */
export interface DemoClock extends Clock {
  /** @param seconds how far it is behind the machine's clock; 0 for the machine's time */
  setBack(seconds: number): void;
}

/** The machine’s time until it is set back, for a day of orders that is played in some seconds. Tokens of other pages are judged by it meanwhile: for demos only. */
export function createDemoClock(): DemoClock {
  let behindMs = 0;
  return {
    ...systemClock,
    now: () => new Date(Date.now() - behindMs),
    setBack(seconds) {
      behindMs = seconds * 1_000;
    },
  };
}
