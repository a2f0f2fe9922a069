import { expect } from '@playwright/test';
import { expectAccessibleIn } from '../support/accessible.ts';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';

test('the sandbox, strict, shows a payment of the shop, its webhook and no violation', async ({
  page,
  stack,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.success);
  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  await page.goto(stack.sandbox.page);
  await expect(page.getByText('strict', { exact: true })).toBeVisible();
  await expect(page.locator('#violations')).toContainText('None.');
  await page.locator('#payments summary').first().click();
  await expect(page.locator('#payments')).toContainText('424242******4242');
  await page.locator('#webhooks summary').first().click();
  await expect(page.locator('#webhooks')).toContainText('"status_code": "1000"');

  await test.step('it can be read by everybody, light, dark and on a phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('#requests summary').first().click();
    await expectAccessibleIn(['light', 'dark'], page, "the sandbox's page");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

for (const wallet of ['Apple Pay', 'Google Pay']) {
  test(`${wallet} on the hosted page pays the order`, async ({ page, checkout }) => {
    await checkout.open({ mode: 'hosted' });
    await checkout.goToHostedPage();
    await expectAccessibleIn(['light', 'dark'], page, 'the hosted page');
    await page.getByRole('button', { name: wallet }).click();
    await checkout.expectThanks();
    await checkout.expectDelivered('success');
    expect(await checkout.payments()).toMatchObject([{ mode: 'hosted', status: 'success' }]);
  });
}
