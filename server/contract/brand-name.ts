import type { CardBrand } from './card.ts';

/** Brands whose spelling is not simply capitalised. */
const NAMES: Readonly<Partial<Record<CardBrand, string>>> = {
  jcb: 'JCB',
  unionpay: 'UnionPay',
  rupay: 'RuPay',
};

/** A brand's display name; empty for null. */
export const brandName = (brand: CardBrand | null): string =>
  brand ? (NAMES[brand] ?? brand.replace(/^./, (first) => first.toUpperCase())) : '';
