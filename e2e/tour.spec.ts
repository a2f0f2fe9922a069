import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './fixtures.ts';

/** The tour, and how a hurried user skips from one step to the next. */
async function startTour(page: Page, shop: string, query = '') {
  await page.goto(`${shop}/?tour${query}`);
  const tour = page.getByRole('region', { name: 'Guided tour' });
  await expect(tour).toContainText('1 of 6');
  const hurry = async (step: number) => {
    const next = tour.getByRole('button', { name: 'Next' });
    if (await tour.getByText(`${step - 1} of 6`).isVisible()) await next.dispatchEvent('click');
    await expect(tour).toContainText(`${step} of 6`, { timeout: 300 });
  };
  return { tour, hurryTo: (step: number) => expect(() => hurry(step)).toPass({ intervals: [50] }) };
}

test('the tour plays a decline, 3-D Secure and the order page, and stops where a person takes over', async ({
  page,
  stack,
}) => {
  const { tour, hurryTo } = await startTour(page, stack.shop);
  for (const step of [2, 3, 4, 5]) {
    await hurryTo(step);
    if (step === 2) await expect(page.locator('pay-form').getByRole('alert')).not.toBeEmpty();
    if (step === 4) await expect(page.locator('pay-form dialog')).toBeVisible();
  }
  await expect(page).toHaveURL(/\/thanks\?.*status=success/);
  await expectAccessible(page, 'tour');
  await page.keyboard.press('ArrowDown');
  await expect(tour).toContainText('It is yours now');
  await tour.getByRole('button', { name: 'Resume' }).click();
  await hurryTo(6);
  await expect(tour.getByRole('link', { name: 'Open the console' })).toBeVisible();
});

for (const [device, width] of [
  ['a desktop', 1280],
  ['a phone', 375],
] as const) {
  test(`on ${device} a click on the tour's buttons works over the bank's dialog`, async ({ page, stack }) => {
    await page.setViewportSize({ width, height: 780 });
    const { tour, hurryTo } = await startTour(page, stack.shop);
    for (const step of [2, 3, 4]) await hurryTo(step);
    await expect(page.locator('pay-form dialog')).toBeVisible();
    const press = async (name: string) => {
      const { x, y, width: w, height: h } = (await tour.getByRole('button', { name }).boundingBox()) ?? {};
      await page.mouse.click((x ?? 0) + (w ?? 0) / 2, (y ?? 0) + (h ?? 0) / 2);
    };
    await press('Pause');
    await expect(tour).toContainText('4 of 6');
    await expect(tour.getByRole('button', { name: 'Play' })).toBeVisible();
    await press('Next');
    await expect(tour).toContainText('5 of 6');
    await expect(tour.getByRole('button', { name: 'Pause' })).toBeVisible();
  });
}

test('the tour never covers on a phone what it speaks of', async ({ page, stack }) => {
  await page.setViewportSize({ width: 375, height: 780 });
  const { tour, hurryTo } = await startTour(page, stack.shop);
  const isInSight = async (shown: Locator) => {
    const [caption, box] = [await tour.boundingBox(), await shown.boundingBox()];
    if (!caption || !box) return false;
    const isClear = box.y + box.height <= caption.y || box.y >= caption.y + caption.height;
    return isClear && box.y >= 0 && box.y + box.height <= 780;
  };
  for (const step of [2, 3, 4, 5]) await hurryTo(step);
  await expect(page.locator('#delivered')).toContainText('success');
  await expect.poll(() => isInSight(page.locator('#delivered'))).toBe(true);
  await hurryTo(6);
  await expect(page.locator('.diagram .lanes')).toBeVisible();
  await expect.poll(() => isInSight(page.locator('.diagram'))).toBe(true);
});

test('on a desktop the tour does not cover the webhook of which it speaks', async ({ page, stack }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { tour, hurryTo } = await startTour(page, stack.shop);
  for (const step of [2, 3, 4, 5]) await hurryTo(step);
  await expect(page.locator('#delivered')).toContainText('success');
  const [caption, line] = [await tour.boundingBox(), await page.locator('.standing').boundingBox()];
  expect((line?.x ?? 0) + (line?.width ?? 0)).toBeLessThanOrEqual(caption?.x ?? 0);
});

test('the tour leaves the page to a user who rejects the payment in the bank’s frame', async ({
  page,
  stack,
}) => {
  const { tour, hurryTo } = await startTour(page, stack.shop);
  for (const step of [2, 3, 4]) await hurryTo(step);
  await page.frameLocator('pay-form dialog iframe').getByRole('button', { name: 'Reject' }).click();
  await expect(tour).toContainText('It is yours now');
  await expect(page.locator('pay-form').getByRole('alert')).not.toBeEmpty();
});

test('a pause of the tour outlives a reload, Back leads out of it, and language and theme stay', async ({
  page,
  stack,
}) => {
  const { tour } = await startTour(page, stack.shop, '&lang=uk&theme=ink');
  await tour.getByRole('button', { name: 'Pause' }).click();
  await page.reload();
  await expect(tour.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(page).toHaveURL(/\/orders\/.*challenge=dialog&lang=uk&theme=ink/);

  await page.goBack();
  await expect(page).toHaveURL(`${stack.shop}/?lang=uk&theme=ink`);
  await expect(tour).toContainText('It is yours now');
});
