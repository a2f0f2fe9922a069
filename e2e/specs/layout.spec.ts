import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { type FormState, inState, showStates } from '../support/form-states.ts';

/** Positions of elements, and not how each machine paints them. */

const ANY = { widths: [320, 390, 1280] };
const DESKTOP = { widths: [1280] };
const PHONE = { widths: [390], valuesScroll: true };
const STATES: FormState[] = ['form', 'faults', 'saved', 'removed', 'declined', 'unknown', 'action', 'done'];

/** Settings of a reader (WCAG 2.2, 1.4.12 Text Spacing and 1.4.4 Resize Text). */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }';
const LARGE = ':root { font-size: 34px !important }';

/**
 * The faults of the forms' layout as texts: labels must be above their inputs, inputs of a row in one line, icons clear of
 * digits and labels, buttons wide and large enough, and nothing cut or outside the page.
 */
function faultsOfLayout(forms: Locator, valuesScroll: boolean): Promise<string[]> {
  return forms.evaluateAll((tags, scroll) => {
    return tags.flatMap((tag) =>
      faultsOf(tag).map((fault) => `${tag.parentElement?.dataset['state']}: ${fault}`),
    );
    function faultsOf(form: Element): string[] {
      const root = form.shadowRoot;
      if (!root) return ['no shadow root'];
      const faults: string[] = [];
      const boxOf = (element: Element) => element.getBoundingClientRect();
      const textBox = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
      };
      const touch = (one: DOMRect, other: DOMRect) =>
        one.left < other.right - 1 &&
        other.left < one.right - 1 &&
        one.top < other.bottom - 1 &&
        other.top < one.bottom - 1;

      const page = document.documentElement;
      if (page.scrollWidth > page.clientWidth)
        faults.push(`page scrolls sideways by ${page.scrollWidth - page.clientWidth}`);
      const outer = boxOf(form);
      for (const element of root.querySelectorAll('[part]:not(.aside *)')) {
        const { left, right, width } = boxOf(element);
        if (width && (left < outer.left - 1 || right > outer.right + 1))
          faults.push(`${element.getAttribute('part')} leaves the form`);
      }
      for (const element of root.querySelectorAll(
        'label, legend:not(.aside), button, .saved-card > span, .fault, .alert, .hint, [role=status], li',
      )) {
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
          faults.push(`cut: ${element.textContent.trim()}`);
      }
      const buttons = [...root.querySelectorAll('button')].filter((button) => boxOf(button).width > 0);
      for (const [at, button] of buttons.entries()) {
        const { width, height, top } = boxOf(button);
        if (Math.min(width, height) < 44) faults.push(`too small to be hit: ${button.textContent.trim()}`);
        const above = buttons[at - 1];
        if (above?.matches('[part=submit]') && top < boxOf(above).bottom + 8)
          faults.push(`too near to the main button: ${button.textContent.trim()}`);
      }
      const rows = new Map<number, number[]>();
      for (const field of root.querySelectorAll('[part~=field]')) {
        const [label, input, sign] = ['label', 'input', '.sign .chip'].map((selector) =>
          field.querySelector(selector),
        );
        if (!label || !(input instanceof HTMLInputElement) || !input.clientWidth) continue;
        if (boxOf(label).bottom > boxOf(input).top + 1)
          faults.push(`the label of ${input.name} is not above its input`);
        const top = Math.round(boxOf(field).top);
        rows.set(top, [...(rows.get(top) ?? []), boxOf(input).top]);
        if (sign && touch(boxOf(sign), textBox(label)))
          faults.push(`the sign stands on the label of ${input.name}`);
        if (sign && !contains(boxOf(field), boxOf(sign))) faults.push(`the sign leaves ${input.name}`);
        const shown = widthOf(input);
        const { paddingLeft, paddingRight } = getComputedStyle(input);
        const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        if (!scroll && shown > room + 1)
          faults.push(`${input.name}: ${Math.round(shown)} px of text in ${Math.round(room)}`);
      }
      for (const tops of rows.values())
        if (Math.max(...tops) - Math.min(...tops) > 1) faults.push('inputs of a row are not in line');
      return faults;
    }

    function contains(whole: DOMRect, part: DOMRect): boolean {
      return part.left >= whole.left - 1 && part.right <= whole.right + 1 && part.bottom <= whole.bottom + 1;
    }
    function widthOf(input: HTMLInputElement): number {
      const ruler = document.createElement('span');
      const { font, letterSpacing, wordSpacing, fontVariantNumeric } = getComputedStyle(input);
      ruler.style.cssText = 'position:absolute;visibility:hidden;white-space:pre';
      Object.assign(ruler.style, { font, letterSpacing, wordSpacing, fontVariantNumeric });
      ruler.textContent = input.value || input.placeholder;
      document.body.append(ruler);
      const { width } = ruler.getBoundingClientRect();
      ruler.remove();
      return width;
    }
  }, valuesScroll);
}

