import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';
import type { GatewayFile } from './ports.ts';

export interface ReceiptInput {
  format: string;
  transactionId?: string | undefined;
  creditReference?: boolean | undefined;
}

export interface DayInput {
  /** yyyy-MM-dd */
  date: string;
  format: string;
  method?: string | undefined;
}

/** The receipt of an order. */
export async function orderReceipt(
  _deps: PaymentDeps,
  _orderId: string,
  _input: ReceiptInput,
): Promise<GatewayFile> {
  throw new ProblemError('internal-error');
}

/** All receipts of a day, a ZIP. */
export async function receiptsOfDay(_deps: PaymentDeps, _input: DayInput): Promise<GatewayFile> {
  throw new ProblemError('internal-error');
}
