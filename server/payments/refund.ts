import type { RefundInput, OperationView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

/** Refunds an order. */
export async function refundOrder(
  _deps: PaymentDeps,
  _orderId: string,
  _key: string,
  _input: RefundInput,
): Promise<OperationView> {
  throw new ProblemError('internal-error');
}
