import { z } from 'zod';
import { type Problem, type ProblemCode, PROBLEMS } from '../contract/problem.ts';
import { problemDocument } from '../middleware/problems.ts';

/** The problems of the merchant API, as its description has them. */

const CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

const problemSchema = z
  .object({
    type: z.string().meta({ description: 'An identifier, not a URL' }),
    title: z.string(),
    status: z.int(),
    code: z.enum(CODES).meta({ description: 'A stable error code' }),
    detail: z.string(),
    requestId: z.string().meta({ description: 'Also in the companion’s log' }),
    errors: z
      .array(z.object({ path: z.string(), code: z.string() }))
      .optional()
      .meta({ description: 'The invalid fields, and the rule that each violates' }),
    retryAfter: z.int().optional().meta({ description: 'Seconds, as in the header `Retry-After`' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457' }) satisfies z.ZodType<
  Omit<Problem, 'errors' | 'retryAfter'>
>;

const RETRY_AFTER = {
  description: 'With `gateway-busy`: seconds to wait before the next request',
  schema: { type: 'integer', minimum: 1 },
} as const;

/** Problems as answers, by status. */
export function problemAnswers(codes: readonly ProblemCode[]) {
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code][0]))];
  return Object.fromEntries(statuses.map((status) => [status, problemAnswer(codesOf(status, codes))]));
}

const codesOf = (status: number, codes: readonly ProblemCode[]): ProblemCode[] =>
  codes.filter((code) => PROBLEMS[code][0] === status);

function problemAnswer(codes: readonly ProblemCode[]) {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => PROBLEMS[code][1]).join('; '),
    ...(codes.includes('gateway-busy') && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { 'application/problem+json': { schema: problemSchema, examples } },
  };
}

/** Every problem document as an example, by its code. */
export function problemExamples(): [ProblemCode, { value: Problem }][] {
  return CODES.map((code) => {
    const errors = code === 'invalid-input' ? [{ path: 'amount', code: 'too-many-decimals' }] : [];
    const error = { code, message: PROBLEMS[code][1], errors, retryAfterS: null };
    return [code, { value: problemDocument(error, '0d8f5b1f-7a52-4b0c-9a3e-6d1c2b7e8f90') }];
  });
}
