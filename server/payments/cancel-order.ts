import type { PaymentView } from '../contract/checkout-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

/** Cancels an order's open hosted payment. */
export async function cancelOrder(_deps: PaymentDeps, _orderId: string): Promise<PaymentView> {
  throw new ProblemError('internal-error');
}
