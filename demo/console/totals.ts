import { html, nothing, type TemplateResult } from 'lit';
import { formatAmount, parseAmount } from '../../server/contract/money.ts';
import { fact } from './pieces.ts';
import { amountText, utcDayText } from './plain-text.ts';

/** Something with amounts of money, as decimal text: one for each sum, "0" if it adds nothing to it. */
export interface Entry {
  createdAt: string;
  currency: string;
  amounts: readonly string[];
}

/** Sums in one currency, in minor units. `day`: yyyy-MM-dd in UTC; empty for all days together. */
interface Total {
  day: string;
  currency: string;
  sums: number[];
}

const ALL_DAYS = '';

/** The sums by day and currency, the latest day first, all days together last; none that are all zero. */
export function totalsOf(entries: readonly Entry[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { createdAt, currency, amounts } of entries) {
    for (const day of [createdAt.slice(0, 10), ALL_DAYS]) {
      const before = totals.get(day + currency)?.sums ?? [];
      const sums = amounts.map((amount, at) => (before[at] ?? 0) + (parseAmount(amount, currency) ?? 0));
      totals.set(day + currency, { day, currency, sums });
    }
  }
  return [...totals.values()]
    .filter(({ sums }) => sums.some((minor) => minor !== 0))
    .sort((one, other) => other.day.localeCompare(one.day));
}

/** @param names of the sums */
export function totals(names: readonly string[], entries: readonly Entry[]): TemplateResult | typeof nothing {
  const shown = totalsOf(entries);
  if (shown.length === 0) return nothing;
  return html`<dl class="totals">${shown.map(({ day, currency, sums }) =>
    fact(
      day === ALL_DAYS ? 'All days' : utcDayText(day),
      sums.map(
        (minor, at) =>
          html`<span>${names[at]} <b>${amountText(formatAmount(minor, currency), currency)}</b></span>`,
      ),
    ),
  )}</dl>`;
}
