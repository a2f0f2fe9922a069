import { html, svg } from 'lit/html.js';
import type { CardBrand } from '../server/contract/card.ts';

/** Small signs of the card brands: own drawings, in the brands' colours. */

/**
 * Ground, then the colours of the letters, of two circles or of three bars; then the letters. Hexadecimal, as in CSS.
 */
const LOOKS: Readonly<Record<CardBrand, string>> = {
  visa: '1a1f71 fff VISA',
  mastercard: 'fff eb001b f79e1b',
  amex: '016fd0 fff AMEX',
  discover: 'fff 222 Discover',
  diners: '0079be fff Diners',
  jcb: 'fff 0e4c96 d5182a 00873f',
  unionpay: 'fff d10429 02457a 057b7c',
  maestro: 'fff 0099df ed0006',
  mir: 'fff 0a7d3c МИР',
  prostir: '2b2a75 ffd500 Простір',
  elo: '000 fff elo',
  hiper: 'f37421 fff Hiper',
  hipercard: 'b3131b fff Hiper',
  rupay: 'fff 1d2a6d RuPay',
  troy: 'fff 00799e troy',
};

/** A card without a brand. */
const PLAIN = svg`<path d="M4 8h26M4 15h8" stroke="currentcolor" stroke-width="2.5" opacity=".5" />`;

/** The sign of a brand, 34 × 22 units; a plain card for null. It says nothing: its name stands beside it, hidden or not. */
export function brandChip(brand: CardBrand | null, state = ''): unknown {
  const [ground, ...rest] = brand ? LOOKS[brand].split(' ') : [];
  return html`<svg class="chip ${state}" part="chip" viewBox="0 0 34 22" aria-hidden="true">
    ${ground ? svg`<rect width="34" height="22" rx="3" fill="#${ground}" />${drawing(rest)}` : PLAIN}
  </svg>`;
}

function drawing([first, second = '', third]: string[]): unknown {
  if (third)
    return [first, second, third].map(
      (color, at) => svg`<rect x=${6 + 8 * at} y="4" width="6" height="14" rx="2" fill="#${color}" />`,
    );
  if (/^[0-9a-f]{6}$/.test(second))
    return [first, second].map(
      (color, at) => svg`<circle cx=${13 + 8 * at} cy="11" r="6.5" fill="#${color}" fill-opacity=".9" />`,
    );
  return svg`<text x="17" y="14.5" text-anchor="middle" textLength="27" lengthAdjust="spacingAndGlyphs" font-size="10" font-weight="800" fill="#${first}">${second}</text>`;
}

/** Where the code stands: on the back, or on the front of an American Express. */
export function cvvCard(front: boolean): unknown {
  return html`<svg class="chip" viewBox="0 0 34 22" aria-hidden="true">
    <path d=${front ? 'M4 16h10' : 'M0 6h34'} stroke="currentcolor" stroke-width=${front ? 2.5 : 4} opacity=".5" />
    <rect x=${front ? 17 : 19} y=${front ? 4 : 11} width=${front ? 14 : 11} height="7" rx="2" fill="none" stroke="var(--_accent)" stroke-width="2" />
  </svg>`;
}
