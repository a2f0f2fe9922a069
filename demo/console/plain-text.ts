/** Formats amounts and times for readers of English. Pure, except for the reader's time zone. */

/** Decimal text with its currency: "€24.50", "UAH 100.00". Text that is not an amount is shown unchanged. */
export function amountText(amount: string | null, currency: string): string {
  if (amount === null) return '–';
  try {
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
    return format.format(amount as Intl.StringNumericLiteral);
  } catch {
    return `${amount} ${currency}`;
  }
}

const time = { hour: '2-digit', minute: '2-digit' } as const;
const day = { day: 'numeric', month: 'short' } as const;
const MOMENT = new Intl.DateTimeFormat('en-GB', { ...day, ...time });
const DAY = new Intl.DateTimeFormat('en-GB', { ...day, year: 'numeric' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { ...time, second: '2-digit' });

/** "15 Jun, 12:00"; ISO 8601 in. */
export const momentText = (iso: string): string => MOMENT.format(new Date(iso));
/** "15 Jun 2026" */
export const dayText = (iso: string): string => DAY.format(new Date(iso));
/** "12:00:05" */
export const clockText = (iso: string): string => CLOCK.format(new Date(iso));

/** "424242******4242" as "•••• 4242". */
export const cardText = (mask: string | null): string => (mask ? `•••• ${mask.slice(-4)}` : '–');

/** The bounds of a payment query: the reader's days as times, including the last day. */
export function daysAsTimes(from: string, to: string): { from: string; to: string } {
  return { from: from && localMidnight(from, 0), to: to && localMidnight(to, 1) };
}

function localMidnight(date: string, later: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + later).toISOString();
}
