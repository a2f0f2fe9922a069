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
import { listAccounts, listTerminals, readAccount, readTerminal } from '../payments/queries/balances.ts';
import { orderReceipt, receiptsOfDay } from '../payments/queries/receipts.ts';
import { fileRoute, viewRoute } from './merchant-route.ts';

const down = ['gateway-refused', 'gateway-unreachable', 'gateway-busy'] as const;

/** Balances and receipts: read from the gateway on request. */
export const readRoutes = [
  viewRoute(
    {
      method: 'get',
      path: '/api/balances/accounts',
      operationId: 'listAccounts',
      summary: 'List the balances of all accounts',
      view: pageOf(accountViewSchema),
      problems: ['not-found', ...down],
    },
    (deps) => listAccounts(deps),
  ),
  viewRoute(
    {
      method: 'get',
      path: '/api/balances/accounts/{id}',
      operationId: 'getAccount',
      summary: 'Get the balance of one account',
      params: accountParams,
      view: accountViewSchema,
      problems: ['not-found', ...down],
    },
    (deps, { params }) => readAccount(deps, params.id),
  ),
  viewRoute(
    {
      method: 'get',
      path: '/api/balances/terminals',
      operationId: 'listTerminals',
      summary: 'List the balances of all terminals',
      view: terminalsViewSchema,
      problems: ['not-found', ...down],
    },
    (deps) => listTerminals(deps),
  ),
  viewRoute(
    {
      method: 'get',
      path: '/api/balances/terminals/{id}',
      operationId: 'getTerminal',
      summary: 'Get the balance of one terminal',
      params: terminalParams,
      view: terminalViewSchema,
      problems: ['not-found', ...down],
    },
    (deps, { params }) => readTerminal(deps, params.id),
  ),
  fileRoute(
    {
      method: 'get',
      path: '/api/orders/{orderId}/receipt',
      operationId: 'getReceipt',
      summary: 'Get the receipt of an order',
      detail: 'Streamed; if the connection breaks off, the file is incomplete',
      params: orderParams,
      query: receiptQuery,
      types: ['text/html', 'application/pdf'],
      problems: ['order-not-found', 'operation-not-allowed', 'not-found', ...down],
    },
    async (deps, { params, query }) => {
      const file = await orderReceipt(deps, params.orderId, query);
      return { file, name: `receipt-${params.orderId}` };
    },
  ),
  fileRoute(
    {
      method: 'get',
      path: '/api/receipts/{date}',
      operationId: 'getReceiptsOfDay',
      summary: 'Get all receipts of a day, except those of split purchases',
      detail: 'A ZIP file, streamed; if the connection breaks off, it is incomplete',
      params: dayParams,
      query: dayQuery,
      types: ['application/zip'],
      problems: ['not-found', ...down],
    },
    async (deps, { params, query }) => {
      const file = await receiptsOfDay(deps, { date: params.date, ...query });
      return { file, name: `receipts-${params.date}` };
    },
  ),
];
