import type { PaymentView } from '../contract/checkout-api.ts';
import type { SettleInput } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

/** Ends a payment in doubt by a person's word. */
export async function settleByPerson(
  _deps: PaymentDeps,
  _paymentId: string,
  _input: SettleInput,
): Promise<PaymentView> {
  throw new ProblemError('internal-error');
}
