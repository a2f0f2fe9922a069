import { html } from 'lit';
import type { ListedPayment } from '../../server/contract/merchant-api.ts';
import { Charts } from './charts.ts';
import type { ListKind } from './list-view.ts';
import { cardText } from './plain-text.ts';
import { methodText, STATUSES } from './statuses.ts';

/** The list of all payments, with figures. */
export function paymentsList(): ListKind<ListedPayment> {
  const charts = new Charts();
  return {
    name: 'payments',
    title: 'Payments',
    filters: { status: Object.entries(STATUSES).map(([value, { text }]) => [value, text]) },
    columns: ['Card', 'Kind'],
    cells: ({ cardMask, method, mode }) => html`
      <td class="digits">${cardText(cardMask)}</td>
      <td class="kind">${methodText(method)}, ${mode}</td>`,
    figures: (payments) => charts.render(payments),
    sums: ['Captured', 'Refunded'],
    amounts: ({ captured, refunded }) => [captured, refunded],
    about: 'By the day on which the payment was started.',
    empty: html`Buy something in <a href="./">the shop</a>, and the payment appears here.`,
  };
}
