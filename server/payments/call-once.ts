import type { PaymentDeps } from './deps.ts';
import { type Outcome, UnsendableError } from './ports.ts';

/** No call is begun later than this after the first, in milliseconds. */
export const LONGEST_RETRY_MS = 5_000;

/**
 * Calls the gateway. What never left this machine may be tried again (architecture rule 1): twice at the most,
 * and not after {@link LONGEST_RETRY_MS}, so that it is known until when a call can arrive. Never throws.
 */
export async function callOnce<T>(
  { clock }: Pick<PaymentDeps, 'clock'>,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const start = clock.now().getTime();
  for (let round = 1; ; round += 1) {
    const outcome = await call().catch(unsent);
    const late = clock.now().getTime() - start + 100 * round > LONGEST_RETRY_MS;
    if (outcome.kind !== 'not-sent' || round === 3 || late) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 100 * round));
  }
}

/**
 * What breaks the gateway's rules never leaves this machine; whatever else is thrown leaves the outcome unknown.
 * Its message may quote the request and goes no further.
 */
function unsent(error: unknown): Outcome<never> {
  if (!(error instanceof UnsendableError)) {
    return { kind: 'unknown', reason: error instanceof Error ? error.name : 'thrown' };
  }
  const details = error.violations.map(({ field, rule }) => `${field}: ${rule}`);
  return {
    kind: 'refused',
    refusal: { status: 0, documented: false, code: null, message: error.message, details },
  };
}
