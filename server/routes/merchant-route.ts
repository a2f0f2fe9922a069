import type { Context } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '../app-env.ts';
import type { ProblemCode } from '../contract/problem.ts';
import {
  check,
  idempotencyKey,
  optionalIdempotencyKey,
  readJson,
  readOptionalJson,
  readQuery,
} from '../middleware/input.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import type { GatewayFile } from '../payments/gateway-port.ts';
import { sendFile } from './send-file.ts';

const NOTHING = z.strictObject({});
type Nothing = typeof NOTHING;

interface Definition<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject> {
  method: 'get' | 'post' | 'delete';
  /** below the base address, parameters in braces */
  path: string;
  operationId: string;
  summary: string;
  detail?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** whether it moves money: such a request must carry an idempotency key */
  money?: boolean;
  problems?: readonly ProblemCode[];
}

/** The parts of a route's description. */
export interface Described extends Definition<z.ZodObject, z.ZodObject, z.ZodObject> {
  bodyOptional: boolean;
  /** of the answer, by its media type; empty if there is no body */
  content: Record<string, { schema: z.ZodType | { type: 'string'; format: 'binary' } }>;
}

/** A route of the merchant API: its description and its handler. Both use the same schemas. */
export interface MerchantRoute {
  described: Described;
  handle: (deps: PaymentDeps, c: Context<AppEnv>) => Promise<Response>;
}

interface ParsedRequest<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** the idempotency key of a request that moves money, otherwise empty */
  key: string;
}

type Use<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject, Result> = (
  deps: PaymentDeps,
  asked: ParsedRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
) => Promise<Result>;

/** A route that returns a view as JSON. */
export function viewRoute<
  View extends z.ZodType,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodObject = Nothing,
>(
  definition: Definition<Params, Query, Body> & { view: View },
  use: Use<Params, Query, Body, NoInfer<z.output<View>>>,
): MerchantRoute {
  const content = { 'application/json': { schema: definition.view } };
  return route(definition, content, async (deps, asked, c) => {
    const view = await use(deps, asked);
    c.header('cache-control', 'no-store');
    return c.json(view as object);
  });
}

/** A route that returns no body: 204. */
export function emptyRoute<Params extends z.ZodObject = Nothing>(
  definition: Definition<Params, Nothing, Nothing>,
  use: Use<Params, Nothing, Nothing, void>,
): MerchantRoute {
  return route(definition, {}, async (deps, asked, c) => {
    await use(deps, asked);
    return c.body(null, 204);
  });
}

/** A file of the gateway, and its name without the extension. */
interface NamedFile {
  file: GatewayFile;
  name: string;
}

/** A route that passes a file of the gateway through. */
export function fileRoute<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodObject = Nothing,
>(
  definition: Definition<Params, Query, Body> & { types: readonly string[] },
  use: Use<Params, Query, Body, NamedFile>,
): MerchantRoute {
  const binary = { schema: { type: 'string', format: 'binary' } as const };
  const content = Object.fromEntries(definition.types.map((type) => [type, binary]));
  return route(definition, content, async (deps, asked, c) => {
    const { file, name } = await use(deps, asked);
    return sendFile(c, deps.log, file, name);
  });
}

function route<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject>(
  definition: Definition<Params, Query, Body>,
  content: Described['content'],
  respond: (
    deps: PaymentDeps,
    asked: ParsedRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
    c: Context<AppEnv>,
  ) => Promise<Response>,
): MerchantRoute {
  const { method, body = NOTHING, money = false } = definition;
  const bodyOptional = body.safeParse({}).success;
  const read = bodyOptional ? readOptionalJson : readJson;
  return {
    described: { ...definition, content, bodyOptional },
    async handle(deps, c) {
      const key = money ? idempotencyKey(c) : optionalIdempotencyKey(c);
      const asked = {
        key: key ?? '',
        params: check(definition.params ?? NOTHING, c.req.param()),
        query: readQuery(c, definition.query ?? NOTHING),
        body: method === 'post' ? await read(c, body) : {},
      };
      return respond(deps, asked as ParsedRequest<z.output<Params>, z.output<Query>, z.output<Body>>, c);
    },
  };
}
