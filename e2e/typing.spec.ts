import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('a corrected month leaves the year alone, and can be undone', async ({ page, checkout }) => {
  await checkout.open();
  const expiry = checkout.field('expiry');
  await expiry.pressSequentially('1222');
  // Formatting may be loaded after the first keys.
  await expect(expiry).toHaveValue('12 / 22');
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('1');
  await expect(expiry).toHaveValue('11 / 22');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(expiry).toHaveValue('12 / 22');
});
