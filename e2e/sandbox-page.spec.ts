import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { CARDS } from './cards.ts';
import { test } from './fixtures.ts';

test('the sandbox, strict, shows a payment of the shop, its webhook and no violation', async ({
  page,
  stack,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.success);
  await checkout.expectThanks();
  await page.goto(stack.sandbox.page);
  await expect(page.getByText('strict', { exact: true })).toBeVisible();
  await expect(page.locator('#violations')).toContainText('None.');
  await page.locator('#payments summary').first().click();
  await expect(page.locator('#payments')).toContainText('424242******4242');
  await page.locator('#webhooks summary').first().click();
  await expect(page.locator('#webhooks')).toContainText('"status_code": "1000"');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sandbox's page can be read by everybody, ${colorScheme} and on a phone`, async ({
    page,
    stack,
    checkout,
  }) => {
    await checkout.openAndPay(CARDS.success);
    await checkout.expectDelivered('success');
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(stack.sandbox.page);
    for (const id of ['payments', 'requests', 'webhooks'])
      await page.locator(`#${id} summary`).first().click();
    await expectAccessible(page, `the sandbox's page, ${colorScheme}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}
