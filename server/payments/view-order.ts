import type { OrderView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

/** All that is known of an order. */
export async function viewOrder(_deps: PaymentDeps, _orderId: string): Promise<OrderView> {
  throw new ProblemError('internal-error');
}
