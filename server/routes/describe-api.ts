import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import { OPERATION_EXAMPLES, PAYMENT_EXAMPLES } from '../contract/message-examples.ts';
import {
  messageHeaders,
  operationUpdatedSchema,
  paymentUpdatedSchema,
} from '../contract/merchant-messages.ts';
import { type Problem, type ProblemCode, PROBLEMS } from '../contract/problem.ts';
import { problemDocument } from '../middleware/problems.ts';
import type { Described, MerchantRoute } from './merchant-route.ts';

/** The merchant API, and the messages to the merchant's webhook, as an OpenAPI 3.1 document. */
export function describeApi(routes: readonly MerchantRoute[], publicUrl: string) {
  const book = new OpenAPIHono();
  book.openAPIRegistry.registerComponent('securitySchemes', 'merchantApiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'The companion’s setting MERCHANT_API_KEY',
  });
  for (const [code, example] of problemExamples()) {
    book.openAPIRegistry.registerComponent('examples', code, example);
  }
  for (const { described } of routes) book.openAPIRegistry.registerPath(describeRoute(described));
  for (const message of MESSAGES) book.openAPIRegistry.registerWebhook(message);
  return book.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'pay-form: merchant API',
      version: '1',
      description:
        'For the merchant’s back end: creates orders, and captures, voids and refunds their payments. Amounts are decimal ' +
        'strings, times are ISO 8601 in UTC, and errors are problem documents (RFC 9457). `webhooks` describes the messages that the companion posts to your server.',
      license: { name: 'MIT' },
    },
    servers: [{ url: publicUrl }],
  });
}

const DELIVERY =
  'Posted to MERCHANT_WEBHOOK_URL at least once, and in sequence for each order, until your server answers 2xx within 15 ' +
  'seconds. Failed deliveries are retried after one second up to an hour. Redirects are not followed. Check the signature ' +
  'over the raw body (https://www.standardwebhooks.com), then compare amount and currency with your order. Fields may be added.';

/** The messages to the merchant's webhook, as OpenAPI 3.1 `webhooks`. */
const MESSAGES: readonly RouteConfig[] = [
  described('payment.updated', 'A payment changed', paymentUpdatedSchema, PAYMENT_EXAMPLES),
  described(
    'operation.updated',
    'A capture, void or refund changed',
    operationUpdatedSchema,
    OPERATION_EXAMPLES,
  ),
];

function described(
  type: string,
  summary: string,
  schema: typeof paymentUpdatedSchema | typeof operationUpdatedSchema,
  examples: Readonly<Record<string, { summary: string; value: object }>>,
): RouteConfig {
  return {
    method: 'post',
    path: type,
    operationId: type,
    summary,
    description: DELIVERY,
    security: [],
    request: {
      headers: messageHeaders,
      body: { required: true, content: { 'application/json': { schema, examples } } },
    },
    responses: {
      '2XX': { description: 'Accepted; the response body is not read' },
      default: { description: 'Not accepted: the message is sent again' },
    },
  };
}

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

const KEY = z
  .string()
  .regex(/^"?[\w.:-]{8,128}"?$/)
  .meta({ examples: ['5b1f7a52-0d8f-4b0c-9a3e-6d1c2b7e8f90'] });
const KEY_FORM =
  '8 to 128 letters, digits and `. _ : -`, for example a UUID; quoted or not. A key that could contain a card number is ' +
  'refused: 12 to 19 digits, consecutive or grouped as on a card, in a card brand’s format and with a valid check digit. ' +
  'Digits inside a UUID never count';
const REQUIRED_KEY = KEY.meta({
  description: `Repeating a request with the same key returns the same operation. ${KEY_FORM}`,
});
const OPTIONAL_KEY = KEY.optional().meta({
  description: `Validated but not required, because this call moves no money. ${KEY_FORM}`,
});

/** The OpenAPI 3.1 description of a route. */
function describeRoute(route: Described): RouteConfig {
  const { method, path, operationId, summary, detail, params, query, body } = route;
  const posts = method === 'post';
  return {
    method,
    path,
    operationId,
    summary,
    ...(detail && { description: detail }),
    security: [{ merchantApiKey: [] }],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(posts && { headers: z.object({ 'Idempotency-Key': route.money ? REQUIRED_KEY : OPTIONAL_KEY }) }),
      ...(body && {
        body: { required: !route.bodyOptional, content: { 'application/json': { schema: body } } },
      }),
    },
    responses: { ...answerOf(route), ...problemsOf(route) },
  };
}

function answerOf({ content }: Described) {
  const isEmpty = Object.keys(content).length === 0;
  return isEmpty ? { 204: { description: 'Done' } } : { 200: { description: 'Done', content } };
}

const RETRY_AFTER = {
  description: 'With `gateway-busy`: seconds to wait before the next request',
  schema: { type: 'integer', minimum: 1 },
} as const;

/** Every problem that a route answers with, by status. */
function problemsOf(route: Described) {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codesOf(route)) {
    const [status] = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers = [...byStatus].map(([status, codes]) => {
    const examples = Object.fromEntries(
      codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
    );
    const content = { 'application/problem+json': { schema: problemSchema, examples } };
    const description = codes.map((code) => PROBLEMS[code][1]).join('; ');
    const headers = codes.includes('gateway-busy') ? { headers: { 'Retry-After': RETRY_AFTER } } : {};
    return [status, { description, ...headers, content }] as const;
  });
  return Object.fromEntries(answers);
}

function codesOf({ method, money = false, problems = [] }: Described): Set<ProblemCode> {
  const posts = [
    'bad-request',
    'unsupported-media-type',
    'body-too-large',
    'idempotency-key-invalid',
  ] as const;
  return new Set<ProblemCode>([
    ...(['api-key-missing', 'api-key-invalid', 'origin-not-allowed', 'invalid-input'] as const),
    ...(method === 'post' ? posts : []),
    ...(money ? (['idempotency-key-missing'] as const) : []),
    ...problems,
    'store-unavailable',
    'internal-error',
  ]);
}

/** Every problem document as an example, by its code. */
function problemExamples(): [ProblemCode, { value: Problem }][] {
  return CODES.map((code) => {
    const errors = code === 'invalid-input' ? [{ path: 'amount', code: 'too-many-decimals' }] : [];
    const error = { code, message: PROBLEMS[code][1], errors, retryAfterS: null };
    return [code, { value: problemDocument(error, '0d8f5b1f-7a52-4b0c-9a3e-6d1c2b7e8f90') }];
  });
}
