import type { Card, Gateway } from '../payments/ports/gateway.ts';
import { readAccount, readAccounts, readTerminal, readTerminals } from './balances.ts';
import { asBalances, asLocation, validPayment, validPayments } from './validate-answer.ts';
import { createCaller, type GatewayDeps } from './caller.ts';
import type { FileKind } from './file-kind.ts';
import {
  checkSettings,
  DEFAULT_FILE_IDLE_MS,
  DEFAULT_MAX_ARCHIVE_BYTES,
  DEFAULT_MAX_RECEIPT_BYTES,
  type GatewaySettings,
} from './gateway-settings.ts';
import { readOperationAnswer } from './operation-answer.ts';
import { captureBody, refundBody, splitCaptureBody, splitRefundBody, voidBody } from './operation-request.ts';
import type { Answer } from './outcome.ts';
import {
  balancesPath,
  cancelPath,
  dayReceiptsPath,
  operationPath,
  receiptPath,
  wholeOrderPath,
} from './paths.ts';
import { directPaymentBody, directSplitBody, hostedPaymentBody, hostedSplitBody } from './payment-request.ts';
import { textsIn } from './texts-in.ts';

/**
 * The gateway over HTTP, a method an endpoint of the interface document (see `Gateway` for which is which).
 *
 * - Every method checks its request first and rejects with a GatewayRequestError where it does not follow the
 *   document; nothing is sent then. Whatever else happens is an Outcome; no method throws for the gateway's sake.
 * - What changes something (every POST) is sent once and never again. Reads (balances, receipts, states) are tried
 *   up to three times with growing, jittered pauses after a failure on the way, a 429 or a 5xx.
 * - One call, tries and pauses included, ends within `timeoutMs`. A file has only to begin by then; its stream may
 *   be silent for `fileIdleMs` between two pieces, and fails with a GatewayFileError where it is cut, silent or too
 *   large.
 *
 * @param deps the world, for tests: `fetch`, `now`, `random` and `sleep`
 * @throws TypeError naming the settings that are invalid, without their values
 */
export function createGatewayClient(settings: GatewaySettings, deps: GatewayDeps = {}): Gateway {
  checkSettings(settings);
  const { posId } = settings;
  const caller = createCaller(settings, deps);
  const asPayment = (answer: Answer) => validPayment(posId, answer);
  const asPayments = (answer: Answer) => validPayments(posId, answer);
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
      return caller.post(cancelPath(posId, gatewayOrderId), asPayments);
    },
    async accounts() {
      return caller.balances(balancesPath(posId, 'accounts'), (answer) => asBalances(answer, readAccounts));
    },
    async account(id) {
      const path = balancesPath(posId, 'accounts', id);
      return caller.balances(path, (answer) => asBalances(answer, only(id, readAccount)));
    },
    async terminals() {
      return caller.balances(balancesPath(posId, 'terminals'), (answer) => asBalances(answer, readTerminals));
    },
    async terminal(id) {
      const path = balancesPath(posId, 'terminals', id);
      return caller.balances(path, (answer) => asBalances(answer, only(id, readTerminal)));
    },
    async receipt(request) {
      const path = receiptPath(posId, request);
      return caller.file(path, fileRules(settings, request.format === 'html' ? 'html' : 'pdf'));
    },
    async receiptsOfDay(request) {
      return caller.file(dayReceiptsPath(posId, request), fileRules(settings, 'zip'));
    },
    async readOperation(gatewayOrderId, operation, transactionId) {
      const path = operationPath(posId, gatewayOrderId, operation, transactionId);
      const read = (value: unknown) => readOperationAnswer(value, operation);
      return caller.get(path, (answer) => validPayment(posId, answer, read));
    },
    async readOrder(gatewayOrderId) {
      return caller.get(wholeOrderPath(posId, gatewayOrderId), asPayments);
    },
  };
}

/** What of a payment no answer may bring back into a message: card number, CVV, tokens. */
function secretsOf(payment: {
  card?: Card | undefined;
  cardToken?: string | undefined;
  cryptogram?: unknown;
}) {
  const { card, cardToken, cryptogram } = payment;
  return [card?.number, card?.cvv, cardToken, ...textsIn(cryptogram)];
}

function only<T extends { id: string }>(id: string, read: (value: unknown) => T | null) {
  return (value: unknown) => {
    const found = read(value);
    return found?.id.toLowerCase() === id.toLowerCase() ? found : null;
  };
}

function fileRules(settings: GatewaySettings, kind: FileKind) {
  const { maxReceiptBytes, maxArchiveBytes, fileIdleMs } = settings;
  const maxBytes =
    kind === 'zip'
      ? (maxArchiveBytes ?? DEFAULT_MAX_ARCHIVE_BYTES)
      : (maxReceiptBytes ?? DEFAULT_MAX_RECEIPT_BYTES);
  return { kind, maxBytes, idleMs: fileIdleMs ?? DEFAULT_FILE_IDLE_MS };
}
