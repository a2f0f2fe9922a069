/**
 * The order page: shows what the companion's webhooks have reported to the shop, and empties the cart once an
 * order of the cart is paid.
 */
import type { PaymentView } from '../server/contract/checkout-api.ts';
import { emptyCart } from './cart.ts';
import { followDeliveries } from './deliveries.ts';
import './everywhere.ts';

/** While the outcome is unknown, nothing leads back to the checkout: nobody should pay again. */
function show(payment: PaymentView | null): void {
  const isPaid = payment?.status === 'success';
  hide('[data-paid]', !isPaid);
  hide('[data-unpaid]', isPaid || payment?.status === 'unknown');
  if (!isPaid) return;
  if (document.querySelector('[data-from=cart]')) emptyCart();
  const title = document.querySelector('h1');
  if (title) title.textContent = 'Thank you';
}

function hide(selector: string, isHidden: boolean): void {
  for (const one of document.querySelectorAll<HTMLElement>(selector)) one.hidden = isHidden;
}

const line = document.querySelector<HTMLElement>('#delivered');
if (line) {
  const address = `${location.pathname.replace(/\/thanks$/, '')}/deliveries`;
  void followDeliveries({
    ask: () => fetch(address),
    show: (status) => (line.textContent = `Webhook delivered: ${status}.`),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
}
document.addEventListener('pay-result', ({ detail }) => show(detail.payment));
// The tag may have received the payment before this was loaded.
show(document.querySelector('pay-status')?.payment ?? null);
