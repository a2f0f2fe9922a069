import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { z } from 'zod';
import type { AppEnv } from '../app-env.ts';
import { listedPaymentSchema, operationViewSchema, pageOf } from '../contract/merchant-api.ts';
import { type ListQuery, listQuery, operationsQuery } from '../contract/merchant-parameters.ts';
import { invalid } from '../contract/problem.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { allOf, listOperations, listPayments } from '../payments/queries/lists.ts';
import { CSV, csvLines } from './csv.ts';
import { answers, type MerchantApi, READ, viewed } from './merchant-route.ts';
import { sendFile } from './send-file.ts';

/** Payments and operations, by pages, or as a whole in CSV. */
export function listRoutes(api: MerchantApi, deps: PaymentDeps): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/payments',
      operationId: 'listPayments',
      summary: 'List payments, newest first',
      description: AS_CSV,
      request: { query: listQuery },
      responses: answers(listed(listedPaymentSchema), ...READ),
    }),
    async (c) => {
      const query = c.req.valid('query');
      if (!wantsCsv(c, query)) return c.json(await listPayments(deps, query), 200);
      return sendCsv(c, deps, 'payments', listedPaymentSchema, allOf(listPayments, deps, query));
    },
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/operations',
      operationId: 'listOperations',
      summary: 'List captures, voids and refunds, newest first, also those made in the gateway’s portal',
      description: AS_CSV,
      request: { query: operationsQuery },
      responses: answers(listed(operationViewSchema), ...READ),
    }),
    async (c) => {
      const query = c.req.valid('query');
      if (!wantsCsv(c, query)) return c.json(await listOperations(deps, query), 200);
      return sendCsv(c, deps, 'operations', operationViewSchema, allOf(listOperations, deps, query));
    },
  );
}

const AS_CSV =
  'With `Accept: text/csv` the whole list at once, without pages: a header row, amounts as decimal text, times in UTC. ' +
  'A cell that a spreadsheet would take for a formula begins with an apostrophe';

/** The answer with a page of views, or with all of them in CSV. */
function listed<View extends z.ZodObject>(view: View) {
  const { description, content } = viewed(pageOf(view))[200];
  const file = { schema: { type: 'string', format: 'binary' } as const };
  return { 200: { description, content: { ...content, [CSV]: file } } };
}

/** @throws ProblemError `invalid-input` for a page of a file, which is always whole */
function wantsCsv(c: Context, { cursor, limit }: ListQuery): boolean {
  const supports = ['application/json', CSV];
  if (accepts(c, { header: 'Accept', supports, default: 'application/json' }) !== CSV) return false;
  if (cursor !== undefined) throw invalid('cursor', 'not-with-csv');
  if (limit !== undefined) throw invalid('limit', 'not-with-csv');
  return true;
}

/** Fields that say nothing to a bookkeeper. */
const LEFT_OUT = ['action', 'canRetry'];

async function sendCsv(
  c: Context<AppEnv>,
  deps: PaymentDeps,
  name: string,
  view: z.ZodObject,
  pages: AsyncGenerator<object[]>,
): Promise<Response> {
  const columns = Object.keys(view.shape).filter((field) => !LEFT_OUT.includes(field));
  const lines = csvLines(columns, pages);
  const encoder = new TextEncoder();
  // A store that cannot be read is a problem, and no broken file.
  const first = await lines.next();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(encoder.encode(first.value)),
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
  return sendFile(c, deps.log, { contentType: `${CSV}; charset=utf-8`, body }, name);
}
