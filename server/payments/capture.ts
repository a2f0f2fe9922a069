import type { CaptureInput, OperationView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

/** Captures an order's auth. */
export async function captureOrder(
  _deps: PaymentDeps,
  _orderId: string,
  _key: string,
  _input: CaptureInput,
): Promise<OperationView> {
  throw new ProblemError('internal-error');
}
