import type { PaymentDeps } from './deps.ts';
import type { Operation, Payment } from './payment.ts';
import { type Outcome, UnsendableError } from './ports.ts';

/** No call is begun later than this after the first, in milliseconds. */
export const LONGEST_RETRY_MS = 5_000;

/** So soon after a try was written down nobody can have given it up. */
const FRESH_MS = 1_000;

const TOO_LATE: Outcome<never> = { kind: 'not-sent', reason: 'too late' };

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
 * Calls the gateway about an operation that is written down as being sent. A process that was held up in between does
 * not send any more: by then the operation may have been given up, and another one begun in its place.
 */
export function callFor<T>(
  { clock, store }: Pick<PaymentDeps, 'clock' | 'store'>,
  { id, sentAt }: Pick<Operation, 'id' | 'sentAt'>,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return callOnce({ clock }, async () => {
    const current = await store.findOperation(id);
    const isOurs = current?.status === 'unknown' && sentAt !== null && current.sentAt === sentAt;
    if (!isOurs || clock.now().getTime() - Date.parse(sentAt) > LONGEST_RETRY_MS) return TOO_LATE;
    return call();
  });
}

/**
 * The same for a try to pay: a process that was held up charges nothing for a try that was given up meanwhile, or that
 * may be before the call has arrived.
 */
export function callForPayment<T>(
  { clock, store }: Pick<PaymentDeps, 'clock' | 'store'>,
  { id, createdAt }: Pick<Payment, 'id' | 'createdAt'>,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const age = () => clock.now().getTime() - Date.parse(createdAt);
  return callOnce({ clock }, async () => {
    const stands = age() <= FRESH_MS || (await store.findPayment(id))?.status === 'unknown';
    return stands && age() <= LONGEST_RETRY_MS ? call() : TOO_LATE;
  });
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
