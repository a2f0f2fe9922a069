import { z } from 'zod';
import type { FieldError } from '../contract/problem.ts';
import { RULE_TEXTS } from '../contract/rule-texts.ts';
import { plain } from './text.ts';

/** A problem document of the companion, as far as it is shown. */
export const problemSchema = z.object({
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), code: z.string() })).optional(),
});

/** The option behind each field of a request: its path, as "amount", and the option, as "--amount". */
export type Fields = Readonly<Record<string, string>>;

const OTHER_KEY = 'MERCHANT_API_KEY must be the same here and in the settings of the companion.';

const ADVICE: Readonly<Record<string, string>> = {
  'api-key-missing': OTHER_KEY,
  'api-key-invalid': OTHER_KEY,
  'not-found':
    'If every call is answered like this, the base address is wrong, or the companion has no MERCHANT_API_KEY.',
  'gateway-busy': 'Try again later.',
  'gateway-unreachable': 'Run `pay-form doctor` where the companion runs to find the cause.',
  'idempotency-key-reused': 'Use a new key or omit --key, unless this is exactly the same request.',
};

/** What the companion refused, why, and what to do about it, in lines. */
export function problemLines(problem: z.infer<typeof problemSchema>, fields: Fields): string[] {
  const { title, detail, code, status, errors = [], requestId } = problem;
  const isSpecific = detail !== undefined && detail !== title;
  const advice = code === 'not-found' && isSpecific ? undefined : ADVICE[code];
  return [
    `${plain(title)} (${plain(code)}, HTTP ${status}).`,
    ...(isSpecific ? [plain(detail)] : []),
    ...errors.map((error) => fieldLine(error, fields)),
    ...(advice ? [advice] : []),
    ...(requestId ? [`Request id: ${plain(requestId)}`] : []),
  ];
}

/** "  --amount: too-big. This is too large."; one of several values with its path, as "--split (split.0.amount)". */
function fieldLine({ path, code }: FieldError, fields: Fields): string {
  const option = fields[path] ?? fields[path.split('.')[0] ?? ''];
  const name = option && path.includes('.') ? `${option} (${plain(path)})` : (option ?? plain(path));
  const meaning = RULE_TEXTS[code] ? `. ${RULE_TEXTS[code]}` : '';
  return `  ${name === '' ? '' : `${name}: `}${plain(code)}${meaning}`;
}
