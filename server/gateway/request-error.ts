import { UnsendableError } from '../payments/ports/gateway.ts';

/** A wire field that breaks the interface document, and how: `required`, `not-sent`, `too-long`, `format`, … */
export interface Violation {
  /** the gateway's name, as "customer_email" or "browser_fingerprint.browserUserAgent" */
  field: string;
  rule: string;
}

/**
 * Thrown before anything is sent, when a request does not follow the interface document.
 * Names fields and rules; carries no values, so that it may be logged.
 */
export class GatewayRequestError extends UnsendableError {
  override readonly name = 'GatewayRequestError';

  constructor(violations: readonly Violation[]) {
    const list = violations.map(({ field, rule }) => `${field} (${rule})`).join(', ');
    super(`The request does not follow the gateway's interface: ${list}`, violations);
  }
}

/** @throws GatewayRequestError where there is at least one violation */
export function refuseViolations(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new GatewayRequestError(violations);
}
