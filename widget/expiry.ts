/**
 * Month and four-digit year of an expiry date as the form writes it, even if out of range: "01 / 27", "1/27", "0127",
 * "01/2027". Null while it is incomplete.
 */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d\d?)\s*\/?\s*(?:20)?(\d\d+)$/.exec(text.trim()) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : null;
}
