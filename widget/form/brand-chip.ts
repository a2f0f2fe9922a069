import { html, svg } from 'lit';
import type { CardBrand } from '../../server/contract/card.ts';

/** Small icons of cards and wallets, 38 × 24 units, drawn for this project in the brands' colours. */

/**
 * Letters as lines, because pages differ in their fonts: the distance to the next letter, then a path from the upper left
 * corner. Capitals are 6 units high. Cyrillic ones have no letter of their own where a Latin one looks the same.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '6m0 6 2.4-6 2.4 6m-.8-2h-3.2',
  B: '5v6h2.2a1.6 1.6 0 000-3.1h-2.2 2a1.45 1.45 0 000-2.9z',
  C: '6m4.8.8a3 3 0 100 4.4',
  D: '5v6h1a3 3 0 000-6z',
  E: '5m3.4 0h-3.4v6h3.4m-.4-3h-3',
  H: '6v6m0-3h4m0-3v6',
  I: '2v6',
  J: '5m3 0v4.2a1.6 1.6 0 01-3.2 0',
  M: '7m0 6v-6l2.4 4 2.4-4v6',
  O: '7m3 0a3 3 0 100 6 3 3 0 000-6z',
  P: '5m0 6v-6h2a1.7 1.7 0 010 3.4h-2',
  R: '5m0 6v-6h2a1.6 1.6 0 010 3.2h-2 1.6l2 2.8',
  S: '5m3.6.6c-3.4-1.6-4.8 1.3-1.8 2.3 3.4 1 1.8 4.2-1.8 2.4',
  T: '6h4.4m-2.2 0v6',
  U: '5v4a1.9 1.9 0 003.8 0v-4',
  V: '6l2.2 6 2.2-6',
  X: '5l4 6m0-6-4 6',
  И: '6v6l3.8-6v6',
  П: '5m0 6v-6h3.6v6',
  a: '5m3.8 2v4m0-2a1.9 1.9 0 10-3.8 0 1.9 1.9 0 103.8 0',
  c: '4m3.2 2.6a1.9 1.9 0 100 2.8',
  d: '5m3.8 0v6m0-2a1.9 1.9 0 10-3.8 0 1.9 1.9 0 103.8 0',
  e: '5m0 4h3.8a1.9 1.9 0 10-.7 1.5',
  h: '5v6m0-2.2a1.6 1.6 0 013.2 0v2.2',
  i: '2m0 2v4m0-6v.8',
  l: '2v6',
  n: '5m0 2v4m0-2.2a1.6 1.6 0 013.2 0v2.2',
  o: '5m0 4a1.9 1.9 0 103.8 0 1.9 1.9 0 10-3.8 0z',
  p: '5m0 2v6m0-4a1.9 1.9 0 103.8 0 1.9 1.9 0 10-3.8 0',
  r: '3m0 2v4m0-2a2 2 0 012-2',
  t: '4m1 0v4.6q0 1.4 1.6 1.2m-2.6-3.8h2.6',
  u: '5m0 2v2.2a1.6 1.6 0 003.2 0v-2.2 4',
  y: '5m0 2 1.8 4m1.8-4-2.6 6',
};

const shape = (color: string, d: string): unknown => svg`<path fill=${`#${color}`} d=${d} />`;

const line = (color: string, width: number, d: string, matrix = '1 0 0 1 0 0'): unknown =>
  svg`<path fill="none" stroke=${color} stroke-width=${width} stroke-miterlimit="2" transform=${`matrix(${matrix})`} d=${d} />`;

/** @param matrix size, slant and place, as in SVG */
function word(text: string, color: string, width: number, matrix: string): unknown {
  let x = 0;
  const letters = text.split('').map((letter) => {
    const [advance, ...d] = LETTERS[letter] ?? '';
    const path = `M${x} 0${d.join('')}`;
    x += Number(advance);
    return path;
  });
  return line(`#${color}`, width, letters.join(''), matrix);
}

const ground = (color: string): unknown => shape(color, 'M0 0h38v24H0z');

const WHITE = 'fff';

const circles = (left: string, right: string, both: string): unknown[] => [
  ground(WHITE),
  shape(left, 'M8 12a7 7 0 1014 0 7 7 0 10-14 0'),
  shape(right, 'M16 12a7 7 0 1014 0 7 7 0 10-14 0'),
  shape(both, 'M19 6.26a7 7 0 010 11.48 7 7 0 010-11.48'),
];

