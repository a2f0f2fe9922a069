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
    'The console uses the merchant API, which needs a key. Set MERCHANT_API_KEY for the companion and the demo, and restart both.',
  'api-key-invalid':
    'The companion has another MERCHANT_API_KEY than the demo. Set the same key for both, and restart them.',
  'companion-unreachable': 'Is the companion running? Try again in a moment.',
  'origin-not-allowed': 'Open the console at the shop’s own address.',
  'order-not-found': 'Check the order id: it is case-sensitive.',
  'operation-open': 'Wait until the other operation has ended. The order’s page shows it.',
  'gateway-unreachable': 'The gateway did not answer. Check the order in a moment; repeating is safe.',
  'gateway-busy': 'The gateway is busy. Try again in a minute.',
  'gateway-refused': 'The gateway refused. The order’s timeline shows its reason.',
  'store-unavailable': 'The companion’s database is not available. Try again.',
  'internal-error': 'The companion failed. Its log has more under the request id.',
  'idempotency-key-reused': 'This key belongs to another request. The order’s timeline shows what was done.',
};

/** The sentence for a rule's code; an unknown code is shown itself. */
export const ruleText = (code: string): string => RULE_TEXTS[code] ?? `Not accepted (${code}).`;

/** A failure in one line. */
export function problemLine(failure: Failure): string {
  const { title, advice } = problemText(failure);
  return `${title}. ${advice}`;
}

/** The failure's own text, whatever the field. */
export function problemText(failure: Failure): ProblemText {
  if (failure.kind === 'lost') {
    const advice = 'Check your network and whether the server is running, and try again.';
    return { title: 'The server did not answer', advice, requestId: null };
  }
  if (failure.kind === 'elsewhere') {
    const advice = 'The answer did not come from the merchant API. Is the companion’s address right?';
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
