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
const UTC_MOMENT = new Intl.DateTimeFormat('en-GB', {
  ...day,
  ...time,
  timeZone: 'UTC',
  timeZoneName: 'short',
});
const UTC_DAY = new Intl.DateTimeFormat('en-GB', { ...day, year: 'numeric', timeZone: 'UTC' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { ...time, second: '2-digit' });

/** "15 Jun, 12:00"; ISO 8601 in. */
export const momentText = (iso: string): string => MOMENT.format(new Date(iso));
/** "15 Jun 2026" */
export const dayText = (iso: string): string => DAY.format(new Date(iso));
/** "15 Jun, 12:00 UTC" */
export const utcMomentText = (iso: string): string => UTC_MOMENT.format(new Date(iso));
/** "15 Jun 2026", the day in UTC */
export const utcDayText = (iso: string): string => UTC_DAY.format(new Date(iso));
/** "12:00:05" */
export const clockText = (iso: string): string => CLOCK.format(new Date(iso));

/** "424242******4242" as "•••• 4242". */
export const cardText = (mask: string | null): string => (mask ? `•••• ${mask.slice(-4)}` : '–');

/** The day after a day; both are `yyyy-MM-dd`. */
export function dayAfter(date: string): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, dayOfMonth + 1)).toISOString().slice(0, 10);
}
