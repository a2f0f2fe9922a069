import type { Outcome } from './gateway-port.ts';
import type { PaymentFate } from './test-fates.ts';
import { notSent, refused, unknown } from './test-gateway.ts';
import type { TestClock } from './test-world.ts';

/** For tests: the outcome of a new payment's call, as a companion sees it. */
export function outcomeOf<T>(fate: PaymentFate, answer: () => Outcome<T>, clock: TestClock): Outcome<T> {
  switch (fate) {
    case 'refused':
    case 'refused-recorded':
    case 'refused-done':
      return refused(400, 'P-400');
    case 'refused-busy':
      return refused(429);
    case 'refused-credentials':
      return refused(401);
    case 'exists-other':
    case 'exists-ours':
      return refused(409, 'P-409');
    case 'not-sent':
      // Too late for a retry.
      clock.pass(6);
      return notSent;
    case 'answered':
    case 'answered-twice':
    case 'answered-failure':
    case 'answered-pending':
    case 'answered-challenge':
      return answer();
    case 'done-unheard':
    case 'failed-unheard':
    case 'pending-unheard':
    case 'lost':
    case 'late':
    case 'denied':
      return unknown;
    default:
      return unreachable(fate);
  }
}

function unreachable(fate: never): never {
  throw new TypeError(`Unknown fate: ${String(fate)}`);
}
