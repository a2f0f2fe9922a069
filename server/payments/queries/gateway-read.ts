import { ProblemError } from '../../contract/problem.ts';
import { query } from '../call.ts';
import type { GatewayRefusal, CallResult } from '../gateway-port.ts';
import type { PaymentDeps } from '../ports.ts';

/** Used if the gateway does not say when to retry, seconds. */
const USUAL_WAIT_S = 30;
const LONGEST_WAIT_S = 3600;

/**
 * Reads from the gateway for the merchant. The problem contains the reason of a refusal, so it must not be returned to
 * a browser.
 * @param missing the problem's text if the gateway has no such object
 * @throws ProblemError `not-found` if the gateway has no such object, `gateway-busy` if it received too many requests,
 *   `gateway-refused`, `gateway-unreachable`
 */
export async function readFromGateway<T>(
  deps: PaymentDeps,
  read: () => Promise<CallResult<T>>,
  missing = 'The payment service has no matching record.',
): Promise<T> {
  const outcome = await query(deps, read);
  if (outcome.kind === 'answered') return outcome.value;
  if (outcome.kind !== 'refused') {
    throw new ProblemError('gateway-unreachable', 'The payment service does not answer.');
  }
  const { means } = outcome.refusal;
  if (means === 'not-found') throw new ProblemError('not-found', missing);
  throw means === 'busy'
    ? busy(outcome.refusal)
    : new ProblemError('gateway-refused', saidBy(outcome.refusal));
}

function busy(refusal: GatewayRefusal): ProblemError {
  const waitS = refusal.retryAfterMs === undefined ? USUAL_WAIT_S : Math.ceil(refusal.retryAfterMs / 1000);
  const seconds = Math.min(Math.max(waitS, 1), LONGEST_WAIT_S);
  return new ProblemError('gateway-busy', saidBy(refusal), [], seconds);
}

/**
 * In the gateway's own words, from which the client has removed card numbers and keys; a proxy's text is not repeated.
 */
function saidBy({ status, documented, code, message }: GatewayRefusal): string {
  // The client's own refusal: it names fields and rules.
  if (status === 0) return message;
  const head = `The payment service refused (HTTP ${status}${code === null ? '' : `, ${code}`})`;
  return documented ? `${head}: ${message.replaceAll(/[\p{Cc}\s]+/gu, ' ')}` : `${head}.`;
}
