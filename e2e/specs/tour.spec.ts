import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/fixtures.ts';

/** The tour, and its way to a step on the checkout page. */
async function startTour(page: Page, shop: string, query = '') {
  await page.goto(`${shop}/?tour${query}`);
  const tour = page.getByRole('dialog').filter({ hasText: 'of 7' });
  const press = (name: string) => tour.getByRole('button', { name, exact: true }).click();
  await expect(tour).toContainText('1 of 7');
  const goToBank = async () => {
    await press('Pay');
    await expect(tour).toContainText('2 of 7');
    await expect(page.locator('pay-form').getByRole('alert')).not.toBeEmpty();
    await press('Next');
    await press('Pay');
    await expect(tour).toContainText('4 of 7');
    await expect(page.frameLocator('pay-form dialog iframe').locator('#approve')).toBeVisible();
  };
  return { tour, press, goToBank };
}

for (const [device, width] of [
  ['a desktop', 1280],
  ['a phone', 375],
] as const) {
  test(`on ${device} the tour plays a decline, 3-D Secure and the order page, and ends with an offer`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 780 });
    const { tour, press, goToBank } = await startTour(page, stack.shop);
    await goToBank();
    // The bank approves by itself.
    await expect(tour).toContainText('5 of 7');
    await expect(page).toHaveURL(/\/thanks\?.*status=success/);
    await expectAccessible(page, 'tour');
    await press('Next');
    await expect(page.locator('.diagram .lanes')).toBeInViewport();
    await press('Next');
    await press('Open the console');
    await expect(page).toHaveURL(`${stack.shop}/console`);
    await page.goto(stack.shop);
    await expect(page.getByRole('button', { name: 'Add to cart: Linden tea' })).toBeVisible();
    await expect(tour).toBeHidden();
  });
}

test('the tour leaves the page to a user who rejects the payment in the bank’s frame', async ({
  page,
  stack,
}) => {
  const { tour, goToBank } = await startTour(page, stack.shop);
  await goToBank();
  await page.frameLocator('pay-form dialog iframe').getByRole('button', { name: 'Reject' }).click();
  await expect(tour).toBeHidden();
  await expect(page.locator('pay-form').getByRole('alert')).not.toBeEmpty();
});

test('the tour can be closed, its language and theme stay, and Back leads out of it', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.shop}/cart`);
  const { tour } = await startTour(page, stack.shop, '&lang=uk&theme=ink');
  await expect(page).toHaveURL(/\/orders\/.*challenge=dialog&lang=uk&theme=ink/);
  await page.reload();
  await expect(tour).toContainText('1 of 7');
  await page.goBack();
  await expect(page).not.toHaveURL(/tour|orders/);
  await expect(tour).toBeHidden();

  await page.goto(`${stack.shop}/?tour`);
  await tour.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.locator('pay-form input[name=number]')).toBeVisible();
  await expect(tour).toBeHidden();
});
