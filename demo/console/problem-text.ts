import type { ProblemCode } from '../../server/contract/problem.ts';
import { RULE_TEXTS } from '../../server/contract/rule-texts.ts';
import type { Failure } from './api.ts';

/** A failure and what to do about it, in sentences. */
export interface ProblemText {
  title: string;
  /** the explanation and advice; may be empty */
  advice: string;
  /** for looking it up in the log */
  requestId: string | null;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  'merchant-api-off':
    'The console works with the merchant API, and that needs a key. Set MERCHANT_API_KEY for the companion and for the demo, and start both again.',
  'api-key-invalid':
    'The companion has another MERCHANT_API_KEY than the demo. Set the same for both, and start them again.',
  'companion-unreachable': 'Is the companion running? Try again in a moment.',
  'origin-not-allowed': 'Open the console at the shop’s own address.',
  'order-not-found': 'Check the order id: upper and lower case count.',
  'operation-open': 'Wait until the other operation has ended; the order shows it.',
  'gateway-unreachable': 'The gateway did not answer. Look at the order in a moment; repeating is safe.',
  'gateway-busy': 'The gateway is busy. Try again in a minute.',
  'gateway-refused': 'The gateway said no. Its reason stands in the order’s timeline.',
  'store-unavailable': "The companion's database is away. Try again.",
  'internal-error': 'The companion failed. Its log has more under the request id.',
  'idempotency-key-reused': 'This key belongs to another request. See in the order’s timeline what was done.',
};

/** The sentence for a rule's code; an unknown code is shown itself. */
export const ruleText = (code: string): string => RULE_TEXTS[code] ?? `Not accepted (${code}).`;

/** The failure's own text, whatever the field. */
export function problemText(failure: Failure): ProblemText {
  if (failure.kind === 'lost') {
    const advice = 'The connection was cut before an answer came. Check your network, and try again.';
    return { title: 'No answer', advice, requestId: null };
  }
  if (failure.kind === 'elsewhere') {
    const advice = 'Something else than the merchant API answered. Is the companion’s address right?';
    return { title: `Unexpected answer (HTTP ${failure.status})`, advice, requestId: null };
  }
  const { title, detail, code, errors = [], requestId = null } = failure.problem;
  const rules = errors.map((error) => ruleText(error.code));
  const own = detail !== undefined && detail !== title ? [detail] : [];
  const advice = rules.length > 0 ? rules : [...own, ...(PROBLEMS[code] ? [PROBLEMS[code]] : [])];
  return { title, advice: [...new Set(advice)].join(' '), requestId };
}

/**
 * Refusals of an operation by its rules. The companion checks the key first, so they also mean that nothing was done under
 * it. A key that belongs to another request means nothing of the kind.
 */
const ABOUT_OPERATION: readonly string[] = [
  'operation-not-allowed',
  'operation-open',
  'invalid-input',
] satisfies ProblemCode[];

const DOUBTFUL = ['internal-error', 'store-unavailable', 'gateway-unreachable', 'companion-unreachable'];

/**
 * Whether the request may have been executed nevertheless, so that it must be repeated unchanged or the order checked.
 * @param isRepetition whether it was sent before without an answer. A failure on the way of the repetition (a key being
 *   changed, a limit, a proxy's sign-in) says nothing about the first request
 */
export function isInDoubt(failure: Failure, isRepetition: boolean): boolean {
  if (isRepetition) return failure.kind !== 'problem' || !ABOUT_OPERATION.includes(failure.problem.code);
  if (failure.kind === 'lost') return true;
  if (failure.kind === 'elsewhere') return failure.status >= 500 || failure.status < 300;
  return DOUBTFUL.includes(failure.problem.code);
}

/** Whether the merchant API is unreachable, so that no view can show anything. */
export function isApiMissing(failure: Failure): boolean {
  if (failure.kind !== 'problem') return false;
  return ['merchant-api-off', 'api-key-invalid', 'api-key-missing'].includes(failure.problem.code);
}
