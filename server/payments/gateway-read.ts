import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';
import { callOnce } from './call-once.ts';
import type { Outcome } from './ports.ts';

/**
 * Reads something from the gateway for the merchant.
 * @param missing what to say where the gateway knows no such thing
 * @throws ProblemError `not-found` where the gateway knows no such thing, `gateway-refused`, `gateway-unreachable`
 */
export async function readFromGateway<T>(
  deps: PaymentDeps,
  read: () => Promise<Outcome<T>>,
  missing = 'The payment service knows no such thing.',
): Promise<T> {
  const outcome = await callOnce(deps, read);
  if (outcome.kind === 'answered') return outcome.value;
  if (outcome.kind !== 'refused') {
    deps.log.warn({ reason: outcome.reason }, 'the gateway could not be asked');
    throw new ProblemError('gateway-unreachable', 'The payment service does not answer.');
  }
  const { status, code } = outcome.refusal;
  if (status === 404) throw new ProblemError('not-found', missing);
  deps.log.warn({ status, code }, 'the gateway refused to tell');
  throw new ProblemError('gateway-refused', 'The payment service refused to answer this.');
}
