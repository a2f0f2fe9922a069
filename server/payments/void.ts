import type { OperationView, VoidInput } from '../contract/merchant-api.ts';
import { requireReserve } from './capture.ts';
import type { PaymentDeps } from './deps.ts';
import { operate } from './operate.ts';

/**
 * Releases the whole reserve of an order's auth (interface document, endpoint 5).
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
    plan(payment, operations) {
      requireReserve(payment, operations);
      return {
        amountMinor: payment.amountMinor,
        split: null,
        call: (gateway, request) => gateway.voidAuth(request),
      };
    },
  });
}
