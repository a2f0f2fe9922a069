import { html, svg } from 'lit';
import type { CardBrand } from '../../server/contract/card.ts';
import type { HostedMethod } from '../../server/contract/checkout-api.ts';

/** Small icons of cards and wallets, 38 × 24 units, drawn for this project in the brands' colours. */

/** A filled area, or a line if it has a width. The matrix is its size, slant and place, as in SVG. */
type Part = readonly [color: string, d: string, width?: number, matrix?: string];

const draw = ([color, d, width, matrix = '1 0 0 1 0 0']: Part): unknown =>
  svg`<path fill=${width ? 'none' : color} stroke=${width ? color : 'none'} stroke-width=${width ?? 0} stroke-miterlimit="2" transform=${`matrix(${matrix})`} d=${d} />`;

const WHITE = '#fff';
const GROUND = 'M0 0h38v24H0z';

const circles = (left: string, right: string, both: string): readonly Part[] => [
  [WHITE, GROUND],
  [left, 'M8 12a7 7 0 1014 0 7 7 0 10-14 0'],
  [right, 'M16 12a7 7 0 1014 0 7 7 0 10-14 0'],
  [both, 'M19 6.26a7 7 0 010 11.48 7 7 0 010-11.48'],
];

const BRANDS: Readonly<Record<CardBrand, readonly Part[]>> = {
  visa: [
    [WHITE, GROUND],
    [
      '#1434cb',
      'M0 0l2.2 6 2.2-6M6 0v6M11.6.6c-3.4-1.6-4.8 1.3-1.8 2.3 3.4 1 1.8 4.2-1.8 2.4M13 6l2.4-6 2.4 6m-.8-2h-3.2',
      1.8,
      '1.5 0-.42 1.5 8.2 7.5',
    ],
  ],
  mastercard: circles('#eb001b', '#f79e1b', '#ff5f00'),
  amex: [
    ['#016fd0', GROUND],
    [
      WHITE,
      'M0 6l2.4-6 2.4 6m-.8-2h-3.2M6 6v-6l2.4 4 2.4-4v6M16.4 0h-3.4v6h3.4m-.4-3h-3M18 0l4 6m0-6-4 6',
      1.5,
      '1.3 0 0 1.4 4.4 7.8',
    ],
  ],
  discover: [
    [WHITE, GROUND],
    ['#f47216', 'M38 13v11H12q17-2 26-11M16.7 9.5a2.9 2.9 0 105.8 0 2.9 2.9 0 10-5.8 0'],
    [
      '#222',
      'M0 0v6h1a3 3 0 000-6zM5 0v6M10.6.6c-3.4-1.6-4.8 1.3-1.8 2.3 3.4 1 1.8 4.2-1.8 2.4M16.8.8a3 3 0 100 4.4',
      1.2,
      '.85 0 0 .9 2 6.8',
    ],
    [
      '#222',
      'M0 0l2.2 6 2.2-6M9.4 0h-3.4v6h3.4m-.4-3h-3M11 6v-6h2a1.6 1.6 0 010 3.2h-2 1.6l2 2.8',
      1.2,
      '.85 0 0 .9 23.4 6.8',
    ],
  ],
  diners: [
    ['#0079be', GROUND],
    [WHITE, 'M17 3.5h4a8.5 8.5 0 010 17h-4a8.5 8.5 0 010-17'],
    ['#0079be', 'M10 12a7 7 0 1014 0 7 7 0 10-14 0'],
    [WHITE, 'M15.4 6.8a5.5 5.5 0 000 10.4zm3.2 0a5.5 5.5 0 010 10.4z'],
  ],
  jcb: [
    [WHITE, GROUND],
    ['#0b4ea2', 'M9.5 4h4.5v13q0 3-3 3h-4.5v-13q0-3 3-3'],
    [WHITE, 'M3 0v4.2a1.6 1.6 0 01-3.2 0', 1.5, '1 0 0 1 8.5 9'],
    ['#d7182a', 'M18 4h4.5v13q0 3-3 3h-4.5v-13q0-3 3-3'],
    [WHITE, 'M4.8.8a3 3 0 100 4.4', 1.5, '1 0 0 1 17 9'],
    ['#1a9b45', 'M26.5 4h4.5v13q0 3-3 3h-4.5v-13q0-3 3-3'],
    [WHITE, 'M0 0v6h2.2a1.6 1.6 0 000-3.1h-2.2 2a1.45 1.45 0 000-2.9z', 1.5, '1 0 0 1 25.5 9'],
  ],
  unionpay: [
    ['#007b84', GROUND],
    ['#00447c', 'M0 0h28l-4 24H0z'],
    ['#e21836', 'M0 0h15l-4 24H0z'],
    [
      WHITE,
      'M0 0v4a1.9 1.9 0 003.8 0v-4M5 2v4m0-2.2a1.6 1.6 0 013.2 0v2.2M10 2v4m0-6v.8M12 4a1.9 1.9 0 103.8 0 1.9 1.9 0 10-3.8 0zM17 2v4m0-2.2a1.6 1.6 0 013.2 0v2.2M22 6v-6h2a1.7 1.7 0 010 3.4h-2M30.8 2v4m0-2a1.9 1.9 0 10-3.8 0 1.9 1.9 0 103.8 0M32 2l1.8 4m1.8-4-2.6 6',
      1.3,
      '.9 0-.2 1.1 3.5 8.3',
    ],
  ],
  maestro: circles('#eb001b', '#00a2e5', '#7375cf'),
  mir: [
    [WHITE, GROUND],
    [
      '#0f9a4f',
      'M0 6v-6l2.4 4 2.4-4v6M7 0v6l3.8-6v6M13 6v-6h2a1.7 1.7 0 010 3.4h-2',
      1.7,
      '1.4 0 0 1.4 5.8 7.8',
    ],
    ['#0097d8', 'M24.5 6.6h4.5a4 4 0 014 4h-8.5z'],
  ],
  prostir: [
    ['#2b2a75', GROUND],
    [
      '#ffd500',
      'M0 6v-6h3.6v6M5 6v-6h2a1.7 1.7 0 010 3.4h-2M13 0a3 3 0 100 6 3 3 0 000-6zM21.8.8a3 3 0 100 4.4M23 0h4.4m-2.2 0v6M29 0v6M31 6v-6h2a1.7 1.7 0 010 3.4h-2',
      1.2,
      '.9 0 0 1 3.3 9',
    ],
  ],
  elo: [
    ['#000', GROUND],
    ['#ffcb05', 'M9 7.6a4.7 4.7 0 016 3.3', 3],
    ['#00a4e0', 'M7 8.8a4.7 4.7 0 000 6.4', 3],
    ['#ef4123', 'M9 16.4a4.7 4.7 0 006-3.3', 3],
    [
      WHITE,
      'M0 4h3.8a1.9 1.9 0 10-.7 1.5M5 0v6M7 4a1.9 1.9 0 103.8 0 1.9 1.9 0 10-3.8 0z',
      1.5,
      '1.3 0 0 1.3 18.5 7',
    ],
  ],
  hiper: [
    ['#f37421', GROUND],
    [
      WHITE,
      'M0 0v6m0-3h4m0-3v6M6 2v4m0-6v.8M8 2v6m0-4a1.9 1.9 0 103.8 0 1.9 1.9 0 10-3.8 0M13 4h3.8a1.9 1.9 0 10-.7 1.5M18 2v4m0-2a2 2 0 012-2',
      1.4,
      '1.3 0 0 1.3 6 7.5',
    ],
  ],
  hipercard: [
    ['#b3131b', GROUND],
    [
      WHITE,
      'M0 0v6m0-3h4m0-3v6M6 2v4m0-6v.8M8 2v6m0-4a1.9 1.9 0 103.8 0 1.9 1.9 0 10-3.8 0M13 4h3.8a1.9 1.9 0 10-.7 1.5M18 2v4m0-2a2 2 0 012-2M24.2 2.6a1.9 1.9 0 100 2.8M28.8 2v4m0-2a1.9 1.9 0 10-3.8 0 1.9 1.9 0 103.8 0M30 2v4m0-2a2 2 0 012-2M36.8 0v6m0-2a1.9 1.9 0 10-3.8 0 1.9 1.9 0 103.8 0',
      1.1,
      '.85 0-.1 1.1 3 8.5',
    ],
  ],
  rupay: [
    [WHITE, GROUND],
    ['#f47b20', 'M31.5 8l2 4-3.5 4z'],
    ['#008c44', 'M33.5 8l2 4-3.5 4z'],
    [
      '#2e3192',
      'M0 6v-6h2a1.6 1.6 0 010 3.2h-2 1.6l2 2.8M5 2v2.2a1.6 1.6 0 003.2 0v-2.2 4M10 6v-6h2a1.7 1.7 0 010 3.4h-2M18.8 2v4m0-2a1.9 1.9 0 10-3.8 0 1.9 1.9 0 103.8 0M20 2l1.8 4m1.8-4-2.6 6',
      1.4,
      '1.05 0-.25 1.1 4.5 8',
    ],
  ],
  troy: [
    [WHITE, GROUND],
    [
      '#00a0b0',
      'M1 0v4.6q0 1.4 1.6 1.2m-2.6-3.8h2.6M4 2v4m0-2a2 2 0 012-2M7 4a1.9 1.9 0 103.8 0 1.9 1.9 0 10-3.8 0zM12 2l1.8 4m1.8-4-2.6 6',
      1.6,
      '1.6 0 0 1.6 6 6',
    ],
  ],
};

