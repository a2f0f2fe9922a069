import type { GatewayRefusal, Outcome } from '../payments/gateway-port.ts';

/** How many details a message repeats; the others are in `details`. */
const SHOWN_DETAILS = 3;

/** The gateway answered that it did nothing. */
export class GatewayRefusedError extends Error {
  override readonly name = 'GatewayRefusedError';
  /** the gateway's code, as "P-409", or null */
  readonly code: string | null;
  /** the gateway's message, card numbers and credentials removed */
  readonly gatewayMessage: string;
  /** HTTP status of the answer */
  readonly status: number;
  /** its meaning: `busy` may be retried later; `order-id-exists` is a reason to read the order, not a failure */
  readonly means: GatewayRefusal['means'];
  /** the rest of the answer, flattened: "cc_number: invalid" */
  readonly details: readonly string[];

  constructor({ message, code, status, means, details }: GatewayRefusal) {
    const from = [`HTTP ${status}`, ...(code === null ? [] : [code])].join(', ');
    super(
      [`The gateway refused the request (${from}): ${message}`, ...details.slice(0, SHOWN_DETAILS)].join(
        '; ',
      ),
    );
    this.code = code;
    this.gatewayMessage = message;
    this.status = status;
    this.means = means;
    this.details = details;
  }
}

/** The request never left this machine: it may be sent again. */
export class GatewayUnreachableError extends Error {
  override readonly name = 'GatewayUnreachableError';
  /** as "ECONNREFUSED" */
  readonly reason: string;

  constructor(reason: string) {
    super(`The gateway cannot be reached: ${reason}`);
    this.reason = reason;
  }
}

/**
 * The request left, and its outcome is unknown. Money may have moved: never treat it as a failure, and never repeat the
 * request before `readOperation` or a webhook has reported its state.
 */
export class GatewayUnknownError extends Error {
  override readonly name = 'GatewayUnknownError';
  /** as "deadline" or "HTTP 500: unexpected-status" */
  readonly reason: string;

  constructor(reason: string) {
    super(`The outcome of the request is unknown: ${reason}`);
    this.reason = reason;
  }
}

/**
 * The answer of an outcome, for those who prefer exceptions.
 * @throws GatewayRefusedError the gateway did nothing
 * @throws GatewayUnreachableError nothing was sent
 * @throws GatewayUnknownError it was sent, and no valid answer came
 */
export function answerOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'answered') return outcome.value;
  if (outcome.kind === 'refused') throw new GatewayRefusedError(outcome.refusal);
  if (outcome.kind === 'not-sent') throw new GatewayUnreachableError(outcome.reason);
  throw new GatewayUnknownError(outcome.reason);
}
