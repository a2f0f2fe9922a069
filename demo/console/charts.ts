import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { ApprovalChart } from './approval-chart.ts';
import { approvalOf, type Count, declinesOf, type Period, periodsOf } from './figures.ts';

const MOST_REASONS = 5;

/** Figures of the listed payments: approvals over time as a chart, and the reasons of declines. */
export class Charts {
  #chart: ApprovalChart | null = null;
  #periods: readonly Period[] = [];

  render(payments: readonly PaymentView[]): TemplateResult {
    this.#periods = periodsOf(payments);
    this.#chart?.show(this.#periods);
    const { rate, succeeded, declined, cancelled, open } = approvalOf(payments);
    const declines = declined === 1 ? '1 decline' : `${declined} declines`;
    const ended = succeeded + declined;
    const counts = [
      ended > 0 && `${succeeded} of ${ended} payments approved`,
      cancelled > 0 && `${cancelled} cancelled`,
      open > 0 && `${open} still open`,
    ];
    const isWide = matchMedia('(min-width: 60rem)').matches;
    return html`<details class="insights" ?open=${isWide}>
      <summary>${percent(rate)} approved · ${declines} <span class="fine">(the ${payments.length} listed payments)</span></summary>
      <div class="charts">
        ${card(
          'Approval rate',
          percent(rate),
          counts.filter(Boolean).join(', '),
          html`<div class="plot" role="img" aria-label=${`Payments over time, ${succeeded} succeeded and ${declined} declined`} ${ref(this.#place)}></div>
          <p class="fine legend"><span data-tone="good">Succeeded</span> <span data-tone="bad">Declined</span> · UTC</p>`,
        )}
        ${card('Declines by reason', String(declined), declined === 0 ? 'no payment was declined' : `of ${payments.length} payments`, bars(declinesOf(payments, MOST_REASONS)))}
      </div>
    </details>`;
  }

  readonly #place = (element: Element | undefined) => {
    this.#chart?.destroy();
    this.#chart = element instanceof HTMLElement ? new ApprovalChart(element, this.#periods) : null;
  };
}

const percent = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 100)} %`);

const card = (
  title: string,
  figure: string,
  note: string,
  content: unknown,
) => html`<section class="card chart">
  <h2>${title}</h2>
  <p><span class="sum">${figure}</span> <span class="fine">${note}</span></p>
  ${content}
</section>`;

/** Counts, each with a bar. */
function bars(counts: readonly Count[]): TemplateResult {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return html`<dl class="bars">${counts.map(
    ({ name, count }) => html`<div>
      <dt>${name}</dt>
      <dd><progress aria-hidden="true" max=${most} value=${count}></progress><span class="number">${count}</span></dd>
    </div>`,
  )}</dl>`;
}