/** Of the button around it, as both brands allow. */
const INK = 'currentcolor';

const WALLETS: Readonly<Record<HostedMethod, readonly Part[]>> = {
  'apple-pay': [
    [
      INK,
      'M12.6 10c-1.9 1.1-1.6 3.9.6 4.8-.6 1.7-1.7 3.4-2.9 3.4-.8 0-1-.5-1.9-.5s-1.2.5-1.9.5c-1.4 0-3.3-3-3.3-5.4 0-2.3 1.5-3.6 3-3.6.9 0 1.6.6 2.1.6s1.3-.7 2.4-.7c.8 0 1.5.4 1.9.9M10.5 5c.1 1.6-1.1 2.8-2.4 2.8-.1-1.4 1-2.7 2.4-2.8',
    ],
  ],
  'google-pay': [
    ['#ea4335', 'M5.4 10.25A4 4 0 0111.8 9.2', 2],
    ['#fbbc04', 'M5.4 13.75a4 4 0 010-3.5', 2],
    ['#34a853', 'M11.8 14.8A4 4 0 015.4 13.75', 2],
    ['#4285f4', 'M9 12h4a4 4 0 01-1.2 2.8', 2],
  ],
};

const chip = (parts: readonly Part[], state = ''): unknown =>
  html`<svg class=${`chip ${state}`} part="chip" viewBox="0 0 38 24" aria-hidden="true">${parts.map(draw)}</svg>`;

