import type { PaymentDeps } from './ports/deps.ts';
import type { Outcome } from './ports/gateway.ts';

/**
 * Logs a query that the gateway did not answer or refused. "No such payment" is an answer. A refusal's text may quote
 * the request, so only its code is logged.
 * @param orderId of a query about one order
 */
export function logQuery(
  { log }: Pick<PaymentDeps, 'log'>,
  outcome: Outcome<unknown>,
  orderId?: string,
): void {
  const about = orderId === undefined ? {} : { orderId };
  if (outcome.kind === 'not-sent' || outcome.kind === 'unknown') {
    log('gateway.query-failed', { ...about, reason: outcome.reason });
  }
  if (outcome.kind === 'refused' && outcome.refusal.means !== 'not-found') {
    const { status, code } = outcome.refusal;
    log('gateway.query-refused', { ...about, status, code });
  }
}
