import { type FieldError, invalidAll, notAllowed, ProblemError } from '../../contract/problem.ts';
import { dayReceiptsFaults, type ReceiptFormat, receiptFaults } from '../../contract/receipts.ts';
import { requireProject } from '../call.ts';
import { chargedPayment, currentPayment } from '../order/paying.ts';
import { readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import type { DayReceiptsRequest, GatewayFile } from '../gateway-port.ts';
import { readFromGateway } from './gateway-read.ts';

/** Receipts and credit references (interface 10.1, 11.1), passed through unchanged. */

/** As the route has read it (`receiptQuery`). */
export interface ReceiptInput {
  /** `signed_pdf` is for credit references */
  format: ReceiptFormat;
  /** required for credit transactions */
  transactionId?: string | undefined;
  creditReference?: boolean | undefined;
}

/**
 * The receipt of an order that was paid or authorized; with `transactionId` that of a credit transaction, which never
 * belongs to a payment here.
 * @throws ProblemError `invalid-input`, `order-not-found`; `operation-not-allowed`: `not-successful`, `no-receipt` (a
 *   lookup), `other-project`; `not-found`, `gateway-refused`, `gateway-unreachable`, `gateway-busy`
 */
export async function orderReceipt(
  deps: PaymentDeps,
  orderId: string,
  input: ReceiptInput,
): Promise<GatewayFile> {
  refuse(receiptFaults(input));
  const { transactionId, creditReference } = input;
  const gatewayOrderId = await receiptOrder(deps, orderId, transactionId !== undefined);
  const request = {
    gatewayOrderId,
    format: input.format,
    ...(transactionId !== undefined && { transactionId }),
    ...(creditReference && { creditReference }),
  };
  return readFromGateway(deps, () => deps.gateway.receipt(request));
}

/**
 * All receipts of a day as a ZIP file.
 * @throws ProblemError `invalid-input`, `not-found`, `gateway-refused`, `gateway-unreachable`, `gateway-busy`
 */
export async function receiptsOfDay(deps: PaymentDeps, input: DayReceiptsRequest): Promise<GatewayFile> {
  const { date, format, method } = input;
  const isFuture = date > latestDay(deps.clock.now());
  refuse([...(isFuture ? [{ path: 'date', code: 'in-the-future' }] : []), ...dayReceiptsFaults(input)]);
  return readFromGateway(deps, () =>
    deps.gateway.receiptsOfDay({ date, format, ...(method !== undefined && { method }) }),
  );
}

async function receiptOrder(deps: PaymentDeps, orderId: string, credit: boolean): Promise<string> {
  const { state } = await readOrder(deps, orderId);
  const payment = chargedPayment(state) ?? currentPayment(state);
  if (payment) requireProject(deps, payment);
  if (credit) return payment?.gatewayOrderId ?? orderId;
  if (!payment) throw state.orderTerms ? notAllowed('not-successful') : new ProblemError('order-not-found');
  if (payment.terms.method === 'lookup') throw notAllowed('no-receipt');
  if (payment.status !== 'success') throw notAllowed('not-successful');
  return payment.gatewayOrderId;
}

/** Tomorrow in UTC: east of Greenwich it may have begun. */
function latestDay(now: Date): string {
  return new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidAll(errors);
}
