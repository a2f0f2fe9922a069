import type { Card, Gateway } from '../payments/gateway-port.ts';
import { asBalances, only, readAccount, readAccounts, readTerminal, readTerminals } from './balances.ts';
import { type Caller, createCaller, type GatewayDeps } from './caller.ts';
import type { Answer } from './exchange.ts';
import { type CompleteSettings, type GatewaySettings, withDefaults } from './gateway-settings.ts';
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
import { asLocation, readOperationAnswer, validPayment, validPayments } from './read-payment.ts';

/**
 * The gateway over HTTP: one method per endpoint of the interface document (`Gateway` lists them).
 *
 * - Every method checks its request first and rejects with a GatewayRequestError if it does not follow the document;
 *   nothing is sent. Everything else is an Outcome: no method throws because of the gateway.
 * - A request that changes something (every POST) is sent once and never repeated. Reads (balances, receipts, states)
 *   are tried up to three times, with growing, jittered pauses, after a network failure, a 429 or a 5xx.
 * - One call, retries and pauses included, ends within `timeoutMs`. A file only has to begin by then; its stream may be
 *   silent for `fileIdleMs` between two chunks, and fails with a GatewayFileError if it is cut off, silent or too
 *   large.
 *
 * @param deps dependencies, for tests: `fetch`, `now`, `random` and `sleep`
 * @throws TypeError naming the settings that are invalid, without their values
 */
export function createGatewayClient(settings: GatewaySettings, deps: GatewayDeps = {}): Gateway {
  const complete = withDefaults(settings);
  const { posId } = complete;
  const caller = createCaller(complete, deps);
  return {
    ...creating(caller, complete),
    ...operating(caller, posId),
    ...readingBalances(caller, posId),
    ...readingFiles(caller, complete),
    ...readingOrders(caller, posId),
  };
}

type Creating = 'createDirect' | 'createHosted' | 'createSplitDirect' | 'createSplitHosted';

function creating(caller: Caller, settings: CompleteSettings): Pick<Gateway, Creating> {
  const asPayment = (answer: Answer) => validPayment(settings.posId, answer);
  const asPage = (answer: Answer) => asLocation(answer, settings.baseUrl);
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

/** The secrets of a payment that no message may echo from an answer: card number, CVV, tokens. */
function secretsOf(payment: {
  card?: Card | undefined;
  cardToken?: string | undefined;
  cryptogram?: unknown;
}) {
  const { card, cardToken, cryptogram } = payment;
  return [card?.number, card?.cvv, cardToken, ...textsIn(cryptogram)];
}

/** Every text inside a value, except those too short to be a secret. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 4 ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item: unknown) => textsIn(item));
}

type Operating = 'capture' | 'splitCapture' | 'voidAuth' | 'refund' | 'splitRefund' | 'cancelHosted';

function operating(caller: Caller, posId: string): Pick<Gateway, Operating> {
  const asPayment = (answer: Answer) => validPayment(posId, answer);
  return {
    async capture(request) {
      return caller.post('/api/v1/capture', asPayment, captureBody(request, posId));
    },
    async splitCapture(request) {
      return caller.post('/api/v1/split/capture', asPayment, splitCaptureBody(request, posId));
    },
    async voidAuth(request) {
      return caller.post('/api/v1/void', asPayment, voidBody(request, posId));
    },
    async refund(request) {
      return caller.post('/api/v1/refund', asPayment, refundBody(request, posId));
    },
    async splitRefund(request) {
      return caller.post('/api/v1/split/refund', asPayment, splitRefundBody(request, posId));
    },
    async cancelHosted(gatewayOrderId) {
      return caller.post(cancelPath(posId, gatewayOrderId), (answer) => validPayments(posId, answer));
    },
  };
}

type Balances = 'accounts' | 'account' | 'terminals' | 'terminal';

function readingBalances(caller: Caller, posId: string): Pick<Gateway, Balances> {
  return {
    async accounts() {
      return caller.balances(balancesPath(posId, 'accounts'), (answer) => asBalances(answer, readAccounts));
    },
    async account(id) {
      const path = balancePath(posId, 'accounts', id);
      return caller.balances(path, (answer) => asBalances(answer, only(id, readAccount)));
    },
    async terminals() {
      return caller.balances(balancesPath(posId, 'terminals'), (answer) => asBalances(answer, readTerminals));
    },
    async terminal(id) {
      const path = balancePath(posId, 'terminals', id);
      return caller.balances(path, (answer) => asBalances(answer, only(id, readTerminal)));
    },
  };
}

function readingFiles(
  caller: Caller,
  { posId, fileIdleMs: idleMs, maxReceiptBytes, maxArchiveBytes }: CompleteSettings,
): Pick<Gateway, 'receipt' | 'receiptsOfDay'> {
  return {
    async receipt(request) {
      const path = receiptPath(posId, request);
      return caller.file(path, {
        kind: request.format === 'html' ? 'html' : 'pdf',
        maxBytes: maxReceiptBytes,
        idleMs,
      });
    },
    async receiptsOfDay(request) {
      return caller.file(dayReceiptsPath(posId, request), { kind: 'zip', maxBytes: maxArchiveBytes, idleMs });
    },
  };
}

function readingOrders(caller: Caller, posId: string): Pick<Gateway, 'readOperation' | 'readOrder'> {
  return {
    async readOperation(gatewayOrderId, operation, transactionId) {
      const path = operationPath(posId, gatewayOrderId, operation, transactionId);
      const read = (value: unknown) => readOperationAnswer(value, operation, transactionId);
      return caller.get(path, (answer) => validPayment(posId, answer, read));
    },
    async readOrder(gatewayOrderId) {
      const path = wholeOrderPath(posId, gatewayOrderId);
      return caller.get(path, (answer) => validPayments(posId, answer));
    },
  };
}
