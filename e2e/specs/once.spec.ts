import { expect, type Page, type Route } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { IMPATIENT } from '../support/stack.ts';

/** Delays the page's payment requests until they are released. */
async function holdPayments(page: Page): Promise<{ held: Route[]; letGo: () => Promise<void> }> {
  const held: Route[] = [];
  await page.route('**/pay/payments', (route) => {
    if (route.request().method() === 'POST') held.push(route);
    else void route.continue();
  });
  return {
    held,
    async letGo() {
      for (const route of held) await route.continue();
    },
  };
}

/** The same order in another tab of the browser. */
async function secondTab({ page, stack, orderId }: Checkout): Promise<Checkout> {
  const second = new Checkout(await page.context().newPage(), stack);
  second.orderId = orderId;
  await second.revisit();
  return second;
}

test('a double click pays once, and sends the card once', { tag: '@engines' }, async ({ page, checkout }) => {
  await checkout.open();
  await checkout.fill(CARDS.success);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pay/payments')) sent += 1;
  });
  await checkout.submit.dblclick();

  await checkout.expectThanks();
  expect(sent).toBe(1);
  expect(await checkout.creations()).toBe(1);
  expect(await checkout.successes()).toHaveLength(1);
});

test('two tabs that pay the same order in turn pay it once, and the second one shows it paid', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.fill(CARDS.success);
  const second = await secondTab(checkout);
  await second.fill(CARDS.success);

  await checkout.submit.click();
  await checkout.expectThanks();
  await second.submit.click();
  await second.expectThanks();
  expect(await checkout.creations()).toBe(1);
  expect(await checkout.successes()).toHaveLength(1);
});

test('two tabs that pay the same order at the same moment pay it once', async ({ page, checkout }) => {
  await checkout.open();
  await checkout.fill(CARDS.success);
  const second = await secondTab(checkout);
  await second.fill(CARDS.amex);
  const holds = [await holdPayments(page), await holdPayments(second.page)] as const;
  await checkout.submit.click();
  await second.submit.click();
  await expect.poll(() => holds.map(({ held }) => held.length)).toEqual([1, 1]);

  await Promise.all(holds.map(({ letGo }) => letGo()));
  await checkout.expectThanks();
  await second.expectThanks();
  expect(await checkout.creations()).toBe(1);
  expect(await checkout.successes()).toHaveLength(1);
});

test('a second tab finds the challenge of the first and leads there instead of paying again', async ({
  checkout,
}) => {
  await checkout.open();
  const second = await secondTab(checkout);
  await checkout.pay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();

  await second.pay(CARDS.success);
  await second.button('Continue to your bank').click();
  await second.approve.click();
  await second.expectThanks();
  expect(await checkout.creations()).toBe(1);
  expect(await checkout.successes()).toHaveLength(1);
});

test('a charge that comes to light after it was given up and paid anew is refunded automatically', async ({
  page,
  stackWith,
}) => {
  const checkout = new Checkout(page, await stackWith(IMPATIENT));
  const { sandbox } = checkout.stack;
  await sandbox.order({ on: 'create', kind: 'late-before', delayMs: 600_000 });
  await checkout.openAndPay(CARDS.success);
  await expect(checkout.alert).toContainText('did not go through');
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();

  await sandbox.advanceClock(600);
  const refund = { method: 'refund', amount: '10.00', status: 'success' };
  await expect
    .poll(async () => (await checkout.payments()).map(({ status, operations }) => [status, operations]))
    .toEqual([
      ['success', []],
      ['success', [expect.objectContaining(refund)]],
    ]);
  await checkout.revisit();
  await expect(checkout.status).toContainText('Paid');
});
