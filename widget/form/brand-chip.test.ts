import { render } from 'lit';
import { expect, test } from 'vitest';
import { CARD_BRANDS, type CardBrand } from '../../server/contract/card.ts';
import { brandChip, cvvCard, walletMark } from './brand-chip.ts';

function drawn(icon: unknown): SVGElement {
  const place = document.createElement('div');
  render(icon, place);
  return place.firstElementChild as SVGElement;
}

/** What is drawn, without the comments between. */
const pathsOf = (icon: unknown) =>
  [...drawn(icon).querySelectorAll('path')].map((path) => path.outerHTML).join('\n');

const PLAIN = pathsOf(brandChip(null));

const ICONS: [name: string, icon: unknown][] = [
  ...CARD_BRANDS.map((brand): [string, unknown] => [brand, brandChip(brand)]),
  ['Apple Pay', walletMark('apple-pay')],
  ['Google Pay', walletMark('google-pay')],
  ['the code on the front', cvvCard(true)],
  ['the code on the back', cvvCard(false)],
];

test.each(ICONS)('%s has a picture of its own', (_, icon) => {
  const paths = pathsOf(icon);
  expect(ICONS.filter(([, other]) => pathsOf(other) === paths)).toHaveLength(1);
  expect(paths).not.toBe(PLAIN);
});

test.each(ICONS)(
  '%s is drawn whole, with lines alone: no letter of a font, no id, no inline style',
  (_, icon) => {
    const picture = drawn(icon);
    expect(picture.textContent.trim()).toBe('');
    expect(picture.querySelector('[id], [style]')).toBeNull();
    for (const path of picture.querySelectorAll('path')) {
      expect(path).toBeInstanceOf(SVGPathElement);
      expect(path.getAttribute('d')).toMatch(/^M[-\d.MmLlHhVvAaCcQqSsZz ]+$/);
      expect(path.getTotalLength()).toBeGreaterThan(0);
    }
  },
);

test('a brand that only a newer companion knows has the plain card', () => {
  expect(pathsOf(brandChip('verve' as CardBrand))).toBe(PLAIN);
});

test('an icon is hidden from screen readers, and has its state as a class', () => {
  const icon = drawn(brandChip('visa', 'dim'));
  expect([icon.getAttribute('aria-hidden'), icon.getAttribute('part')]).toEqual(['true', 'chip']);
  expect([...icon.classList]).toEqual(['chip', 'dim']);
});
