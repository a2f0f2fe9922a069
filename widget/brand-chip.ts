import { html, svg } from 'lit';
import { brandName } from '../server/contract/brand-name.ts';
import type { CardBrand } from '../server/contract/card.ts';

/** Small icons of the card brands, drawn for this project in the brands' colours. */

/** Background, then the colour of the name, or those of two circles or three bars. Hexadecimal, as in CSS. */
const LOOKS: Readonly<Record<CardBrand, string>> = {
  visa: '1a1f71 fff',
  mastercard: 'fff eb001b f79e1b',
  amex: '016fd0 fff',
  discover: 'fff 222',
  diners: '0079be fff',
  jcb: 'fff 0e4c96 d5182a 00873f',
  unionpay: 'fff d10429 02457a 057b7c',
  maestro: 'fff 0099df ed0006',
  mir: 'fff 0a7d3c',
  prostir: '2b2a75 ffd500',
  elo: '000 fff',
  hiper: 'f37421 fff',
  hipercard: 'b3131b fff',
  rupay: 'fff 1d2a6d',
  troy: 'fff 00799e',
};

/** A card without a brand. */
const PLAIN = svg`<path d="M4 8h26M4 15h8" stroke="currentcolor" stroke-width="2.5" opacity=".5" />`;

/**
 * A brand's icon, 34 × 22 units; a plain card without a brand, or with one that only a newer companion knows. Hidden from
 * screen readers: the brand's name stands beside it.
 */
export function brandChip(brand: CardBrand | null, state = ''): unknown {
  const [ground, ...colors] = `${brand && LOOKS[brand]}`.split(' ');
  return html`<svg class=${`chip ${state}`} part="chip" viewBox="0 0 34 22" aria-hidden="true">
    ${colors[0] ? svg`<rect width="34" height="22" fill=${`#${ground}`} />${drawing(brandName(brand), colors)}` : PLAIN}
  </svg>`;
}

function drawing(name: string, colors: string[]): unknown {
  if (colors[2])
    return colors.map(
      (color, at) => svg`<path d=${`M${9 + 8 * at} 4v14`} stroke=${`#${color}`} stroke-width="6" />`,
    );
  if (colors[1])
    return colors.map(
      (color, at) => svg`<circle cx=${13 + 8 * at} cy="11" r="6.5" fill=${`#${color}`} opacity=".9" />`,
    );
  return svg`<text x="4" y="14.5" textLength="26" lengthAdjust="spacingAndGlyphs" font-size="10" font-weight="800" fill=${`#${colors[0]}`}>${name}</text>`;
}

/** Shows where the CVV is printed: on the back, or on the front of an American Express card. */
export function cvvCard(front: boolean): unknown {
  return html`<svg class="chip" viewBox="0 0 34 22" aria-hidden="true">
    <path d=${front ? 'M4 15h10' : 'M0 6h34'} stroke="currentcolor" stroke-width="4" opacity=".5" />
    <path d=${`M18 ${front ? 7 : 15}h12`} stroke="var(--_accent)" stroke-width="7" />
  </svg>`;
}

export const walletMark = (name: string): unknown => html`<svg class="chip" part="chip" viewBox="0 0 38 24" aria-hidden="true"><text>${name}</text></svg>`;