const BRANDS: Readonly<Record<CardBrand, () => unknown[]>> = {
  visa: () => [ground(WHITE), word('VISA', '1434cb', 1.8, '1.5 0-.42 1.5 8.2 7.5')],
  mastercard: () => circles('eb001b', 'f79e1b', 'ff5f00'),
  amex: () => [ground('016fd0'), word('AMEX', WHITE, 1.5, '1.3 0 0 1.4 4.4 7.8')],
  discover: () => [
    ground(WHITE),
    shape('f47216', 'M38 13v11H12q17-2 26-11M16.7 9.5a2.9 2.9 0 105.8 0 2.9 2.9 0 10-5.8 0'),
    word('DISC', '222', 1.2, '.85 0 0 .9 2 6.8'),
    word('VER', '222', 1.2, '.85 0 0 .9 23.4 6.8'),
  ],
  diners: () => [
    ground('0079be'),
    shape(WHITE, 'M17 3.5h4a8.5 8.5 0 010 17h-4a8.5 8.5 0 010-17'),
    shape('0079be', 'M10 12a7 7 0 1014 0 7 7 0 10-14 0'),
    shape(WHITE, 'M15.4 6.8a5.5 5.5 0 000 10.4zm3.2 0a5.5 5.5 0 010 10.4z'),
  ],
  jcb: () => [
    ground(WHITE),
    ['J0b4ea2', 'Cd7182a', 'B1a9b45'].map(([letter = '', ...color], at) => [
      shape(color.join(''), `M${9.5 + 8.5 * at} 4h4.5v13q0 3-3 3h-4.5v-13q0-3 3-3`),
      word(letter, WHITE, 1.5, `1 0 0 1 ${8.5 + 8.5 * at} 9`),
    ]),
  ],
  unionpay: () => [
    ground('007b84'),
    shape('00447c', 'M0 0h28l-4 24H0z'),
    shape('e21836', 'M0 0h15l-4 24H0z'),
    word('UnionPay', WHITE, 1.3, '.9 0-.2 1.1 3.5 8.3'),
  ],
  maestro: () => circles('eb001b', '00a2e5', '7375cf'),
  mir: () => [
    ground(WHITE),
    word('MИP', '0f9a4f', 1.7, '1.4 0 0 1.4 5.8 7.8'),
    shape('0097d8', 'M24.5 6.6h4.5a4 4 0 014 4h-8.5z'),
  ],
  prostir: () => [ground('2b2a75'), word('ПPOCTIP', 'ffd500', 1.2, '.9 0 0 1 3.3 9')],
  elo: () => [
    ground('000'),
    line('#ffcb05', 3, 'M9 7.6a4.7 4.7 0 016 3.3'),
    line('#00a4e0', 3, 'M7 8.8a4.7 4.7 0 000 6.4'),
    line('#ef4123', 3, 'M9 16.4a4.7 4.7 0 006-3.3'),
    word('elo', WHITE, 1.5, '1.3 0 0 1.3 18.5 7'),
  ],
  hiper: () => [ground('f37421'), word('Hiper', WHITE, 1.4, '1.3 0 0 1.3 6 7.5')],
  hipercard: () => [ground('b3131b'), word('Hipercard', WHITE, 1.1, '.85 0-.1 1.1 3 8.5')],
  rupay: () => [
    ground(WHITE),
    shape('f47b20', 'M31.5 8l2 4-3.5 4z'),
    shape('008c44', 'M33.5 8l2 4-3.5 4z'),
    word('RuPay', '2e3192', 1.4, '1.05 0-.25 1.1 4.5 8'),
  ],
  troy: () => [ground(WHITE), word('troy', '00a0b0', 1.6, '1.6 0 0 1.6 6 6')],
};

const INK = '1f1f1f';

const WALLETS = {
  'apple-pay': () => [
    shape(
      INK,
      'M12.6 10c-1.9 1.1-1.6 3.9.6 4.8-.6 1.7-1.7 3.4-2.9 3.4-.8 0-1-.5-1.9-.5s-1.2.5-1.9.5c-1.4 0-3.3-3-3.3-5.4 0-2.3 1.5-3.6 3-3.6.9 0 1.6.6 2.1.6s1.3-.7 2.4-.7c.8 0 1.5.4 1.9.9M10.5 5c.1 1.6-1.1 2.8-2.4 2.8-.1-1.4 1-2.7 2.4-2.8',
    ),
  ],
  'google-pay': () => [
    line('#ea4335', 2, 'M5.4 10.25A4 4 0 0111.8 9.2'),
    line('#fbbc04', 2, 'M5.4 13.75a4 4 0 010-3.5'),
    line('#34a853', 2, 'M11.8 14.8A4 4 0 015.4 13.75'),
    line('#4285f4', 2, 'M9 12h4a4 4 0 01-1.2 2.8'),
  ],
};

const chip = (content: unknown, state = ''): unknown =>
  html`<svg class=${`chip ${state}`} part="chip" viewBox="0 0 38 24" aria-hidden="true">${content}</svg>`;

const faint = (d: string): unknown =>
  svg`<path fill="none" stroke="currentcolor" stroke-width="1.5" opacity=".6" d=${d} />`;

/** Contacts and number. */
const FRONT = 'M5 6.5h6V11H5zM5 17h5m2 0h5m2 0h5m2 0h5';

/** Magnetic stripe and signature. */
const BACK = 'M0 4.5h38M0 6h38M5 15.5h13';

/**
 * A brand's icon; a plain card without a brand, or with one that only a newer companion knows. Hidden from screen
 * readers: the brand's name stands beside it.
 */
export function brandChip(brand: CardBrand | null, state = ''): unknown {
  return chip((brand && BRANDS[brand]?.()) ?? faint(FRONT), state);
}

/** A wallet's mark. */
export function walletMark(wallet: keyof typeof WALLETS): unknown {
  return chip([ground(WHITE), WALLETS[wallet](), word('Pay', INK, 1.2, '1.25 0 0 1.25 17.5 7.5')]);
}

/** Shows where the CVV is printed: on the back, or on the front of an American Express card. */
export function cvvCard(front: boolean): unknown {
  const code = front ? 'M20 9h2.5m1 0H26m1 0h2.5m1 0H33' : 'M22 12h11v6.5H22z';
  return chip([faint(front ? FRONT : BACK), line('var(--_accent)', front ? 3 : 1.5, code)]);
}
