import type { OperationView } from '../../contract/merchant-api.ts';
import type { VoidInput } from '../../contract/merchant-requests.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { requireAuthorized } from './capture.ts';
import { operate } from './operate.ts';

/**
 * Releases the full amount of an order's auth (interface document, endpoint 5).
 * @throws ProblemError as `operate` does; states `not-an-auth`, `not-successful`, `already-captured`, `already-voided`
 */
export function voidOrder(
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: VoidInput,
): Promise<OperationView> {
  return operate(deps, {
    method: 'void',
    orderId,
    key,
    input,
    plan(state, attempt) {
      requireAuthorized(state, attempt);
      return { amountMinor: attempt.amountMinor, split: null, full: true };
    },
  });
}
