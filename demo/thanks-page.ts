/** The order page: shows what the companion's webhooks have reported to the shop, and empties the cart once it is paid. */
import type { PaymentView } from '../server/contract/checkout-api.ts';
import { emptyCart } from './cart.ts';
import './everywhere.ts';

const EVERY_MS = 1_000;
const ROUNDS = 60;

async function follow(line: HTMLElement): Promise<void> {
  const order = location.pathname.replace(/\/thanks$/, '');
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await fetch(`${order}/deliveries`);
    const { deliveries } = (await answer.json()) as { deliveries: { status: string }[] };
    const last = deliveries.at(-1)?.status;
    if (last) line.textContent = `Webhook delivered: ${last}.`;
    if (last === 'success' || last === 'failure') return;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

function thank(payment: PaymentView | null): void {
  if (payment?.status !== 'success') return;
  emptyCart();
  for (const one of document.querySelectorAll<HTMLElement>('[data-paid], [data-unpaid]'))
    one.hidden = 'unpaid' in one.dataset;
  const title = document.querySelector('h1');
  if (title) title.textContent = 'Thank you';
}

const line = document.querySelector<HTMLElement>('#delivered');
if (line) void follow(line);
document.addEventListener('pay-result', ({ detail }) => thank(detail.payment));
// The tag may have known before this was loaded.
thank(document.querySelector('pay-status')?.payment ?? null);
