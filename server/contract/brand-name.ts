import type { CardBrand } from './card.ts';

/** Brands that are not written like a word. */
const NAMES: Readonly<Partial<Record<CardBrand, string>>> = {
  jcb: 'JCB',
  unionpay: 'UnionPay',
  rupay: 'RuPay',
};

/** A brand as people write it; empty for null. */
export const brandName = (brand: CardBrand | null): string =>
  brand ? (NAMES[brand] ?? brand.replace(/^./, (first) => first.toUpperCase())) : '';
