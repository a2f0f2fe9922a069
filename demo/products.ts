import { amountText } from '../server/contract/amount-text.ts';
import { formatAmount } from '../server/contract/money.ts';

/** The products of the demo shop. Prices in minor units of EUR: amounts are set here, never in the browser. */
export interface Product {
  /** also the name of its picture, `public/pictures/{id}.svg` */
  id: string;
  name: string;
  text: string;
  priceMinor: number;
}

export const CURRENCY = 'EUR';

/** Minor units as decimal text. */
export const decimal = (minor: number): string => formatAmount(minor, CURRENCY);

/** Minor units in the page's language, as the tag shows amounts: "€1,234.50". */
export const price = (minor: number): string => amountText('en', decimal(minor), CURRENCY);

/** Reads a quantity: 0 to 99. */
export const piecesOf = (text: unknown): number => Math.min(99, Math.max(0, Math.trunc(Number(text)) || 0));

export const PRODUCTS: readonly Product[] = [
  product('tea', 'Linden tea', 1000, 'Blossom from one orchard, dried in the shade. 100\u00a0g.'),
  product('mug', 'Clay mug', 2450, 'Thrown by hand, glazed inside. Holds 350\u00a0ml.'),
  product('blanket', 'Wool blanket', 8900, 'Undyed wool from the Carpathians. 130\u00a0×\u00a0200\u00a0cm.'),
  product('kettle', 'Copper kettle', 12900, 'Spun from one sheet, sings at the boil. 1.2\u00a0litres.'),
  product('socks', 'House socks', 1950, 'Knitted from what the blankets leave over. 36 to 46.'),
  product('candle', 'Beeswax candle', 1600, 'Burns for some forty hours and smells of honey.'),
];

function product(id: string, name: string, priceMinor: number, text: string): Product {
  return { id, name, priceMinor, text };
}
