import { expect } from 'vitest';
import { z } from 'zod';
import type { Ask, TestCompanion } from '../../testing/companion.ts';

/** For tests: the published description of the merchant API, and the comparison of answers with it. */

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; examples?: object }> };
  responses: Record<string, { content: Record<string, { schema: Json; examples?: object }> }>;
}
export type Json = Record<string, unknown>;

export interface Description {
  openapi: string;
  servers: { url: string }[];
  security: Record<string, string[]>[];
  components: { schemas: Record<string, Json>; examples: Record<string, { value: Json }> };
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
  webhooks: Record<string, { post: Operation }>;
}

export async function readDescription(companion: TestCompanion): Promise<Description> {
  return (await (await companion.ask('/api/openapi.json')).json()) as Description;
}

/** "POST /api/orders/{orderId}/capture" for a requested address. */
export function describedPath(description: Description, path: string): string {
  const bare = path.split('?')[0] ?? '';
  const fits = (one: string) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare);
  const found = Object.keys(description.paths).find(fits);
  if (!found) throw new Error(`${path} is not described`);
  return found;
}

/** The faults of an answer by the description's own schemas; empty if there are none. All fields must be described. */
export async function faultsOf(
  description: Description,
  method: 'get' | 'post',
  path: string,
  answer: Response,
): Promise<string[]> {
  const operation = description.paths[describedPath(description, path)]?.[method];
  const response = operation?.responses[answer.status];
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const content = response?.content[type];
  if (!content) return [`${answer.status} with ${type} is not described`];
  if (content.schema['format'] === 'binary') return [];
  const body = (await answer.json()) as Json;
  const code = body['code'];
  if (type === 'application/problem+json' && !Object.hasOwn(content.examples ?? {}, String(code))) {
    return [`the problem ${String(code)} is not described`];
  }
  return faultsBySchema(description, content.schema, body);
}

/** The validators of a description's schemas: creating one takes far longer than using it. */
const made = new WeakMap<Json, z.ZodType>();

/** The faults of a value by a schema of the description. */
export function faultsBySchema(description: Description, schema: Json, value: unknown): string[] {
  const check = made.get(schema) ?? makeCheck(description, schema);
  made.set(schema, check);
  const result = check.safeParse(value);
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

function makeCheck({ components }: Description, schema: Json): z.ZodType {
  const $defs = closed(components.schemas);
  return z.fromJSONSchema({ ...(closed(schema) as Json), $defs } as never);
}

/** The same schema, but objects may have only the described fields. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) =>
    key === '$ref' ? [key, String(value).replace('#/components/schemas/', '#/$defs/')] : [key, closed(value)],
  );
  const copy = Object.fromEntries(entries) as Json;
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}

const read = new WeakMap<TestCompanion, Description>();

/** Asks the merchant API; the answer must match the description. */
export async function askDescribed(
  companion: TestCompanion,
  path: string,
  init: Ask = {},
): Promise<Response> {
  const description = read.get(companion) ?? (await readDescription(companion));
  read.set(companion, description);
  const method = init.method === 'POST' || init.body !== undefined ? 'post' : 'get';
  const answer = await companion.merchant(path, init);
  expect(await faultsOf(description, method, `/api${path}`, answer.clone())).toEqual([]);
  return answer;
}

/** As {@link askDescribed}, for the body of an answer 200. */
export async function doneAsDescribed<T>(companion: TestCompanion, path: string, init?: Ask): Promise<T> {
  const answer = await askDescribed(companion, path, init);
  expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
  return (await answer.json()) as T;
}
