/**
 * Month and four-digit year of an expiry date as the form writes it, even if out of range: "01 / 27", "1/27", "0127",
 * "01/2027". Null while it is incomplete, unless no year can make it valid: the year of "13 / " is NaN.
 */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d\d?)\s*\/?\s*(?:20)?(\d\d+)$/.exec(text.trim()) ?? [];
  if (month && year) return { month: Number(month), year: Number(`20${year}`) };
  const [, impossible] = /^(00|1[3-9]|[2-9]\d)(?: \/|$)/.exec(text) ?? [];
  return impossible ? { month: Number(impossible), year: NaN } : null;
}
