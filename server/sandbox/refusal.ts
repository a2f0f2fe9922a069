import type { WireError } from '../contract/gateway-api.ts';
import type { SandboxSettings } from './settings.ts';

/** One invalid field, in an error answer's `args`. */
export interface Violation {
  field_name: string;
  violation: string;
}

type RefusalStatus = 400 | 401 | 404 | 405 | 406 | 409 | 413;

/**
 * A request that the gateway refuses, thrown anywhere below a route and answered as {@link WireError}: with `args`, by
 * which a client tells the gateway's errors from those of a proxy.
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

/** The answer to a refused request. Some gateways state the code beside `args`, which they then leave out. */
export function errorAnswer(
  { status, message, args, body }: Refusal,
  errorCodes: SandboxSettings['errorCodes'],
): Response {
  const isBeside = errorCodes === 'beside-args' && 'code' in args;
  return Response.json(isBeside ? { message, code: args.code } : body, { status });
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
