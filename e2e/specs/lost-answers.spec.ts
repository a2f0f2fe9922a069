import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { IMPATIENT, type Settings } from '../support/stack.ts';

/** No status query is answered, so that an unknown outcome stays unknown until the faults are removed. */
async function keepInTheDark({ stack }: Checkout): Promise<void> {
  await stack.sandbox.order({ on: 'read', kind: 'error-503-before', times: 1000 });
}

async function expectDoubt(checkout: Checkout): Promise<void> {
  await expect(checkout.status).toContainText('Checking with your bank');
  await expect(checkout.status).toContainText('Please do not pay again');
  await expect(checkout.submit).toBeHidden();
}

async function impatient(
  page: Page,
  stackWith: (settings: Settings) => Promise<Checkout['stack']>,
): Promise<Checkout> {
  const checkout = new Checkout(page, await stackWith(IMPATIENT));
  await checkout.open();
  return checkout;
}

test('a charge whose answer and webhook are lost is found by polling, and made once', async ({
  page,
  stackWith,
}) => {
  const checkout = await impatient(page, stackWith);
  await keepInTheDark(checkout);
  await checkout.pay(CARDS.chargedButCut);
  await expectDoubt(checkout);
  expect(await checkout.postCard()).toEqual({ status: 409, code: 'payment-open' });
  await page.reload();
  await expectDoubt(checkout);

  await checkout.stack.sandbox.forgetFaults();
  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  expect(await checkout.successes()).toHaveLength(1);
  expect(await checkout.creations()).toBe(1);
});

test('the order page leads back to the checkout, but not while the outcome is unknown', async ({
  page,
  stackWith,
}) => {
  const checkout = await impatient(page, stackWith);
  const back = page.getByRole('link', { name: 'Back to the checkout' });
  const orderPage = `${checkout.address().replace('?', '')}/thanks`;
  await page.goto(orderPage);
  await expect(page.getByText('Nothing has been paid yet')).toBeVisible();
  await expect(back).toBeVisible();
  await checkout.revisit();
  await keepInTheDark(checkout);
  await checkout.pay(CARDS.chargedButCut);
  await expectDoubt(checkout);

  await page.goto(orderPage);
  await expect(page.getByText('Please do not pay again')).toBeVisible();
  await expect(back).toBeHidden();
});

test('a charge answered with an error waits for its late webhook, and is made once', async ({
  page,
  stackWith,
}) => {
  const checkout = await impatient(page, stackWith);
  await checkout.stack.sandbox.set({ lateWebhookSeconds: 3600 });
  await keepInTheDark(checkout);
  await checkout.pay(CARDS.chargedButError);
  await expectDoubt(checkout);

  await checkout.stack.sandbox.advanceClock(3600);
  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  expect(await checkout.successes()).toHaveLength(1);
  expect(await checkout.creations()).toBe(1);
});

test('a pending charge is waited for on the page until its webhook comes', async ({ stack, checkout }) => {
  await stack.sandbox.set({ processingSeconds: 3600 });
  await checkout.openAndPay(CARDS.pendingThenSuccess);
  await expect(checkout.status).toContainText('Waiting for your bank');
  await expect(checkout.submit).toBeHidden();

  await stack.sandbox.advanceClock(3600);
  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  expect(await checkout.successes()).toHaveLength(1);
});

test('a card that never reached the bank fails after a while, and may then be used again', async ({
  page,
  stackWith,
}) => {
  const checkout = await impatient(page, stackWith);
  await checkout.pay(CARDS.notChargedCut);
  await expectDoubt(checkout);

  await expect(checkout.alert).toContainText('did not go through');
  expect(await checkout.payments()).toHaveLength(0);
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(await checkout.payments()).toMatchObject([{ status: 'success' }]);
});

/** Behaviours of the gateway after it has accepted a request. */
const TAKEN = [
  ['answers after the deadline', 'late'],
  ['answers with less than the amount', 'wrong-amount'],
] as const;

for (const [does, kind] of TAKEN) {
  test(`a gateway that charges and ${does}: the customer reads so, and is charged once`, async ({
    page,
    stackWith,
  }) => {
    const checkout = await impatient(page, stackWith);
    await checkout.stack.sandbox.order({ on: 'create', kind, delayMs: 3000 });
    // The webhook would resolve the unknown outcome too soon.
    await checkout.stack.sandbox.order({ on: 'webhook', kind: 'lost', orderId: checkout.orderId });
    await keepInTheDark(checkout);
    await checkout.pay(CARDS.success);
    await expectDoubt(checkout);

    await checkout.stack.sandbox.forgetFaults();
    await checkout.expectThanks();
    expect(await checkout.payments()).toMatchObject([{ status: 'success' }]);
    expect(await checkout.creations()).toBe(1);
  });
}

test('a gateway that refuses before it charges: a new attempt is offered, and charges once', async ({
  page,
  stackWith,
}) => {
  const checkout = await impatient(page, stackWith);
  await checkout.stack.sandbox.order({ on: 'create', kind: 'error-503-before' });
  await checkout.pay(CARDS.success);
  await expect(checkout.alert).toContainText('did not go through');
  await expect(checkout.submit).toBeVisible();

  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(await checkout.payments()).toMatchObject([{ status: 'success' }]);
});
