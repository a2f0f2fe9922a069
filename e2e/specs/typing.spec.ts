import { expect, type Locator, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';

/** Undoes until the field is empty. Returns what it showed. */
async function undo(page: Page, field: Locator): Promise<string[]> {
  const seen = [await field.inputValue()];
  while (seen.at(-1) && seen.length < 20) {
    await page.keyboard.press('ControlOrMeta+z');
    seen.push(await field.inputValue());
  }
  return seen;
}

test('a card is typed without a key or a tap between its fields, and every field can be undone', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await checkout.open();
  await checkout.field('number').click();
  await page.keyboard.type(`${CARDS.success}534123`);
  await expect(checkout.field('cvv')).toBeFocused();
  await expect(checkout.field('cvv')).toHaveValue('123');

  await page.keyboard.press('Shift+Tab');
  await expect(checkout.field('expiry')).toBeFocused();
  const dates = await undo(page, checkout.field('expiry'));
  expect(dates.at(-1)).toBe('');
  expect(['05 / 34', '05 / 3', '05 / ', '']).toEqual(expect.arrayContaining(dates));

  await page.keyboard.press('Shift+Tab');
  await expect(checkout.field('number')).toBeFocused();
  const numbers = await undo(page, checkout.field('number'));
  expect(numbers.at(-1)).toBe('');
  for (const number of numbers) expect('4242 4242 4242 4242').toContain(number.trimEnd());
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('Enter goes on to the next empty field, and sends the form from the last', async ({
    page,
    checkout,
  }) => {
    await checkout.open();
    await checkout.field('expiry').fill('12/34');
    await checkout.field('number').tap();
    await page.keyboard.type(`${CARDS.success}\n123\nOlena\nShevchenko\no@example.com\n+380501234567`);
    await expect(checkout.field('phone')).toHaveValue('+380501234567');
    await page.keyboard.press('Enter');
    await checkout.expectThanks();
  });
});
