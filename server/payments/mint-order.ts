import type { NewOrderInput } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';
import type { OrderRecord } from './payment.ts';

/** Makes the token of an order and its payment page. */
export async function mintOrder(
  _deps: PaymentDeps,
  _input: NewOrderInput,
): Promise<{ token: string; url: string }> {
  throw new ProblemError('internal-error');
}

/** The order behind a payment page, or null where there is none. */
export async function orderPage(
  _deps: PaymentDeps,
  _linkId: string,
): Promise<{ token: string; order: OrderRecord } | null> {
  throw new ProblemError('internal-error');
}
