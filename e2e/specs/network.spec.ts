import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';

const LOST = 'The connection was lost. Please try again: you will not be charged twice.';

/**
 * Cuts the connection of the page's first payment.
 * @param when `before` the companion receives it, or `after` that and before the answer
 * @returns the Idempotency-Keys sent, including the first request's
 */
async function cutFirstPayment(page: Page, when: 'before' | 'after'): Promise<string[]> {
  const keys: string[] = [];
  await page.route('**/pay/payments', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    if (when === 'after') await route.fetch();
    return route.abort('connectionreset');
  });
  return keys;
}

for (const when of ['before', 'after'] as const) {
  test(`where the connection is cut ${when} the companion took the card, trying again charges once`, async ({
    page,
    checkout,
  }) => {
    await checkout.open();
    const keys = await cutFirstPayment(page, when);
    await checkout.pay(CARDS.success);
    await expect(checkout.alert).toHaveText(LOST);
    await expect(checkout.field('cvv')).toHaveValue('123');
    expect(await checkout.creations()).toBe(when === 'before' ? 0 : 1);

    await checkout.submit.click();
    await checkout.expectThanks();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[\w-]{32,}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(await checkout.creations()).toBe(1);
    expect(await checkout.successes()).toHaveLength(1);
  });
}

test('where the answer with the challenge is lost, trying again leads to that same challenge', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await cutFirstPayment(page, 'after');
  await checkout.pay(CARDS.challenge);
  await expect(checkout.alert).toHaveText(LOST);
  await checkout.submit.click();
  await checkout.approve.click();

  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('after a cut connection another card is no repetition: the order is still paid once', async ({
  page,
  checkout,
}) => {
  await checkout.open();
  await cutFirstPayment(page, 'after');
  await checkout.pay(CARDS.success);
  await expect(checkout.alert).toHaveText(LOST);
  await checkout.pay(CARDS.amex);

  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
  expect(await checkout.successes()).toHaveLength(1);
});

test('without a network nothing is sent, and with it the payment goes through', {
  tag: '@engines',
}, async ({ context, checkout }) => {
  await checkout.open();
  await checkout.fill(CARDS.success);
  await context.setOffline(true);
  await checkout.submit.click();
  await expect(checkout.alert).toHaveText(LOST);
  expect(await checkout.creations()).toBe(0);

  await context.setOffline(false);
  await checkout.submit.click();
  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('a page that waits survives the loss of its network', async ({ page, stack, checkout }) => {
  await stack.sandbox.set({ processingSeconds: 3600 });
  let asked = 0;
  let cut = true;
  await page.route('**/pay/payments/*', (route) => {
    asked += 1;
    return cut ? route.abort() : route.continue();
  });
  await checkout.openAndPay(CARDS.pendingThenSuccess);
  await expect(checkout.status).toContainText('Waiting for your bank');
  await stack.sandbox.advanceClock(3600);
  await checkout.expectDelivered('success');
  await expect.poll(() => asked).toBeGreaterThan(1);
  await expect(checkout.status).toContainText('Waiting for your bank');

  cut = false;
  await checkout.expectThanks();
});

test('a form that could not be loaded can be asked for again', async ({ page, checkout }) => {
  let cut = true;
  await page.route('**/pay/session', (route) => (cut ? route.abort() : route.continue()));
  await checkout.open();
  await expect(checkout.alert).not.toBeEmpty();
  await expect(checkout.submit).toBeHidden();

  cut = false;
  await checkout.button('Try again').click();
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
});
