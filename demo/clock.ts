import type { Clock } from '../server/payments/ports.ts';
import { systemClock } from '../server/system-clock.ts';

/** The clock of the demo's shop and companion. */
export interface DemoClock extends Clock {
  /** @param seconds how far it is behind the machine's clock; 0 for the machine's time */
  setBack(seconds: number): void;
}

/** The machine's time until it is set back, as for a day of orders that is played in some seconds. */
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
