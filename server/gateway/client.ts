import type { Card, Gateway, GatewayPayment, GatewayRefusal } from '../payments/gateway-port.ts';
import { asBalances, only, readAccount, readAccounts, readTerminal, readTerminals } from './balances.ts';
import { type Caller, createCaller, type GatewayDeps } from './caller.ts';
import { captureBody, refundBody, splitCaptureBody, splitRefundBody, voidBody } from './operation-request.ts';
import {
  balancePath,
  balancesPath,
  cancelPath,
  dayReceiptsPath,
  operationPath,
  receiptPath,
  wholeOrderPath,
} from './paths.ts';
import { directPaymentBody, directSplitBody, hostedPaymentBody, hostedSplitBody } from './payment-request.ts';
import { ID_TAKEN, type Read, type Reading } from './outcome.ts';
import { asLocation, operationIn, validPayment, validPayments } from './read-payment.ts';
import { type CompleteSettings, type GatewaySettings, withDefaults } from './settings.ts';

/**
 * The gateway over HTTP: one method per endpoint of the interface document (`Gateway` lists them).
 *
 * - Every method checks its request first and rejects with a GatewayRequestError if it does not follow the document;
 *   nothing is sent. Everything else is a CallResult: no method throws because of the gateway.
 * - A request that changes something (every POST) is sent once and never repeated. Reads (balances, receipts, states)
 *   are tried up to three times, with growing, jittered pauses, after a network failure, a 429 or a 5xx.
 * - One call, retries and pauses included, ends within `timeoutMs`. A file only has to begin by then; its stream may be
 *   silent for `fileIdleMs` between two chunks, and fails with a GatewayFileError if it is cut off, silent or too
 *   large.
 *
 * @param deps dependencies, for tests: `fetch`, `now`, `random` and `sleep`
 */
export function createGatewayClient(settings: GatewaySettings, deps: GatewayDeps = {}): Gateway {
  const complete = withDefaults(settings);
  const caller = createCaller(complete, deps);
  return {
    ...creating(caller, complete),
    ...operating(caller, complete.posId),
    ...readingBalances(caller, complete.posId),
    ...readingFiles(caller, complete),
    ...readingOrders(caller, complete.posId),
  };
}

const paymentOf =
  (posId: string): Read<GatewayPayment> =>
  (answer, scrub) =>
    validPayment(posId, answer, scrub);

const paymentsOf =
  (posId: string): Read<GatewayPayment[]> =>
  (answer, scrub) =>
    validPayments(posId, answer, scrub);

/** "Order id exists" (interface 17.4), said as a failed payment in the place of a page. */
function refusalIn(reading: Reading<GatewayPayment>, status: number): GatewayRefusal | null {
  if (!('value' in reading) || reading.value.statusCode !== ID_TAKEN) return null;
  const message = reading.value.statusDescription ?? '';
  return { status, documented: true, means: 'order-id-exists', code: ID_TAKEN, message, details: [] };
}

type Creating = 'createDirect' | 'createHosted' | 'createSplitDirect' | 'createSplitHosted';

function creating(caller: Caller, settings: CompleteSettings): Pick<Gateway, Creating> {
  const asPayment = paymentOf(settings.posId);
  const asPage: Read<{ location: string }> = (answer, scrub) => {
    const refusal = refusalIn(asPayment(answer, scrub), answer.status);
    return refusal ? { refusal } : asLocation(settings.baseUrl, answer, scrub);
  };
  return {
    async createDirect(payment) {
      const body = directPaymentBody(payment, settings);
      return caller.post('/api/v1/payment', asPayment, body, secretsOf(payment));
    },
    async createHosted(payment) {
      const body = hostedPaymentBody(payment, settings);
      return caller.post('/api/v1/payment', asPage, body, secretsOf(payment));
    },
    async createSplitDirect(payment) {
      const body = directSplitBody(payment, settings);
      return caller.post('/api/v1/split/purchase', asPayment, body, secretsOf(payment));
    },
    async createSplitHosted(payment) {
      const body = hostedSplitBody(payment, settings);
      return caller.post('/api/v1/split/purchase', asPage, body, secretsOf(payment));
    },
  };
}

