/** What the demo shop sells. Prices in minor units of EUR: the amount is made here, never in the browser. */
export interface Product {
  id: string;
  name: string;
  text: string;
  priceMinor: number;
  /** inside of an SVG of 320 × 176 */
  picture: string;
}

export const CURRENCY = 'EUR';

export const PRODUCTS: readonly Product[] = [
  {
    id: 'tea',
    name: 'Linden tea',
    text: 'Flowers from one orchard, dried in the shade. 100 g.',
    priceMinor: 1000,
    picture:
      '<rect width="320" height="176" fill="#dfe5cf"/><rect x="118" y="44" width="84" height="104" rx="8" fill="#7b8f4b"/><rect x="118" y="44" width="84" height="18" rx="8" fill="#5f7138"/><circle cx="160" cy="100" r="22" fill="#f1eed6"/><path d="M160 86c10 8 10 20 0 28-10-8-10-20 0-28z" fill="#7b8f4b"/>',
  },
  {
    id: 'mug',
    name: 'Clay mug',
    text: 'Thrown by hand, glazed inside. Holds 350 ml.',
    priceMinor: 2450,
    picture:
      '<rect width="320" height="176" fill="#ead7c6"/><rect x="112" y="60" width="80" height="84" rx="12" fill="#b5653f"/><path d="M192 78h14a18 18 0 0 1 0 44h-14" fill="none" stroke="#b5653f" stroke-width="11"/><ellipse cx="152" cy="62" rx="40" ry="9" fill="#7f4428"/><path d="M138 44c-6-8 6-12 0-20M160 44c-6-8 6-12 0-20" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round" opacity=".8"/>',
  },
  {
    id: 'blanket',
    name: 'Wool blanket',
    text: 'Undyed wool from the Carpathians. 130 × 200 cm.',
    priceMinor: 8900,
    picture:
      '<rect width="320" height="176" fill="#d6d9e8"/><rect x="92" y="58" width="136" height="88" rx="10" fill="#4d5288"/><path d="M92 84h136M92 104h136M92 124h136" stroke="#8e93c7" stroke-width="6"/><path d="M92 146v10M108 146v10M124 146v10M140 146v10M156 146v10M172 146v10M188 146v10M204 146v10M220 146v10" stroke="#4d5288" stroke-width="4"/>',
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
  ['4000 0000 0000 0341', 'charged, answer lost, webhook late'],
  ['4000 0000 0000 0259', 'charged, only asking finds out'],
  ['4000 0000 0000 0101', 'not charged, connection cut'],
];
