/** The products of the demo shop. Prices in minor units of EUR: amounts are set here, never in the browser. */
export interface Product {
  /** also the name of its picture, `public/pictures/{id}.svg` */
  id: string;
  name: string;
  text: string;
  priceMinor: number;
}

export const CURRENCY = 'EUR';

/** Minor units in the page's language, as the tag shows amounts: "€1,234.50". */
export const price = (minor: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: CURRENCY }).format(minor / 100);

/** Minor units as decimal text. */
export const decimal = (minor: number): string => (minor / 100).toFixed(2);

/** Reads a quantity: 0 to 99. */
export const piecesOf = (text: unknown): number => Math.min(99, Math.max(0, Math.trunc(Number(text)) || 0));

export const PRODUCTS: readonly Product[] = [
  {
    id: 'tea',
    name: 'Linden tea',
    text: 'Blossom from one orchard, dried in the shade. 100\u00a0g.',
    priceMinor: 1000,
  },
  {
    id: 'mug',
    name: 'Clay mug',
    text: 'Thrown by hand, glazed inside. Holds 350\u00a0ml.',
    priceMinor: 2450,
  },
  {
    id: 'blanket',
    name: 'Wool blanket',
    text: 'Undyed wool from the Carpathians. 130\u00a0×\u00a0200\u00a0cm.',
    priceMinor: 8900,
  },
  {
    id: 'kettle',
    name: 'Copper kettle',
    text: 'Spun from one sheet, sings at the boil. 1.2\u00a0litres.',
    priceMinor: 12900,
  },
  {
    id: 'socks',
    name: 'House socks',
    text: 'Knitted from what the blankets leave over. 36 to 46.',
    priceMinor: 1950,
  },
  {
    id: 'candle',
    name: 'Beeswax candle',
    text: 'Burns for some forty hours and smells of honey.',
    priceMinor: 1600,
  },
];

/** The cards of the sandbox, as its README lists them. */
export const TEST_CARDS: readonly (readonly [number: string, effect: string])[] = [
  ['4242 4242 4242 4242', 'success'],
  ['5454 5454 5454 5454', '3-D Secure first'],
  ['3782 822463 10005', 'American Express, success'],
  ['4000 0000 0000 0002', 'rejected'],
  ['4000 0000 0000 9995', 'insufficient funds'],
  ['4000 0000 0000 0069', 'card expired'],
  ['4000 0000 0000 0127', 'invalid card data'],
  ['4000 0000 0000 0119', 'pending, then success'],
  ['4000 0000 0000 0341', 'charged, response lost, webhook late'],
  ['4000 0000 0000 0259', 'charged, found by a status query'],
  ['4000 0000 0000 0101', 'not charged, connection cut'],
];
