import { type Context, Hono } from 'hono';
import { OPERATION_ENDPOINTS, type OperationEndpoint } from '../contract/gateway-parameters.ts';
import { listAccounts, listTerminals, readAccount, readTerminal } from './accounts.ts';
import { authenticate, authenticateBalances } from './authentication.ts';
import { createPayment } from './create-payment.ts';
import type { CreateEndpoint } from './create-rules.ts';
import type { Fault, FaultyRequest } from './faults.ts';
import { faulty } from './faulty.ts';
import { operationOf } from './operation-rules.ts';
import { cancel, operate } from './operations.ts';
import { readOperation, readOrder } from './read-orders.ts';
import { downloadReceipt, downloadReceiptsOfDay } from './receipts.ts';
import { readQuery } from './read-request.ts';
import { Refusal } from './refusal.ts';
import type { SandboxState } from './state.ts';

type Handler = (
  state: SandboxState,
  context: Context,
  fault: Fault | undefined,
) => Response | Promise<Response>;

interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  /** the faults that can be set for it */
  on: FaultyRequest;
  handle: Handler;
  /** whether `handle` reads a query */
  takesQuery?: true;
}

const POS = '/pos/:posId';
const ORDER = `${POS}/orders/:orderId`;
const BALANCES = `/balances${POS}`;

/** The interface document's endpoints, below `/api/v1`, and the status of a whole order. */
const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: '/payment', on: 'create', handle: create('payment') },
  { method: 'POST', path: '/split/purchase', on: 'create', handle: create('split') },
  ...OPERATION_ENDPOINTS.map(operation),
  { method: 'POST', path: `${POS}/order/:orderId/cancel`, on: 'cancel', handle: cancel },
  { method: 'GET', path: `${BALANCES}/accounts`, on: 'balances', handle: listAccounts },
  { method: 'GET', path: `${BALANCES}/accounts/:accountId`, on: 'balances', handle: readAccount },
  { method: 'GET', path: `${BALANCES}/terminals`, on: 'balances', handle: listTerminals },
  { method: 'GET', path: `${BALANCES}/terminals/:terminalId`, on: 'balances', handle: readTerminal },
  {
    method: 'GET',
    path: `${ORDER}/report/receipt`,
    on: 'receipt',
    handle: downloadReceipt,
    takesQuery: true,
  },
  {
    method: 'GET',
    path: `${POS}/date/:date/report/receipt`,
    on: 'receipt',
    handle: downloadReceiptsOfDay,
    takesQuery: true,
  },
  { method: 'GET', path: `${ORDER}/:operation`, on: 'read', handle: readOperation, takesQuery: true },
  { method: 'GET', path: ORDER, on: 'read', handle: readOrder },
];

/** Routes of every endpoint; another HTTP method is 405. */
export function endpointRoutes(state: SandboxState): Hono {
  const routes = new Hono();
  for (const { method, path, on, takesQuery, handle } of ENDPOINTS) {
    const check = on === 'balances' ? authenticateBalances : authenticate;
    routes.on(method, path, (context) =>
      faulty(state, context, on, (fault) => {
        check(state, context);
        if (!takesQuery) readQuery(state, context, {});
        return handle(state, context, fault);
      }),
    );
    routes.all(path, () => {
      throw new Refusal(405, 'Method not allowed');
    });
  }
  return routes;
}

/** Who declines a capture, void or refund because of a fault. */
const DECLINED_BY: Partial<Record<Fault['kind'], 'bank' | 'limit'>> = {
  decline: 'bank',
  'decline-limit': 'limit',
};

/** How its amount differs from the one that was asked for. */
const DOES: Partial<Record<Fault['kind'], 'less' | 'more'>> = { 'less-done': 'less', 'more-done': 'more' };

function create(endpoint: CreateEndpoint): Handler {
  return (state, context, fault) => createPayment(state, context, endpoint, fault?.kind);
}

function operation(endpoint: OperationEndpoint): Endpoint {
  const { method: on } = operationOf(endpoint);
  const handle: Handler = (state, context, fault) => {
    const amount = state.faults.forAmount(on);
    const declinedBy = (fault && DECLINED_BY[fault.kind]) ?? null;
    return operate(state, context, endpoint, {
      declinedBy,
      does: (amount && DOES[amount.kind]) ?? 'as-asked',
    });
  };
  return { method: 'POST', path: `/${endpoint}`, on, handle };
}
