import type { PaymentView } from '../server/contract/checkout-api.ts';
import { emptyCart } from './cart.ts';

/** The order page: its title follows the payment, and an order of the cart empties the cart once it is paid. */
export function startThanks(): void {
  const status = document.querySelector('pay-status');
  if (!status) return;
  document.addEventListener('pay-result', ({ detail }) => show(detail.payment));
  // The tag may have received the payment before this was loaded.
  if (status.payment) show(status.payment);
}

const TITLES: Partial<Record<PaymentView['status'], string>> = {
  success: 'Thank you',
  failure: 'Payment failed',
};

function show({ status, method }: PaymentView): void {
  const title = document.querySelector('h1');
  if (title) title.textContent = TITLES[status] ?? 'Your order';
  // The tag itself says whether another payment may begin.
  document.querySelector('[data-unpaid]')?.setAttribute('hidden', '');
  const isPaid = status === 'success';
  // Goods only for money: an auth is a reservation.
  document.querySelector('[data-paid]')?.toggleAttribute('hidden', !isPaid || method !== 'purchase');
  if (isPaid && document.querySelector('[data-from=cart]')) emptyCart();
}
