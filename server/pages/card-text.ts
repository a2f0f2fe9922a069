import { brandName } from '../contract/brand-name.ts';
import { brandOf } from '../contract/card.ts';

/** A masked card for display: "424242******4242" → "Visa •••• 4242". Null if it is no card mask. */
export function cardText(mask: string | null): string | null {
  const [, first = '', last = ''] = /^(\d{4,8})\D+(\d{4})$/.exec(mask ?? '') ?? [];
  return (last && `${brandName(brandOf(first))} •••• ${last}`.trim()) || null;
}
