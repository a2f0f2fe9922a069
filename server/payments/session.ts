import type { SessionView } from '../contract/checkout-api.ts';
import { formatAmount } from '../contract/money.ts';
import type { Order } from '../contract/order.ts';
import { isCancellable } from './cancel-hosted.ts';
import { customerFieldsFor } from './customer-fields.ts';
import type { PaymentDeps } from './deps.ts';
import { modesFor, requireSupported } from './modes.ts';
import type { Payment } from './payment.ts';
import { requireLastTerms } from './same-terms.ts';
import { attemptsLeft, currentPayment, viewOf } from './view.ts';

/**
 * What the tag needs to know of an order before it shows a form.
 * @throws ProblemError `order-unsupported`, `order-changed`, so that nobody types a card in vain
 */
export async function openSession(
  deps: Pick<PaymentDeps, 'store' | 'config'>,
  order: Order,
): Promise<SessionView> {
  requireSupported(order, deps.config);
  const payments = await deps.store.paymentsOfOrder(order.id);
  const current = currentPayment(payments);
  if (mayBeginAnew(current)) requireLastTerms(await deps.store.findOrder(order.id), order);
  const modes = modesFor(order, deps.config);
  return {
    order: {
      id: order.id,
      amount: formatAmount(order.amountMinor, order.currency),
      currency: order.currency,
      description: order.description,
      method: order.method,
    },
    modes,
    customerFields: customerFieldsFor(order, modes.includes('direct') ? 'direct' : 'hosted'),
    hostedCustomerFields: customerFieldsFor(order, 'hosted'),
    brands: order.brands ?? null,
    savedCards: [],
    payment: current && viewOf(current, payments),
    attemptsLeft: attemptsLeft(payments),
    test: deps.config.test || order.currency === 'XTS',
  };
}

/** Who has paid, or is under way, wants to see what comes of it, whatever the order has become meanwhile. */
function mayBeginAnew(current: Payment | null): boolean {
  return !current || current.status === 'failure' || isCancellable(current);
}
