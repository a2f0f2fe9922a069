import type { WireError } from '../contract/gateway-api.ts';

/** One invalid field, in an error answer's `args`. */
export interface Violation {
  field_name: string;
  violation: string;
}

type RefusalStatus = 400 | 401 | 404 | 405 | 406 | 413;

/**
 * A request that the gateway refuses, thrown anywhere below a route and answered as {@link WireError}: always with `args`,
 * by which a client tells the gateway's errors from those of a proxy.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  readonly args: readonly Violation[] | { code?: string };

  constructor(status: RefusalStatus, message: string, args: readonly Violation[] | { code?: string } = {}) {
    super(message);
    this.status = status;
    this.args = args;
  }

  get body(): WireError {
    return { message: this.message, args: this.args };
  }
}

/** 400 with the invalid fields. */
export function invalid(violations: readonly Violation[]): Refusal {
  return new Refusal(400, 'Request validation failed', violations);
}

/** 401: a credential or the pos_id is wrong. */
export function unauthorized(): Refusal {
  return new Refusal(401, 'Invalid pos_id field or credentials', { code: 'S-404' });
}

/** 404: no such endpoint, order or operation. */
export function notFound(): Refusal {
  return new Refusal(404, 'Not found', { code: 'S-404' });
}
