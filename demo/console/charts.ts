import { html, svg, type TemplateResult } from 'lit';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import {
  approvalOf,
  approvalOverTime,
  type ApprovalPeriod,
  declinesOf,
  REASON_NAMES,
  timeToPayOf,
} from './figures.ts';
import { clockText, durationText, momentText } from './plain-text.ts';

/** The charts above a list of payments, drawn as SVG, each with its data in a table. */

const WIDTH = 240;
const HEIGHT = 64;
const COLUMNS = 12;
const DAY_MS = 86_400_000;

/** @param payments the listed payments */
export function charts(payments: readonly PaymentView[]): TemplateResult {
  return html`<div class="charts">${approvalCard(payments)}${declineCard(payments)}${timeCard(payments)}</div>`;
}

/** The same in one line. */
export function figuresLine(payments: readonly PaymentView[]): string {
  const { rate, failed } = approvalOf(payments);
  const { medianS } = timeToPayOf(payments);
  const declines = failed === 1 ? '1 decline' : `${failed} declines`;
  return `${percent(rate)} approved · ${declines} · ${medianS === null ? '–' : durationText(medianS)} to pay`;
}

interface Card {
  title: string;
  figure: string;
  note: string;
  picture: TemplateResult;
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

function card({ title, figure, note, picture, head, rows }: Card): TemplateResult {
  const [first, ...others] = head;
  return html`<section class="chart">
    <h2>${title}</h2>
    <p class="figure">${figure} <span>${note}</span></p>
    ${picture}
    <details>
      <summary>Table<span class="visually-hidden">: ${title}</span></summary>
      <table>
        <thead><tr><th scope="col">${first}</th>${others.map((one) => html`<th scope="col" class="number">${one}</th>`)}</tr></thead>
        <tbody>${rows.map(tableRow)}</tbody>
      </table>
    </details>
  </section>`;
}

const tableRow = ([name, ...values]: readonly (string | number)[]) =>
  html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td class="number">${value}</td>`)}</tr>`;

function approvalCard(payments: readonly PaymentView[]): TemplateResult {
  const { rate, succeeded, failed, open } = approvalOf(payments);
  const periods = approvalOverTime(payments, COLUMNS);
  const spanMs = (periods.at(-1)?.from ?? 0) - (periods[0]?.from ?? 0);
  const timeText = spanMs < DAY_MS ? clockText : momentText;
  return card({
    title: 'Approval rate',
    figure: percent(rate),
    note: `${succeeded} of ${succeeded + failed}${open > 0 ? `, ${open} open` : ''}`,
    picture: approvalPicture(periods),
    head: ['From', 'Succeeded', 'Failed', 'Open'],
    rows: periods
      .filter((one) => one.succeeded + one.failed + one.open > 0)
      .map((one) => [timeText(new Date(one.from).toISOString()), one.succeeded, one.failed, one.open]),
  });
}

function approvalPicture(periods: readonly ApprovalPeriod[]): TemplateResult {
  const most = Math.max(1, ...periods.map((one) => one.succeeded + one.failed));
  const step = WIDTH / COLUMNS;
  const heightOf = (count: number) => (count / most) * HEIGHT;
  return picture(
    'Payments over time: succeeded below, failed above',
    periods.map(({ succeeded, failed }, index) => {
      const [good, bad] = [heightOf(succeeded), heightOf(failed)];
      return svg`${bar(index * step, HEIGHT - good, step - 3, good, 'good')}
        ${bar(index * step, HEIGHT - good - bad, step - 3, bad, 'bad')}`;
    }),
  );
}

function declineCard(payments: readonly PaymentView[]): TemplateResult {
  const declines = declinesOf(payments);
  const total = declines.reduce((sum, one) => sum + one.count, 0);
  return card({
    title: 'Declines by reason',
    figure: String(total),
    note: total === 0 ? 'no payment failed' : `of ${payments.length} payments`,
    picture: html`<ul class="bars" aria-hidden="true">
      ${declines.slice(0, 4).map(
        ({ reason, count }) => html`<li>
          <span>${REASON_NAMES[reason]}</span><span class="number">${count}</span>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none">${bar(0, 0, (count / total) * 100, 4, 'bad')}</svg>
        </li>`,
      )}
    </ul>`,
    head: ['Reason', 'Payments'],
    rows: declines.map(({ reason, count }) => [REASON_NAMES[reason], count]),
  });
}

function timeCard(payments: readonly PaymentView[]): TemplateResult {
  const { pieces, medianS } = timeToPayOf(payments);
  const most = Math.max(1, ...pieces.map(({ count }) => count));
  const step = WIDTH / pieces.length;
  const names = pieces.map(({ toS }) => (toS === null ? 'more' : shortTime(toS)));
  return card({
    title: 'Time to pay',
    figure: medianS === null ? '–' : durationText(medianS),
    note: 'median',
    picture: html`${picture(
      'Payments by how long they took',
      pieces.map(({ count }, index) => {
        const height = (count / most) * HEIGHT;
        return bar(index * step, HEIGHT - height, step - 4, height, 'plain');
      }),
    )}<ol class="axis" aria-hidden="true">${names.map((name) => html`<li>${name}</li>`)}</ol>`,
    head: ['Up to', 'Payments'],
    rows: pieces.map(({ count }, index) => [names[index] ?? '', count]),
  });
}

const shortTime = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${seconds / 60} m`);

function picture(label: string, bars: unknown): TemplateResult {
  return html`<svg class="picture" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
    <line x1="0" x2=${WIDTH} y1=${HEIGHT} y2=${HEIGHT} />${bars}
  </svg>`;
}

const bar = (x: number, y: number, width: number, height: number, tone: string) =>
  height > 0 ? svg`<rect x=${x} y=${y} width=${width} height=${height} data-tone=${tone} />` : svg``;

const percent = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 100)} %`);
