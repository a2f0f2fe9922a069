import type { SessionView } from '../../contract/checkout-api.ts';
import type { MerchantProfile } from '../../contract/merchant-profile.ts';
import { formatAmount } from '../../contract/money.ts';
import type { Order } from '../../contract/order.ts';
import { cancelOldPages } from './cancel.ts';
import { customerFieldsFor, modesFor, requireSupported } from './checks.ts';
import { orderAttemptsLeft } from './limits.ts';
import { attemptsLeft, currentPayment, isCancellable } from '../order/paying.ts';
import { change, readOrder } from '../orders.ts';
import { isReused, payerView } from './payer-view.ts';
import type { PaymentConfig, PaymentDeps } from '../ports.ts';
import { notForLong } from '../queries/wait.ts';
import { isSavable, offeredCards, type SignedOrder } from './saved-cards.ts';
import { requireCurrent, orderUpdate } from './start-payment.ts';

/**
 * The data that the tag needs before it shows a form. A token that updates the order counts from now on. A hosted
 * page that nobody may pay any more is cancelled, since the tag would lead there.
 * @param onReused called if the order is paid, and a token that is no older states another one under its id
 * @throws ProblemError `order-unsupported`, `order-closed`, `order-changed`, so that no customer types a card in vain
 */
export async function openSession(
  deps: PaymentDeps,
  signed: SignedOrder,
  onReused: (orderId: string) => void = () => {},
): Promise<SessionView> {
  const { order: wanted, issuedAt } = signed;
  requireSupported(wanted, deps.config);
  const { order: updated } = await change(deps, wanted.id, (current) => {
    return { ...orderUpdate(current, signed, deps.clock.now().getTime()), result: null };
  });
  await notForLong(deps, updated, cancelOldPages(deps, updated));
  const order = await readOrder(deps, wanted.id);
  const { state } = order;
  const current = currentPayment(state);
  // A customer who has paid or is paying must see the payment's state, even if the order has changed meanwhile.
  if (!current || current.status === 'failure' || isCancellable(current)) requireCurrent(state, signed);
  const isOlder = issuedAt !== null && issuedAt < (state.orderTerms?.issuedAt ?? 0);
  if (isReused(state, signed) && !isOlder) onReused(wanted.id);
  const modes = modesFor(wanted, deps.config);
  return {
    merchant: payee(wanted, deps.config),
    order: {
      id: wanted.id,
      amount: formatAmount(wanted.amountMinor, wanted.currency),
      currency: wanted.currency,
      description: wanted.description,
      method: wanted.method,
    },
    modes,
    customerFields: customerFieldsFor(wanted, modes.includes('direct') ? 'direct' : 'hosted'),
    hostedCustomerFields: customerFieldsFor(wanted, 'hosted'),
    hostedMethods: modes.includes('hosted') ? [...deps.config.hostedMethods] : [],
    brands: wanted.brands ?? null,
    savedCards: await offeredCards(deps, signed, state, modes),
    savable: isSavable(deps, signed, state, modes),
    payment: current && payerView(order, current, signed),
    attemptsLeft: Math.min(attemptsLeft(state), await orderAttemptsLeft(deps, wanted.id)),
    test: deps.config.test || wanted.currency === 'XTS',
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
