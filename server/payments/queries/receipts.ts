import { type FieldError, invalidAll, notAllowed, ProblemError } from '../../contract/problem.ts';
import { requireProject } from '../call.ts';
import { chargedPayment, currentPayment } from '../order/paying.ts';
import { readOrder } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import type { DayReceiptsRequest, GatewayFile, ReceiptFormat } from '../gateway-port.ts';
import { readFromGateway } from './gateway-read.ts';

/** Receipts and credit references (interface document, endpoints 10 and 11), passed through unchanged. */

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
  refuse(dayFaults(input, deps.clock.now()));
  const { date, format, method } = input;
  return readFromGateway(deps, () =>
    deps.gateway.receiptsOfDay({ date, format, ...(method !== undefined && { method }) }),
  );
}

async function receiptOrder(deps: PaymentDeps, orderId: string, credit: boolean): Promise<string> {
  const { state } = await readOrder(deps, orderId);
  const payment = chargedPayment(state) ?? currentPayment(state);
  if (payment) requireProject(deps, payment);
  if (credit) return payment?.gatewayOrderId ?? orderId;
  if (!payment) throw state.stated ? notAllowed('not-successful') : new ProblemError('order-not-found');
  if (payment.terms.method === 'lookup') throw notAllowed('no-receipt');
  if (payment.status !== 'success') throw notAllowed('not-successful');
  return payment.gatewayOrderId;
}

type Faults = (FieldError | false)[];

function receiptFaults({ format, transactionId, creditReference = false }: ReceiptInput): Faults {
  const signed = format === 'signed_pdf';
  return [
    creditReference && !signed && { path: 'format', code: 'signed-pdf-required' },
    signed && !creditReference && { path: 'creditReference', code: 'required-with-signed-pdf' },
    creditReference && transactionId === undefined && { path: 'transactionId', code: 'required' },
  ];
}

function dayFaults({ date, format, method }: DayReceiptsRequest, now: Date): Faults {
  return [
    date > latestDay(now) && { path: 'date', code: 'in-the-future' },
    format === 'signed_pdf' && method !== 'credit' && { path: 'method', code: 'credit-required' },
  ];
}

/** Tomorrow in UTC: east of Greenwich it may have begun. */
function latestDay(now: Date): string {
  return new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
}

function refuse(faults: Faults): void {
  const errors = faults.filter((fault) => fault !== false);
  if (errors.length > 0) throw invalidAll(errors);
}
