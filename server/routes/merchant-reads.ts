import { createRoute } from '@hono/zod-openapi';
import {
  accountViewSchema,
  pageOf,
  terminalsViewSchema,
  terminalViewSchema,
} from '../contract/merchant-api.ts';
import {
  accountParams,
  dayParams,
  dayQuery,
  orderParams,
  receiptQuery,
  terminalParams,
} from '../contract/merchant-parameters.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { listAccounts, listTerminals, readAccount, readTerminal } from '../payments/queries/balances.ts';
import { orderReceipt, receiptsOfDay } from '../payments/queries/receipts.ts';
import { answers, filed, type MerchantApi, noQuery, READ, viewed } from './merchant-route.ts';
import { sendFile } from './send-file.ts';

const FROM_GATEWAY = [
  ...READ,
  'not-found',
  'gateway-refused',
  'gateway-unreachable',
  'gateway-busy',
] as const;

/** Balances and receipts: read from the gateway on request. */
export function readRoutes(api: MerchantApi, deps: PaymentDeps): void {
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/balances/accounts',
      operationId: 'listAccounts',
      summary: 'List the balances of all accounts',
      request: noQuery,
      responses: answers(viewed(pageOf(accountViewSchema)), ...FROM_GATEWAY),
    }),
    async ({ json }) => json(await listAccounts(deps), 200),
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/balances/accounts/{id}',
      operationId: 'getAccount',
      summary: 'Get the balance of one account',
      request: { ...noQuery, params: accountParams },
      responses: answers(viewed(accountViewSchema), ...FROM_GATEWAY),
    }),
    async ({ req, json }) => json(await readAccount(deps, req.valid('param').id), 200),
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/balances/terminals',
      operationId: 'listTerminals',
      summary: 'List the balances of all terminals',
      request: noQuery,
      responses: answers(viewed(terminalsViewSchema), ...FROM_GATEWAY),
    }),
    async ({ json }) => json(await listTerminals(deps), 200),
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/balances/terminals/{id}',
      operationId: 'getTerminal',
      summary: 'Get the balance of one terminal',
      request: { ...noQuery, params: terminalParams },
      responses: answers(viewed(terminalViewSchema), ...FROM_GATEWAY),
    }),
    async ({ req, json }) => json(await readTerminal(deps, req.valid('param').id), 200),
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/{orderId}/receipt',
      operationId: 'getReceipt',
      summary: 'Get the receipt of an order',
      description: 'Streamed; if the connection breaks off, the file is incomplete',
      request: { params: orderParams, query: receiptQuery },
      responses: answers(
        filed('text/html', 'application/pdf'),
        ...FROM_GATEWAY,
        'order-not-found',
        'operation-not-allowed',
      ),
    }),
    async (c) => {
      const { orderId } = c.req.valid('param');
      const file = await orderReceipt(deps, orderId, c.req.valid('query'));
      return sendFile(c, deps.log, file, `receipt-${orderId}`);
    },
  );
  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/receipts/{date}',
      operationId: 'getReceiptsOfDay',
      summary: 'Get all receipts of a day, except those of split purchases',
      description: 'A ZIP file, streamed; if the connection breaks off, it is incomplete',
      request: { params: dayParams, query: dayQuery },
      responses: answers(filed('application/zip'), ...FROM_GATEWAY),
    }),
    async (c) => {
      const { date } = c.req.valid('param');
      const file = await receiptsOfDay(deps, { date, ...c.req.valid('query') });
      return sendFile(c, deps.log, file, `receipts-${date}`);
    },
  );
}
