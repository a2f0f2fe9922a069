import type { SessionView } from '../../contract/checkout-api.ts';
import type { MerchantProfile } from '../../contract/merchant-profile.ts';
import { formatAmount } from '../../contract/money.ts';
import type { Order } from '../../contract/order.ts';
import { change } from '../desk.ts';
import { attemptsLeft, blockingAttempt, currentAttempt } from '../order/admission.ts';
import type { Attempt } from '../order/attempt.ts';
import type { Snapshot } from '../order/order.ts';
import type { OrderState } from '../order/state.ts';
import { paysFor, termsOf } from '../order/terms.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentConfig, PaymentDeps } from '../ports/deps.ts';
import { requireNotStale, stateAfter, type SignedOrder, parameterFacts } from './begin.ts';
import { cancelHosted, endDeadPage, isCancellable } from './cancel.ts';
import { customerFieldsFor, modesFor, requireSupported } from './checks.ts';
import { orderAttemptsLeft } from './limits.ts';
import { isSavable, offeredCards } from './saved-cards.ts';

/**
 * The data that the tag needs before it shows a form. A token with new parameters counts from now on, and cancels an
 * open hosted page over other terms. An expired hosted page is cancelled too, since the tag would redirect to it.
 * @throws ProblemError `order-unsupported`, `order-changed`, so that no customer types a card in vain
 */
export async function openSession(deps: PaymentDeps, signed: SignedOrder): Promise<SessionView> {
  const { order } = signed;
  requireSupported(order, deps.config);
  const { orderId, state } = await updateOrder(deps, signed);
  const current = currentAttempt(state);
  if (mayBeginAnew(current)) requireNotStale(state, signed);
  const modes = modesFor(order, deps.config);
  return {
    merchant: payee(order, deps.config),
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
    hostedMethods: modes.includes('hosted') ? [...deps.config.hostedMethods] : [],
    brands: order.brands ?? null,
    savedCards: await offeredCards(deps, signed, modes),
    savable: isSavable(signed, modes),
    payment: current && paymentView(orderId, current, canRetry(state)),
    attemptsLeft: leftNow(deps, state),
    test: deps.config.test || order.currency === 'XTS',
  };
}

/** The merchant that the customer pays: as a whole from the order, otherwise from the settings. */
export function payee(
  { merchant }: Pick<Order, 'merchant'>,
  config: Pick<PaymentConfig, 'merchant'>,
): MerchantProfile | null {
  if (!merchant) return config.merchant;
  return { name: merchant.name, logoUrl: merchant.logoUrl ?? null, contact: merchant.contact ?? null };
}

function leftNow({ limits, clock }: PaymentDeps, state: OrderState): number {
  const left = attemptsLeft(state);
  return limits ? Math.min(left, orderAttemptsLeft(limits.rules, state, clock.now().getTime())) : left;
}

/** A customer who has paid or is paying must see the payment's state, even if the order has changed meanwhile. */
function mayBeginAnew(current: Attempt | null): boolean {
  return !current || current.status === 'failure' || isCancellable(current);
}

/** Records newer parameters, and cancels an open hosted page over other terms, or one that has expired. */
async function updateOrder(deps: PaymentDeps, signed: SignedOrder): Promise<Snapshot> {
  const { result: open, order } = await change(deps, signed.order.id, (current) => {
    const facts = parameterFacts(current, signed, deps.clock.now().getTime());
    const blocking = blockingAttempt(stateAfter(current, facts));
    const isReplaced = facts.length > 0 && blocking && !paysFor(blocking, termsOf(signed.order));
    return { facts, result: isReplaced && isCancellable(blocking) ? blocking : null };
  });
  return open ? (await cancelHosted(deps, order, open)).order : endDeadPage(deps, order);
}
