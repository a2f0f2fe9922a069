import { type Context, Hono } from 'hono';
import { listAccounts, listTerminals, readAccount, readTerminal } from './accounts.ts';
import { authenticate, authenticateBalances } from './authentication.ts';
import { createPayment } from './create-payment.ts';
import type { CreateEndpoint } from './create-rules.ts';
import type { Fault, FaultyRequest } from './faults.ts';
import { faulty } from './faulty.ts';
import type { OperationEndpoint } from './operation-rules.ts';
import { cancel, operate } from './operations.ts';
import { readOperation, readOrder } from './read-orders.ts';
import { downloadReceipt, downloadReceiptsOfDay } from './receipts.ts';
import { readQuery } from './read-request.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

type Handler = (world: World, context: Context, fault: Fault | undefined) => Response | Promise<Response>;

interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  /** the faults that can be set for it */
  on: FaultyRequest;
  /** whether `handle` reads a query */
  takesQuery: boolean;
  handle: Handler;
}

const ORDER = '/pos/:posId/orders/:orderId';
const BALANCES = '/balances/pos/:posId';

/** The interface document's endpoints, below `/api/v1`, and the read of a whole order. */
const ENDPOINTS: readonly Endpoint[] = [
  create('/payment', 'payment'),
  create('/split/purchase', 'split'),
  operation('capture', 'capture'),
  operation('split/capture', 'capture'),
  operation('void', 'void'),
  operation('refund', 'refund'),
  operation('split/refund', 'refund'),
  post('/pos/:posId/order/:orderId/cancel', 'cancel', cancel),
  get(`${BALANCES}/accounts`, 'balances', listAccounts),
  get(`${BALANCES}/accounts/:accountId`, 'balances', readAccount),
  get(`${BALANCES}/terminals`, 'balances', listTerminals),
  get(`${BALANCES}/terminals/:terminalId`, 'balances', readTerminal),
  query(`${ORDER}/report/receipt`, 'receipt', downloadReceipt),
  query('/pos/:posId/date/:date/report/receipt', 'receipt', downloadReceiptsOfDay),
  query(`${ORDER}/:operation`, 'read', readOperation),
  get(ORDER, 'read', readOrder),
];

/** Routes of every endpoint; another HTTP method is 405. */
export function endpointRoutes(world: World): Hono {
  const routes = new Hono();
  for (const { method, path, on, takesQuery, handle } of ENDPOINTS) {
    const check = on === 'balances' ? authenticateBalances : authenticate;
    routes.on(method, path, (context) =>
      faulty(world, context, on, (fault) => {
        check(world, context);
        if (!takesQuery) readQuery(world, context, {});
        return handle(world, context, fault);
      }),
    );
    routes.all(path, wrongMethod);
  }
  return routes;
}

function get(path: string, on: FaultyRequest, handle: Handler): Endpoint {
  return { method: 'GET', path, on, takesQuery: false, handle };
}

function query(path: string, on: FaultyRequest, handle: Handler): Endpoint {
  return { ...get(path, on, handle), takesQuery: true };
}

function post(path: string, on: FaultyRequest, handle: Handler): Endpoint {
  return { method: 'POST', path, on, takesQuery: false, handle };
}

function create(path: string, endpoint: CreateEndpoint): Endpoint {
  return post(path, 'create', (world, context, fault) =>
    createPayment(world, context, endpoint, fault?.kind),
  );
}

function operation(endpoint: OperationEndpoint, on: 'capture' | 'void' | 'refund'): Endpoint {
  return post(`/${endpoint}`, on, (world, context, fault) =>
    operate(world, context, endpoint, {
      declinedBy: declinedBy(fault),
      does: doneBy(world.faults.forAmount(on)),
    }),
  );
}

/** Who declines a capture, void or refund because of a fault. */
function declinedBy(fault: Fault | undefined): 'bank' | 'limit' | null {
  if (fault?.kind === 'decline') return 'bank';
  return fault?.kind === 'decline-limit' ? 'limit' : null;
}

/** How the amount of a capture or refund differs from the one that was asked for, because of a fault. */
function doneBy(fault: Fault | undefined): 'less' | 'more' | 'as-asked' {
  if (fault?.kind === 'less-done') return 'less';
  return fault?.kind === 'more-done' ? 'more' : 'as-asked';
}

function wrongMethod(): never {
  throw new Refusal(405, 'Method not allowed');
}
