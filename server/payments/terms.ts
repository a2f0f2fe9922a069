import type { Customer } from '../contract/customer.ts';
import type { Order } from '../contract/order.ts';
import type { PaymentDeps } from './deps.ts';
import type { Payment } from './payment.ts';
import type { NewPayment, SplitTerms } from './ports.ts';

/** What every create call states, direct or hosted. */
export function paymentTerms(
  deps: Pick<PaymentDeps, 'config'>,
  order: Order,
  payment: Payment,
  customer: Customer,
): NewPayment {
  return {
    method: payment.method,
    gatewayOrderId: payment.gatewayOrderId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    description: order.description,
    threeDs: order.threeDs,
    customer,
    microfinance: order.rules.microfinance,
    products: order.products,
    payload: order.payload,
    mcc: order.mcc,
    validationUrl: order.validationUrl,
    serverUrl: `${deps.config.publicUrl}/webhook`,
    resultUrl: `${deps.config.publicUrl}/return/${payment.id}`,
  };
}

/** What a split purchase states besides (interface document, endpoint 2); null for what is not divided. */
export function splitTerms({ split }: Payment): SplitTerms | null {
  return split && { method: 'purchase', split };
}
