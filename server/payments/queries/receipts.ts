import { type FieldError, ProblemError } from '../../contract/problem.ts';
import { isUuid } from '../../contract/uuid.ts';
import { readOrder } from '../desk.ts';
import { chargedAttempt, currentAttempt } from '../order/admission.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { DayReceiptsRequest, GatewayFile, ReceiptFormat } from '../ports/gateway.ts';
import { requireProject } from '../project.ts';
import { invalidAll, notAllowed } from '../refusals.ts';
import { readFromGateway } from './gateway-read.ts';
import { isDay } from './read-page.ts';

/** Receipts and credit references (interface document, endpoints 10 and 11), passed through unchanged. */

export interface ReceiptInput {
  /** `html`, `pdf`, or `signed_pdf` for credit references */
  format: string;
  /** UUID; required for credit transactions */
  transactionId?: string | undefined;
  creditReference?: boolean | undefined;
}

export interface DayInput {
  /** yyyy-MM-dd */
  date: string;
  format: string;
  /** `purchase`, `auth` or `credit`; default: purchases and auths */
  method?: string | undefined;
}

const FORMATS: readonly string[] = ['html', 'pdf', 'signed_pdf'] satisfies ReceiptFormat[];
const ORDER_ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,32}$/;

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
    format: input.format as ReceiptFormat,
    ...(transactionId !== undefined && { transactionId }),
    ...(creditReference && { creditReference }),
  };
  return readFromGateway(deps, () => deps.gateway.receipt(request));
}

/**
 * All receipts of a day as a ZIP file.
 * @throws ProblemError `invalid-input`, `not-found`, `gateway-refused`, `gateway-unreachable`, `gateway-busy`
 */
export async function receiptsOfDay(deps: PaymentDeps, input: DayInput): Promise<GatewayFile> {
  refuse(dayFaults(input, deps.clock.now()));
  const { date, format, method } = input as DayReceiptsRequest;
  return readFromGateway(deps, () =>
    deps.gateway.receiptsOfDay({ date, format, ...(method !== undefined && { method }) }),
  );
}

async function receiptOrder(deps: PaymentDeps, orderId: string, credit: boolean): Promise<string> {
  const { state } = await readOrder(deps, orderId);
  const attempt = chargedAttempt(state) ?? currentAttempt(state);
  if (attempt) requireProject(deps, attempt);
  if (credit && ORDER_ID.test(orderId)) return attempt?.gatewayOrderId ?? orderId;
  if (!attempt) throw state.parameters ? notAllowed('not-successful') : new ProblemError('order-not-found');
  if (attempt.method === 'lookup') throw notAllowed('no-receipt');
  if (attempt.status !== 'success') throw notAllowed('not-successful');
  return attempt.gatewayOrderId;
}

type Faults = (FieldError | false)[];

function receiptFaults({ format, transactionId, creditReference = false }: ReceiptInput): Faults {
  const signed = format === 'signed_pdf';
  return [
    !FORMATS.includes(format) && { path: 'format', code: 'invalid-format' },
    transactionId !== undefined && !isUuid(transactionId) && { path: 'transactionId', code: 'not-a-uuid' },
    creditReference && !signed && { path: 'format', code: 'signed-pdf-required' },
    signed && !creditReference && { path: 'creditReference', code: 'required-with-signed-pdf' },
    creditReference && transactionId === undefined && { path: 'transactionId', code: 'required' },
  ];
}

function dayFaults({ date, format, method }: DayInput, now: Date): Faults {
  const known = method === undefined || ['purchase', 'auth', 'credit'].includes(method);
  return [
    !isDay(date) && { path: 'date', code: 'invalid-date' },
    isDay(date) && date > latestDay(now) && { path: 'date', code: 'in-the-future' },
    !FORMATS.includes(format) && { path: 'format', code: 'invalid-format' },
    // Receipts for a date cannot be obtained for split purchases (endpoint 11).
    method === 'split' && { path: 'method', code: 'split-not-available' },
    !known && method !== 'split' && { path: 'method', code: 'invalid-method' },
    format === 'signed_pdf' && known && method !== 'credit' && { path: 'method', code: 'credit-required' },
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
