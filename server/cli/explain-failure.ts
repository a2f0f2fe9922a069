import type { FieldError } from '../contract/problem.ts';
import { RULE_TEXTS } from '../contract/rule-texts.ts';
import { EXIT } from './exit-codes.ts';
import type { Failure, Refusal } from './merchant-api.ts';
import { plain } from './plain-text.ts';
import { explainReason } from './reasons.ts';

/** The option behind each field of the request: its path, as "amount", and the option, as "--amount". */
export type Fields = Readonly<Record<string, string>>;

/** The requested change, if any. */
export interface Change {
  /** as in "it is not known whether the refund was made" */
  whether: string;
  /** what to do about it, in one or two lines */
  remedy: string;
}

export interface Explanation {
  lines: string[];
  exitCode: number;
}

/**
 * Explains a failure and what to do about it. If the answer to a change was lost, its outcome is unknown: this is printed
 * and has its own exit code.
 */
export function explainFailure(failure: Failure, base: string, fields: Fields, change?: Change): Explanation {
  const lines = linesOf(failure, base, fields);
  if (!change) return { lines, exitCode: EXIT.failed };
  if (isInDoubt(failure)) {
    return {
      lines: [...lines, `It is not known whether ${change.whether}.`, change.remedy],
      exitCode: EXIT.open,
    };
  }
  return {
    lines: failure.kind === 'not-sent' ? [...lines, 'Nothing was done.'] : lines,
    exitCode: EXIT.failed,
  };
}

/** Errors after which the change may have been made: the companion's own, and a gateway that did not answer. */
const DOUBTFUL = ['internal-error', 'store-unavailable', 'gateway-unreachable'];

/** A proxy's answer in place of the companion's does not say whether anything was done. */
function isInDoubt(failure: Failure): boolean {
  if (failure.kind === 'lost') return true;
  if (failure.kind === 'problem') return DOUBTFUL.includes(failure.problem.code);
  return failure.kind === 'elsewhere' && (failure.status >= 500 || failure.status < 300);
}

function linesOf(failure: Failure, base: string, fields: Fields): string[] {
  const { kind } = failure;
  if (kind === 'problem') return problemLines(failure.problem, fields);
  if (kind === 'not-sent') {
    return [`The companion at ${base} cannot be reached: ${explainReason(failure.reason)}.`];
  }
  if (kind === 'lost') return [`The response from ${base} was lost: ${explainReason(failure.reason)}.`];
  return [
    `The server at ${base} is not a merchant API (HTTP ${failure.status}).`,
    'Check PUBLIC_URL or --url: it must be the base address, such as https://pay.shop.example/pay.',
  ];
}

function problemLines(problem: Refusal, fields: Fields): string[] {
  const { title, detail, code, status } = problem;
  const isSpecific = detail !== undefined && detail !== title;
  const advice = code === 'not-found' && isSpecific ? undefined : ADVICE[code];
  return [
    `${plain(title)} (${plain(code)}, HTTP ${status}).`,
    ...(isSpecific ? [plain(detail)] : []),
    ...(problem.errors ?? []).map((error) => fieldLine(error, fields)),
    ...(advice ? [advice] : []),
    ...(problem.requestId ? [`Request id: ${plain(problem.requestId)}`] : []),
  ];
}

const ADVICE: Readonly<Record<string, string>> = {
  'api-key-missing': 'MERCHANT_API_KEY must be the same here and in the settings of the companion.',
  'api-key-invalid': 'MERCHANT_API_KEY must be the same here and in the settings of the companion.',
  'not-found':
    'If every call is answered like this, the base address is wrong, or the companion has no MERCHANT_API_KEY.',
  'gateway-busy': 'Try again later.',
  'gateway-unreachable': 'Run `pay-form doctor` where the companion runs to find the cause.',
  'idempotency-key-invalid':
    '--key must be 8 to 128 letters, digits and . _ : - and must not look like a card number.',
  'idempotency-key-reused': 'Use a new key or omit --key, unless this is exactly the same request.',
};

/** "  --amount: too-big. This is too large."; a field without an option has its name in the API. */
function fieldLine({ path, code }: FieldError, fields: Fields): string {
  const option = fields[path] ?? fields[path.split('.')[0] ?? ''];
  const name = option ?? plain(path);
  const meaning = RULE_TEXTS[code] ? `. ${RULE_TEXTS[code]}` : '';
  return `  ${name === '' ? '' : `${name}${inside(option, path)}: `}${plain(code)}${meaning}`;
}

/** "--split (split.0.amount)": identifies one of several values. */
function inside(option: string | undefined, path: string): string {
  return option && path.includes('.') ? ` (${plain(path)})` : '';
}
