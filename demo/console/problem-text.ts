import { RULE_TEXTS } from '../../server/contract/rule-texts.ts';
import type { Failure } from './api.ts';

const ADVICE: Readonly<Record<string, string>> = {
  'merchant-api-off':
    'The console uses the merchant API, which needs a key. Set MERCHANT_API_KEY for the companion and the demo, and restart both.',
  'api-key-invalid':
    'The companion has another MERCHANT_API_KEY than the demo. Set the same key for both, and restart them.',
  'no-answer': 'Check your network and whether the server is running, and try again.',
  'companion-unreachable': 'Is the companion running? Try again in a moment.',
  'order-not-found': 'Check the order id: it is case-sensitive.',
  'gateway-refused': 'The order’s timeline shows the gateway’s reason.',
};

/** The sentence for a rule's code; an unknown code is shown itself. */
export const ruleText = (code: string): string => RULE_TEXTS[code] ?? `Not accepted (${code}).`;

/** A failure in one line. */
export const problemLine = (failure: Failure): string => `${failure.title}. ${adviceOn(failure)}`;

/** The explanation of a failure, and what to do about it; may be empty. */
export function adviceOn({ title, detail, code, errors = [] }: Failure): string {
  const rules = errors.map((error) => ruleText(error.code));
  const own = detail !== title && detail;
  return [...new Set(rules.length > 0 ? rules : [own, ADVICE[code]])].filter(Boolean).join(' ');
}

/**
 * Whether the companion refused the operation itself, by its rules: nothing was done. It checks the Idempotency-Key first.
 * After every other failure the operation may have been executed, or was before.
 */
export const isRefusedOperation = ({ code }: Failure): boolean =>
  ['operation-not-allowed', 'operation-open', 'invalid-input'].includes(code);
