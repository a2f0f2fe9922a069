import { type FieldError, ProblemError } from '../contract/problem.ts';

/** The state of the object that `path` names does not allow the request; `code` names the rule. */
export function notAllowed(code: string, detail?: string, path = 'orderId'): ProblemError {
  return new ProblemError('operation-not-allowed', detail, [{ path, code }]);
}

/** A value of the request is invalid. */
export function invalid(path: string, code: string, detail?: string): ProblemError {
  return invalidAll([{ path, code }], detail);
}

export function invalidAll(errors: readonly FieldError[], detail?: string): ProblemError {
  return new ProblemError('invalid-input', detail, errors);
}
