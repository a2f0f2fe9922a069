import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { heldBack } from '../support/held-back.ts';
import { expectNoShift, watchShifts } from '../support/layout-shift.ts';
import { Merchant } from '../support/merchant.ts';

test('the hosted page takes the card, and the customer comes back paid', { tag: '@engines' }, async ({
  page,
  checkout,
}) => {
  await checkout.open({ mode: 'hosted' });
  await expect(checkout.field('number')).toHaveCount(0);
  await checkout.goToHostedPage();
  await checkout.payOnHostedPage(CARDS.success);

  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  expect(await checkout.payments()).toMatchObject([{ mode: 'hosted', status: 'success' }]);
  await page.goto(checkout.address());
  await expect(checkout.status).toContainText('Paid');
});

test('a card declined on the hosted page may be followed there by another one, which may need 3-D Secure', async ({
  page,
  checkout,
}) => {
  await checkout.open({ mode: 'hosted' });
  await checkout.goToHostedPage();
  await checkout.payOnHostedPage(CARDS.insufficientFunds);
  await expect(page.getByRole('alert')).toContainText('Nothing was charged');
  await checkout.payOnHostedPage(CARDS.challenge);
  await checkout.approve.click();

  await checkout.expectThanks();
  expect(await checkout.payments()).toMatchObject([{ mode: 'hosted', status: 'success' }]);
});

test('a hosted page that was left is continued, not opened a second time', async ({ page, checkout }) => {
  await checkout.open({ mode: 'hosted' });
  await checkout.goToHostedPage();
  const opened = page.url();
  await test.step('from the thanks page', async () => {
    await page.locator('#leave').click();
    await expect(page).toHaveURL(/\/thanks\?.*status=init/);
    const thanks = page.locator('pay-status');
    await expect(thanks).toContainText('Nothing has been paid yet.');
    await thanks.getByRole('button', { name: 'Continue to payment page' }).click();
    await expect(page).toHaveURL(opened);
  });
  await test.step('from the checkout', async () => {
    await page.locator('#leave').click();
    await expect(page).toHaveURL(/\/thanks/);
    await checkout.revisit({ mode: 'hosted' });
    await checkout.button('Continue to payment page').click();
    await expect(page).toHaveURL(opened);
  });
  await checkout.payOnHostedPage(CARDS.success);

  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
  expect(await checkout.successes()).toHaveLength(1);
});

test('a card paid directly after the hosted page was left cancels that page, which takes no more money', async ({
  page,
  context,
  checkout,
}) => {
  await checkout.open({ mode: 'hosted' });
  await checkout.goToHostedPage();
  const other = await context.newPage();
  await other.goto(page.url());
  await page.locator('#leave').click();
  await expect(page).toHaveURL(/thanks/);

  await checkout.revisit();
  await expect(checkout.form).toContainText('A payment page is already open for this order.');
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();

  expect(await checkout.payments()).toMatchObject([
    { mode: 'hosted', status: 'failure' },
    { mode: 'direct', status: 'success' },
  ]);
  await new Checkout(other, checkout.stack).payOnHostedPage(CARDS.success);
  await expect(other).toHaveURL(/thanks/);
  expect(await checkout.successes()).toHaveLength(1);
});

test('a companion that takes no cards itself leads to the hosted page, whatever the page asks for', async ({
  page,
  stackWith,
}) => {
  const checkout = new Checkout(page, await stackWith({ DIRECT: 'false' }));
  await checkout.open();
  await expect(checkout.submit).toHaveText('Continue to payment');
  await expect(checkout.field('number')).toHaveCount(0);
  await test.step('it refuses a card that is sent to it all the same', async () => {
    expect(await checkout.postCard()).toEqual({ status: 403, code: 'mode-not-allowed' });
    expect(await checkout.creations()).toBe(0);
  });
  await checkout.goToHostedPage();
  await checkout.payOnHostedPage();
  await checkout.expectThanks();
});

for (const width of [320, 1280]) {
  for (const [what, settings, order] of [
    ['a companion', { DIRECT: 'false' }, {}],
    ['an order', {}, { modes: ['hosted'] }],
  ] as const) {
    test(`the payment page of ${what} without cards never has a card field, and never moves, at ${width} px`, async ({
      page,
      stackWith,
    }) => {
      const stack = await stackWith(settings);
      const checkout = new Checkout(page, stack);
      await page.setViewportSize({ width, height: 850 });
      await page.addInitScript(watchShifts);
      const release = await heldBack(page, '**/session');
      const { url } = await new Merchant(stack).newOrder({ ...order, customer: undefined });
      await page.goto(url);
      await expect(checkout.form.locator('[part=base]')).toBeVisible();
      await expect(checkout.form.locator('[autocomplete^=cc-]')).toHaveCount(0);
      await release();
      await expect(checkout.form.locator('[part=test]')).toBeVisible();
      await expect(checkout.submit).toHaveText('Continue to payment');
      await expect(checkout.form.locator('[autocomplete^=cc-]')).toHaveCount(0);
      await expectNoShift(page);
    });
  }
}