/** Shows page and forms with a reader's style for a while. */
async function inReaderStyle(forms: Locator, style: string, look: () => Promise<void>): Promise<void> {
  await forms.evaluateAll((tags, text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    for (const place of [document, ...tags.map((tag) => tag.shadowRoot)])
      if (place) place.adoptedStyleSheets = [...place.adoptedStyleSheets, sheet];
  }, style);
  await look();
  await forms.evaluateAll((tags) => {
    for (const place of [document, ...tags.map((tag) => tag.shadowRoot)])
      if (place) place.adoptedStyleSheets = place.adoptedStyleSheets.slice(0, -1);
  });
}

interface Reading {
  widths: readonly number[];
  /** whether a long value may scroll in its input */
  valuesScroll?: boolean;
}

async function expectInPlace(page: Page, forms: Locator, what: string, reading: Reading): Promise<void> {
  const { widths, valuesScroll = false } = reading;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await faultsOfLayout(forms, valuesScroll), `${what}, ${width} px`).toEqual([]);
  }
}

for (const lang of ['', 'ar', 'de']) {
  test(`everything is in its place at every width, at 200 % text and with wide spacing (${lang || 'en'})`, async ({
    page,
    checkout,
  }) => {
    await checkout.order();
    await showStates(checkout, STATES, { lang });
    const forms = page.locator('pay-form');
    await expect(forms).toHaveCount(STATES.length);
    await expectInPlace(page, forms, 'as it is', ANY);
    await inReaderStyle(forms, LARGE, async () => {
      await expectInPlace(page, forms, '200 %', DESKTOP);
      await expectInPlace(page, forms, '200 %', PHONE);
    });
    const { form } = inState(checkout, 'faults');
    await expect(form).toHaveCount(1);
    await inReaderStyle(form, SPACING, () => expectInPlace(page, form, 'spacing', ANY));
  });
}

test('a whole number is seen at 200 % text, however wide the letters are', async ({ page, checkout }) => {
  await checkout.order();
  await showStates(checkout, ['form']);
  const shown = inState(checkout, 'form');
  const number = shown.field('number');
  const wide = `${LARGE} :host, :root { font-family: 'DejaVu Sans', Verdana, sans-serif }`;
  await inReaderStyle(shown.form, wide, async () => {
    // Below 16 px, where 19 digits would fit at 320 px beside the page's margins, phones zoom in.
    for (const [digits, width] of [
      ['4242424242424242', 320],
      ['4242424242424242', 390],
      ['4242424242424242006', 360],
      ['4242424242424242006', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await number.fill(digits);
      const cut = await number.evaluate((input) => input.scrollWidth - input.clientWidth);
      expect.soft(cut, `${digits.length} digits, ${width} px`).toBe(0);
    }
  });
});

for (const theme of ['ink', 'soft']) {
  test(`the theme "${theme}" leaves everything in its place`, async ({ page, checkout }) => {
    await checkout.order();
    await showStates(checkout, ['faults', 'done'], { theme });
    const forms = page.locator('pay-form');
    await expect(forms).toHaveCount(2);
    await expectInPlace(page, forms, theme, ANY);
  });
}