const faint = (d: string): Part => ['var(--_muted)', d, 1.5];

/** Contacts and number. */
const FRONT = faint('M5 6.5h6V11H5zM5 17h5m2 0h5m2 0h5m2 0h5');

/** Magnetic stripe and signature. */
const BACK = faint('M0 4.5h38M0 6h38M5 15.5h13');

/**
 * A brand's icon; a plain card without a brand, or with one that only a newer companion knows. Hidden from screen
 * readers: the brand's name stands beside it.
 */
export function brandChip(brand: CardBrand | null, state = ''): unknown {
  return chip((brand && BRANDS[brand]) ?? [FRONT], state);
}

const PAY: Part = [
  INK,
  'M0 6v-6h2a1.7 1.7 0 010 3.4h-2M8.8 2v4m0-2a1.9 1.9 0 10-3.8 0 1.9 1.9 0 103.8 0M10 2l1.8 4m1.8-4-2.6 6',
  1.3,
  '1.3 0 0 1.3 17 7.2',
];

/** A wallet's mark. */
export function walletMark(wallet: HostedMethod): unknown {
  return html`<svg class="mark" viewBox="2 2 34 20" aria-hidden="true">${[...WALLETS[wallet], PAY].map(draw)}</svg>`;
}

/** Shows where the CVV is printed: on the back, or on the front of an American Express card. */
export function cvvCard(front: boolean): unknown {
  const code = front ? 'M20 9h2.5m1 0H26m1 0h2.5m1 0H33' : 'M22 12h11v6.5H22z';
  return chip([front ? FRONT : BACK, ['var(--_accent)', code, front ? 3 : 1.5]]);
}
