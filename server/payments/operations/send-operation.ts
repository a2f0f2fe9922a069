import { call } from '../call.ts';
import type { Snapshot } from '../desk.ts';
import type { AttemptRequest, OperationMethod, OperationRequest } from '../order/journal.ts';
import { reportOf } from '../order/report.ts';
import type { Share } from '../order/shares.ts';
import { unreachable } from '../order/unreachable.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { GatewayPayment, GatewayRefusal, Outcome, ReceiptDelivery } from '../ports/gateway.ts';

/** What a capture, void or refund states. */
interface OperationTerms {
  method: OperationMethod;
  /** integer minor units */
  amountMinor: number;
  split: readonly Share[] | null;
  comment: string | null;
  /** for the full amount: none is stated then (interface document, Capture and Refund) */
  full: boolean;
  receiptDelivery?: ReceiptDelivery | undefined;
}

/**
 * Sends a request that was written into the journal just now, once, and writes down how its call ended.
 * @param order as it stood when the request was written
 * @returns the order as it stands then
 */
export function sendRequest(
  deps: PaymentDeps,
  order: Snapshot,
  attempt: AttemptRequest,
  { id, method, amountMinor, split, comment }: OperationRequest,
  how: Pick<OperationTerms, 'full' | 'receiptDelivery'>,
): Promise<Snapshot> {
  return call(deps, order, {
    about: id,
    send: () => sendOperation(deps, attempt, { method, amountMinor, split, comment, ...how }),
    answer: (told) => ({ kind: 'answered', id: deps.newId(), about: id, report: reportOf(told) }),
    refused: explain,
  });
}

function explain({ status, means }: GatewayRefusal): string {
  if (means === 'busy')
    return 'The payment service took no more requests. Nothing was done; try again later.';
  if (status === 0) return 'The operation breaks the rules of the payment service and was not sent.';
  return 'The payment service refused the operation.';
}

/** Sends a capture, void or refund to the endpoint that it belongs to (interface document, endpoints 3 to 7). */
function sendOperation(
  { gateway, config }: Pick<PaymentDeps, 'gateway' | 'config'>,
  { gatewayOrderId, currency }: AttemptRequest,
  { method, amountMinor, split, comment, full, receiptDelivery }: OperationTerms,
): Promise<Outcome<GatewayPayment>> {
  const serverUrl = `${config.publicUrl}/webhook`;
  const request = { gatewayOrderId, currency, serverUrl, ...(comment !== null && { comment }) };
  const amount = full ? {} : { amountMinor };
  switch (method) {
    case 'void':
      return gateway.voidAuth(request);
    case 'capture':
      return split
        ? gateway.splitCapture({ ...request, amountMinor, split })
        : gateway.capture({ ...request, ...amount });
    case 'refund':
      return split
        ? gateway.splitRefund({ ...request, amountMinor, split })
        : gateway.refund({
            ...request,
            ...amount,
            ...(receiptDelivery !== undefined && { receiptDelivery }),
          });
    default:
      return unreachable(method);
  }
}
