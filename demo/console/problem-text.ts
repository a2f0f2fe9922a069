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
  'order-not-found': 'Check the order id: it is case-sensitive.',
  'gateway-refused': 'The order’s timeline shows the gateway’s reason.',
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
 * Whether the companion refused the operation itself, by its rules: nothing was done. It checks the Idempotency-Key first.
 * After every other failure the operation may have been executed, or was before.
 */
export const isRefusedOperation = (failure: Failure): boolean =>
  failure.kind === 'problem' &&
  ['operation-not-allowed', 'operation-open', 'invalid-input'].includes(failure.problem.code);

/** Whether the merchant API is unreachable, so that no view can show anything. */
export function isApiMissing(failure: Failure): boolean {
  if (failure.kind !== 'problem') return false;
  return ['merchant-api-off', 'api-key-invalid', 'api-key-missing'].includes(failure.problem.code);
}
