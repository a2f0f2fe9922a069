import { formatAmount } from '../contract/money.ts';
import type { Order } from '../contract/order.ts';

/**
 * The claims of a payment page's token, besides its times: the displayed data, and the id by which the rest of the
 * order is found.
 */
export interface PaymentLinkClaims {
  /** id of the page: the last part of its address */
  paymentPage: string;
  order: Pick<Order, 'id' | 'currency' | 'description' | 'method' | 'modes' | 'brands'> & {
    /** decimal text */
    amount: string;
    /** names of the fields that the order already has, each true, so that the form does not ask for them */
    customer: Record<string, true>;
    rules?: Order['rules'];
  };
}

export function paymentLinkClaims(order: Order, linkId: string): PaymentLinkClaims {
  const { id, currency, description, method, modes, brands, rules, amountMinor } = order;
  const given = Object.keys(order.customer).map((name) => [name, true] as const);
  return {
    paymentPage: linkId,
    order: {
      id,
      amount: formatAmount(amountMinor, currency),
      currency,
      description,
      method,
      ...(modes && { modes }),
      ...(brands && { brands }),
      ...(Object.keys(rules).length > 0 && { rules }),
      customer: Object.fromEntries(given),
    },
  };
}

/** Whether the page's data matches the order's current parameters. */
export function isStillShown({ order: shown }: PaymentLinkClaims, order: Order): boolean {
  const { id, amount, currency, method } = paymentLinkClaims(order, '').order;
  return shown.id === id && shown.amount === amount && shown.currency === currency && shown.method === method;
}
