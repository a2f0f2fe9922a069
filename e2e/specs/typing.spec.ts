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

test('a corrected month leaves the year alone, and can be undone', async ({ page, checkout }) => {
  await checkout.open();
  const expiry = checkout.field('expiry');
  await expiry.pressSequentially('1222');
  await expect(expiry).toHaveValue('12 / 22');
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('1');
  await expect(expiry).toHaveValue('11 / 22');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(expiry).toHaveValue('12 / 22');
});

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

test('a slip is taken back over the border of the fields, and typing goes on', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await checkout.open();
  const values = () =>
    Promise.all(['number', 'expiry', 'cvv'].map((name) => checkout.field(name).inputValue()));
  await checkout.field('number').click();
  await page.keyboard.type(`${CARDS.success}1235`);
  await page.keyboard.press('Backspace');
  await expect(checkout.field('expiry')).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('30123');
  expect(await values()).toEqual(['4242 4242 4242 4242', '12 / 30', '123']);
  await expect(checkout.form.locator('[aria-invalid=true]')).toHaveCount(0);

  for (let times = 0; times < 3 + 4 + 2; times += 1) await page.keyboard.press('Backspace');
  await expect(checkout.field('number')).toBeFocused();
  expect(await values()).toEqual(['4242 4242 4242 42', '', '']);
  await page.keyboard.type('420534123');
  expect(await values()).toEqual(['4242 4242 4242 4242', '05 / 34', '123']);
});

test('what cannot be is told before its field is left, and what is typed on goes nowhere else', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await checkout.open();
  await checkout.field('number').click();
  await page.keyboard.type('4242424242424241');
  await expect(checkout.field('number')).toBeFocused();
  await expect(checkout.field('number')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('1230123');
  await expect(checkout.field('number')).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.field('expiry')).toHaveValue('');

  await checkout.field('expiry').click();
  await page.keyboard.type('1019123');
  await expect(checkout.field('expiry')).toHaveValue('10 / 19');
  await expect(checkout.field('expiry')).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.field('expiry')).toHaveAccessibleDescription('This card has expired');
  await expect(checkout.field('cvv')).toHaveValue('');
});

test('a Visa of 19 digits is typed without a pause', { tag: '@engines' }, async ({ page, checkout }) => {
  for (const number of ['4000000000000000006', '4242424242424242006']) {
    await checkout.open();
    await checkout.field('number').click();
    await page.keyboard.type(number);
    await expect(checkout.field('number')).toBeFocused();
    await checkout.field('expiry').click();
    await page.keyboard.type('1234123');
    await expect(checkout.field('cvv')).toHaveValue('123');
    await expect(checkout.field('number')).toHaveValue(number.replace(/\d{4}(?=\d)/g, '$& '));
    await expect(checkout.field('expiry')).toHaveValue('12 / 34');
  }
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
