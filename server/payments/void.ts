import type { VoidInput, OperationView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

/** Voids an order's auth. */
export async function voidOrder(
  _deps: PaymentDeps,
  _orderId: string,
  _key: string,
  _input: VoidInput,
): Promise<OperationView> {
  throw new ProblemError('internal-error');
}
