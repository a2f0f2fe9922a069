import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { AppEnv } from '../app-env.ts';
import { idempotencyKeySchema } from '../contract/merchant-parameters.ts';
import type { ProblemCode } from '../contract/problem.ts';
import { refuseInvalid } from '../middleware/input.ts';
import { problemAnswers } from './merchant-problems.ts';

/** The parts that routes of the merchant API share, for `createRoute`. */

export type MerchantApi = OpenAPIHono<AppEnv>;

/** An app whose routes answer invalid input with a problem. */
export const createMerchantApi = (): MerchantApi => new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

const KEY_FORM =
  '8 to 128 letters, digits and `. _ : -`, for example a UUID; quoted or not. A key that could contain a card number is ' +
  'refused: 12 to 19 digits, consecutive or grouped as on a card, in a card brand’s format and with a valid check digit. ' +
  'Digits inside a UUID never count';
const requiredKey = z.object({
  'Idempotency-Key': idempotencyKeySchema.meta({
    description: `Repeating a request with the same key returns the same operation. ${KEY_FORM}`,
  }),
});
const optionalKey = z.object({
  'Idempotency-Key': idempotencyKeySchema.optional().meta({
    description: `Validated but not required, because this call moves no money. ${KEY_FORM}`,
  }),
});

const json = <Schema extends z.ZodType>(schema: Schema) => ({ 'application/json': { schema } });
const bodyOf = <Body extends z.ZodObject>(schema: Body) => ({
  required: !schema.safeParse({}).success,
  content: json(schema),
});

const nothing = z.strictObject({});
/** Refuses every query parameter. */
export const noQuery = { query: nothing };
const noBody = bodyOf(nothing);

/** A POST without fields. */
export const posted = { ...noQuery, headers: optionalKey, body: noBody };
/** A POST with a body. */
export const postedWith = <Body extends z.ZodObject>(body: Body) => ({ ...posted, body: bodyOf(body) });
/** A POST that moves money: its idempotency key is required. */
export const moneyWith = <Body extends z.ZodObject>(body: Body) => ({
  ...noQuery,
  headers: requiredKey,
  body: bodyOf(body),
});

/** The answer with a view. */
export const viewed = <View extends z.ZodType>(view: View) => ({
  200: { description: 'Done', content: json(view) },
});

/** The answer with a file of the gateway. */
export const filed = (...types: string[]) => ({
  200: {
    description: 'Done',
    content: Object.fromEntries(
      types.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]),
    ),
  },
});

export const READ = ['api-key-missing', 'api-key-invalid', 'origin-not-allowed', 'invalid-input'] as const;
export const POST = [
  ...READ,
  'bad-request',
  'unsupported-media-type',
  'body-too-large',
  'idempotency-key-invalid',
] as const;
export const MONEY = [...POST, 'idempotency-key-missing'] as const;

/** All answers of a route. The type leaves out the problems, which are thrown. */
export function answers<Done extends object>(done: Done, ...codes: ProblemCode[]): Done {
  return { ...done, ...problemAnswers([...codes, 'store-unavailable', 'internal-error']) };
}
