/** Problem documents (RFC 9457) that the companion answers with. */

/** A field that does not hold: `path` as in the request body ("card.number"), `code` in kebab-case. */
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
  /** One sentence that may be shown to whom it is answered: in the browser API the customer. Carries no input. */
  detail: string;
  requestId: string;
  errors?: FieldError[];
}

/** Every code that the companion answers with, its HTTP status and title. */
export const PROBLEMS = {
  'bad-request': [400, 'The request cannot be read'],
  'order-token-missing': [401, 'The order token is missing'],
  'order-token-invalid': [401, 'The order token does not hold'],
  'order-token-expired': [401, 'The order token has expired'],
  'api-key-missing': [401, 'The API key is missing'],
  'api-key-invalid': [401, 'The API key does not hold'],
  'signature-invalid': [401, 'The signature does not hold'],
  'origin-not-allowed': [403, 'This page may not use the companion'],
  'sender-not-allowed': [403, 'This sender is not allowed'],
  'mode-not-allowed': [403, 'This way of paying is not offered'],
  'not-found': [404, 'There is no such thing'],
  'payment-not-found': [404, 'There is no such payment'],
  'order-not-found': [404, 'There is no such order'],
  'method-not-allowed': [405, 'The method is not allowed here'],
  'order-paid': [409, 'The order is paid already'],
  'order-changed': [409, 'The order was stated differently before'],
  'payment-open': [409, 'A payment of this order is still open'],
  'operation-not-allowed': [409, 'The state of the payment does not allow this'],
  'operation-open': [409, 'Another operation on this payment is still open'],
  'body-too-large': [413, 'The request body is too large'],
  'unsupported-media-type': [415, 'The body has another type than expected'],
  'invalid-input': [422, 'Some fields do not hold'],
  'idempotency-key-missing': [400, 'The Idempotency-Key header is missing'],
  'idempotency-key-invalid': [400, 'The Idempotency-Key header does not hold'],
  'idempotency-key-reused': [422, 'The Idempotency-Key belongs to another request'],
  'order-unsupported': [422, 'The order asks for what is not offered'],
  'too-many-attempts': [429, 'Too many attempts for this order'],
  'gateway-refused': [502, 'The gateway refused'],
  'gateway-unreachable': [503, 'The gateway cannot be reached'],
  'gateway-busy': [503, 'The gateway wants to be asked later'],
  'internal-error': [500, 'Something went wrong here'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** What the companion refuses, thrown anywhere below a route and answered as a {@link Problem}. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[];
  /** for the header Retry-After, or null */
  readonly retryAfterS: number | null;

  /**
   * @param detail safe to show to whom it is answered; carries no input
   * @param retryAfterS after how many seconds it is worth asking again
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