/** What nothing that is read of the answer may repeat: card number, CVV, tokens. */
function secretsOf(payment: {
  card?: Card | undefined;
  cardToken?: string | undefined;
  cryptogram?: unknown;
}): string[] {
  const { card, cardToken, cryptogram } = payment;
  const given = [card?.number, card?.cvv, cardToken].filter((secret) => secret !== undefined);
  return [...given, ...textsIn(cryptogram)];
}

/** Shorter texts in a cryptogram are words and ids. */
const SHORTEST_CRYPTOGRAM = 16;

/** Every text inside a value that may be a secret. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length < SHORTEST_CRYPTOGRAM ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item: unknown) => textsIn(item));
}

type Operating = 'capture' | 'splitCapture' | 'voidAuth' | 'refund' | 'splitRefund' | 'cancelHosted';

function operating(caller: Caller, posId: string): Pick<Gateway, Operating> {
  const asPayment = paymentOf(posId);
  return {
    capture: async (request) => caller.post('/api/v1/capture', asPayment, captureBody(request, posId)),
    splitCapture: async (request) =>
      caller.post('/api/v1/split/capture', asPayment, splitCaptureBody(request, posId)),
    voidAuth: async (request) => caller.post('/api/v1/void', asPayment, voidBody(request, posId)),
    refund: async (request) => caller.post('/api/v1/refund', asPayment, refundBody(request, posId)),
    splitRefund: async (request) =>
      caller.post('/api/v1/split/refund', asPayment, splitRefundBody(request, posId)),
    cancelHosted: async (orderId) => caller.post(cancelPath(posId, orderId), paymentsOf(posId)),
  };
}

type Balances = 'accounts' | 'account' | 'terminals' | 'terminal';

function readingBalances(caller: Caller, posId: string): Pick<Gateway, Balances> {
  return {
    accounts: async () => caller.balances(balancesPath(posId, 'accounts'), asBalances(readAccounts)),
    account: async (id) =>
      caller.balances(balancePath(posId, 'accounts', id), asBalances(only(id, readAccount))),
    terminals: async () => caller.balances(balancesPath(posId, 'terminals'), asBalances(readTerminals)),
    terminal: async (id) =>
      caller.balances(balancePath(posId, 'terminals', id), asBalances(only(id, readTerminal))),
  };
}

function readingFiles(
  caller: Caller,
  { posId, fileIdleMs: idleMs, maxReceiptBytes, maxArchiveBytes }: CompleteSettings,
): Pick<Gateway, 'receipt' | 'receiptsOfDay'> {
  return {
    async receipt(request) {
      const kind = request.format === 'html' ? 'html' : 'pdf';
      return caller.file(receiptPath(posId, request), { kind, maxBytes: maxReceiptBytes, idleMs });
    },
    async receiptsOfDay(request) {
      const rules = { kind: 'zip', maxBytes: maxArchiveBytes, idleMs } as const;
      return caller.file(dayReceiptsPath(posId, request), rules);
    },
  };
}

function readingOrders(caller: Caller, posId: string): Pick<Gateway, 'readOperation' | 'readOrder'> {
  return {
    async readOperation(gatewayOrderId, operation, transactionId) {
      const path = operationPath(posId, gatewayOrderId, operation, transactionId);
      return caller.get(path, ({ status, json }, scrub) =>
        validPayment(posId, { status, json: operationIn(json, operation, transactionId) }, scrub),
      );
    },
    readOrder: async (gatewayOrderId) => caller.get(wholeOrderPath(posId, gatewayOrderId), paymentsOf(posId)),
  };
}
