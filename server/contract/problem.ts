/** Problem documents (RFC 9457) that the companion answers with. */

/** An invalid field: `path` as in the request body ("card.number"), `code` in kebab-case. */
export interface FieldError {
  path: string;
  code: string;
}

/** The body of every error answer, `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** Stable, kebab-case. */
  code: ProblemCode;
  /** One sentence that may be shown to the recipient: in the browser API to the customer. Contains no input. */
  detail: string;
  requestId: string;
  errors?: FieldError[];
  /** seconds, as in the header Retry-After */
  retryAfter?: number;
}

/** Every code that the companion answers with, its HTTP status and title. */
export const PROBLEMS = {
  'bad-request': [400, 'Malformed request'],
  'order-token-missing': [401, 'Missing order token'],
  'order-token-invalid': [401, 'Invalid order token'],
  'order-token-expired': [401, 'Order token expired'],
  'api-key-missing': [401, 'Missing API key'],
  'api-key-invalid': [401, 'Invalid API key'],
  'metrics-key-missing': [401, 'Missing metrics key'],
  'metrics-key-invalid': [401, 'Invalid metrics key'],
  'signature-invalid': [401, 'Invalid signature'],
  'origin-not-allowed': [403, 'Origin not allowed'],
  'sender-not-allowed': [403, 'Sender not allowed'],
  'mode-not-allowed': [403, 'Payment mode not allowed'],
  'not-found': [404, 'Not found'],
  'payment-not-found': [404, 'Payment not found'],
  'order-not-found': [404, 'Order not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'order-paid': [409, 'Order already paid'],
  'order-changed': [409, 'Order parameters changed'],
  'order-closed': [410, 'Order closed'],
  'payment-open': [409, 'Payment still open'],
  'operation-not-allowed': [409, 'Operation not allowed in this state'],
  'operation-open': [409, 'Another operation is still open'],
  'body-too-large': [413, 'Request body too large'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  'invalid-input': [422, 'Validation failed'],
  'idempotency-key-missing': [400, 'Missing Idempotency-Key'],
  'idempotency-key-invalid': [400, 'Invalid Idempotency-Key'],
  'idempotency-key-reused': [422, 'Idempotency-Key belongs to another request'],
  'saved-card-refused': [422, 'Saved card refused'],
  'order-unsupported': [422, 'Order not supported'],
  'too-many-attempts': [429, 'Too many payment attempts'],
  'limit-reached': [429, 'Too many attempts for now'],
  'gateway-refused': [502, 'Rejected by the gateway'],
  'gateway-unreachable': [503, 'Gateway unreachable'],
  'gateway-busy': [503, 'Gateway busy'],
  'too-many-waiting': [503, 'Too many requests are waiting'],
  'store-unavailable': [503, 'Store unavailable'],
  'internal-error': [500, 'Internal error'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** A refusal by the companion, thrown anywhere below a route and answered as a {@link Problem}. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[];
  /** for the header Retry-After, or null */
  readonly retryAfterS: number | null;

  /**
   * @param detail may be shown to the recipient; contains no input
   * @param retryAfterS seconds after which the request may be retried
   */
  constructor(
    code: ProblemCode,
    detail?: string,
    errors: readonly FieldError[] = [],
    retryAfterS: number | null = null,
  ) {
    super(detail ?? PROBLEMS[code][1]);
    this.code = code;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }
}

/** The state of the object that `path` names does not allow the request; `code` names the rule. */
export function notAllowed(code: string, detail?: string, path = 'orderId'): ProblemError {
  return new ProblemError('operation-not-allowed', detail, [{ path, code }]);
}

/** A value of the request is invalid. */
export function invalid(path: string, code: string, detail?: string): ProblemError {
  return invalidAll([{ path, code }], detail);
}

/** Several values of the request are invalid. */
export function invalidAll(errors: readonly FieldError[], detail?: string): ProblemError {
  return new ProblemError('invalid-input', detail, errors);
}
