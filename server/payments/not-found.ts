import type { GatewayPayment, Outcome } from './ports.ts';

/** The gateway's own "no such payment": a proxy in front of it may answer 404 too, and knows nothing. */
export function isNotFound(outcome: Outcome<GatewayPayment>): boolean {
  return outcome.kind === 'refused' && outcome.refusal.status === 404 && outcome.refusal.documented;
}
