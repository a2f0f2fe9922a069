import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test as base } from '../support/fixtures.ts';
import { IMPATIENT } from '../support/stack.ts';

/** No status query is answered, so that an unknown outcome stays unknown until the faults are removed. */
async function keepInTheDark({ stack }: Checkout): Promise<void> {
  await stack.sandbox.order({ on: 'read', kind: 'error-503-before', times: 1000 });
}

async function expectDoubt(checkout: Checkout): Promise<void> {
  await expect(checkout.status).toContainText('Checking with your bank');
  await expect(checkout.status).toContainText('Please do not pay again');
  await expect(checkout.submit).toBeHidden();
}

/** An open checkout with a companion that soon resolves unanswered payments. */
const test = base.extend<{ impatient: Checkout }>({
  impatient: async ({ page, stackWith }, use) => {
    const checkout = new Checkout(page, await stackWith(IMPATIENT));
    await checkout.open();
    await use(checkout);
  },
});

async function expectPaidOnce(checkout: Checkout): Promise<void> {
  await checkout.expectThanks();
  expect(await checkout.payments()).toMatchObject([{ status: 'success' }]);
  expect(await checkout.creations()).toBe(1);
}

test('a charge whose answer and webhook are lost is found by polling, and made once', async ({
  page,
  impatient: checkout,
}) => {
  await keepInTheDark(checkout);
  await checkout.pay(CARDS.chargedButCut);
  await expectDoubt(checkout);
  expect(await checkout.postCard()).toEqual({ status: 409, code: 'payment-open' });
  await page.reload();
  await expectDoubt(checkout);

  await checkout.stack.sandbox.forgetFaults();
  await expectPaidOnce(checkout);
  await checkout.expectDelivered('success');
});

test('the order page leads back to the checkout, but not while the outcome is unknown', async ({
  page,
  impatient: checkout,
}) => {
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
  impatient: checkout,
}) => {
  await checkout.stack.sandbox.set({ lateWebhookSeconds: 3600 });
  await keepInTheDark(checkout);
  await checkout.pay(CARDS.chargedButError);
  await expectDoubt(checkout);

  await checkout.stack.sandbox.advanceClock(3600);
  await expectPaidOnce(checkout);
  await checkout.expectDelivered('success');
});

test('a pending charge is waited for on the page until its webhook comes', async ({ stack, checkout }) => {
  await stack.sandbox.set({ processingSeconds: 3600 });
  await checkout.openAndPay(CARDS.pendingThenSuccess);
  await expect(checkout.status).toContainText('Waiting for your bank');
  await expect(checkout.submit).toBeHidden();

  await stack.sandbox.advanceClock(3600);
  await expectPaidOnce(checkout);
  await checkout.expectDelivered('success');
});

test('a card that never reached the bank fails after a while, and may then be used again', async ({
  impatient: checkout,
}) => {
  await checkout.pay(CARDS.notChargedCut);
  await expectDoubt(checkout);

  await expect(checkout.alert).toContainText('did not go through');
  expect(await checkout.payments()).toHaveLength(0);
  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(await checkout.payments()).toMatchObject([{ status: 'success' }]);
});

for (const [does, kind] of [
  ['answers after the deadline', 'late'],
  ['answers with less than the amount', 'wrong-amount'],
] as const) {
  test(`a gateway that charges and ${does}: the customer reads so, and is charged once`, async ({
    impatient: checkout,
  }) => {
    await checkout.stack.sandbox.order({ on: 'create', kind, delayMs: 3000 });
    // The webhook would resolve the unknown outcome too soon.
    await checkout.stack.sandbox.order({ on: 'webhook', kind: 'lost', orderId: checkout.orderId });
    await keepInTheDark(checkout);
    await checkout.pay(CARDS.success);
    await expectDoubt(checkout);

    await checkout.stack.sandbox.forgetFaults();
    await expectPaidOnce(checkout);
  });
}

test('a gateway that refuses before it charges: a new attempt is offered, and charges once', async ({
  impatient: checkout,
}) => {
  await checkout.stack.sandbox.order({ on: 'create', kind: 'error-503-before' });
  await checkout.pay(CARDS.success);
  await expect(checkout.alert).toContainText('did not go through');
  await expect(checkout.submit).toBeVisible();

  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(await checkout.payments()).toMatchObject([{ status: 'success' }]);
});
