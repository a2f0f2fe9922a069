import { brandName } from '../contract/brand-name.ts';
import { brandOf } from '../contract/card.ts';

/** A masked card as people know it: "424242******4242" → "Visa •••• 4242". Null for what is no mask of a card. */
export function cardText(mask: string | null): string | null {
  const [, first = '', last = ''] = /^(\d{4,8})\D+(\d{4})$/.exec(mask ?? '') ?? [];
  return (last && `${brandName(brandOf(first))} •••• ${last}`.trim()) || null;
}
