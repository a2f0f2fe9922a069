import type { Customer } from '../../contract/customer.ts';
import type { Order } from '../../contract/order.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { AttemptRequest } from '../order/journal.ts';
import type { NewPayment, SplitTerms } from '../ports/gateway.ts';

/** What every create call states, direct or hosted. */
export function paymentTerms(
  deps: Pick<PaymentDeps, 'config'>,
  order: Order,
  attempt: AttemptRequest,
  customer: Customer,
): NewPayment {
  return {
    method: attempt.method,
    gatewayOrderId: attempt.gatewayOrderId,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    description: order.description,
    threeDs: order.threeDs,
    customer,
    microfinance: order.rules.microfinance,
    products: order.products,
    payload: order.payload,
    mcc: order.mcc,
    validationUrl: order.validationUrl,
    serverUrl: `${deps.config.publicUrl}/webhook`,
    resultUrl: `${deps.config.publicUrl}/return/${attempt.id}`,
  };
}

/** What a split purchase states besides (interface document, endpoint 2); null for what is not divided. */
export function splitTerms({ split }: AttemptRequest): SplitTerms | null {
  return split && { method: 'purchase', split };
}
