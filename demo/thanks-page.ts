/**
 * The order page: shows what the companion's webhooks have reported to the shop, and empties the cart once an
 * order of the cart is paid.
 */
import type { PaymentView } from '../server/contract/checkout-api.ts';
import { emptyCart } from './cart.ts';
import { followDeliveries } from './deliveries.ts';
import './everywhere.ts';

function thank(payment: PaymentView | null): void {
  if (payment?.status !== 'success') return;
  if (document.querySelector('[data-from=cart]')) emptyCart();
  for (const one of document.querySelectorAll<HTMLElement>('[data-paid], [data-unpaid]'))
    one.hidden = 'unpaid' in one.dataset;
  const title = document.querySelector('h1');
  if (title) title.textContent = 'Thank you';
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
document.addEventListener('pay-result', ({ detail }) => thank(detail.payment));
// The tag may have received the payment before this was loaded.
thank(document.querySelector('pay-status')?.payment ?? null);
