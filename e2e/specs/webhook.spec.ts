import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { startReceiver } from '../support/receiver.ts';
import { test } from '../support/fixtures.ts';
import { IMPATIENT } from '../support/stack.ts';

const WAITING = expect.objectContaining({ state: 'waiting' });
const SUCCESS = expect.objectContaining({ status: 'success' });

/** When the webhook of a later order is delivered, all of this one's have been delivered. */
async function expectDeliveredOnce(checkout: Checkout): Promise<void> {
  const later = new Checkout(checkout.page, checkout.stack);
  await later.open();
  expect(await later.postCard()).toMatchObject({ status: 200 });
  await later.expectDelivered('success');
  expect((await checkout.delivered()).filter(({ status }) => status === 'success')).toHaveLength(1);
}

/** No status query is answered: only webhooks can report the result. */
const noReads = { on: 'read', kind: 'error-503-before', times: 1000 } as const;

test('a webhook that comes before the customer is back reaches the shop first', async ({
  page,
  context,
  stack,
  checkout,
}) => {
  await stack.sandbox.order(noReads);
  await checkout.openAndPay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  const challenge = page.url();
  await page.goto('about:blank');
  await context.request.post(challenge, { form: { decision: 'approve' }, maxRedirects: 0 });
  await checkout.expectDelivered('success');

  await checkout.revisit();
  await expect(checkout.status).toContainText('Paid');
  await expect(checkout.submit).toBeHidden();
  await expectDeliveredOnce(checkout);
});

test('a customer who is back before the webhook sees the payment all the same; the late webhook changes nothing', async ({
  stack,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  // A status query makes the gateway send its webhook again: that one is late too.
  const late = { on: 'webhook', kind: 'late', delayMs: 600_000, times: 5 } as const;
  await stack.sandbox.order({ ...late, orderId: checkout.orderId });
  await checkout.approve.click();
  await checkout.expectThanks();
  await checkout.expectDelivered('success');

  await stack.sandbox.advanceClock(600);
  await expect.poll(() => stack.sandbox.webhooks(checkout.orderId)).not.toContainEqual(WAITING);
  expect(await checkout.payment()).toMatchObject({ status: 'success' });
  await expectDeliveredOnce(checkout);
});

test('where the webhook is lost, the return of the customer finds out', async ({ stack, checkout }) => {
  await checkout.openAndPay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  await stack.sandbox.order({ on: 'webhook', kind: 'lost', times: 5, orderId: checkout.orderId });
  await checkout.approve.click();

  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  const sent = await stack.sandbox.webhooks(checkout.orderId);
  expect(sent.filter(({ event }) => event.status === 'success').map(({ state }) => state)).toContain('lost');
  expect(sent).not.toContainEqual(expect.objectContaining({ event: SUCCESS, state: 'delivered' }));
});

test('a forged webhook is refused and changes nothing; the same report, correctly signed, counts', async ({
  stack,
  checkout,
}) => {
  await checkout.openAndPay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  await checkout.revisit();
  await expect(checkout.button('Continue to your bank')).toBeVisible();
  await stack.sandbox.order({ on: 'webhook', kind: 'forged-signature', orderId: checkout.orderId });
  await stack.sandbox.set({ webhookAttempts: 1 });
  await stack.sandbox.force(checkout.orderId, 'success', '1000');

  const last = async () => (await stack.sandbox.webhooks(checkout.orderId)).at(-1);
  await expect.poll(async () => (await last())?.attempts.map(({ result }) => result)).toEqual(['401']);
  expect(await checkout.payment()).toMatchObject({ status: 'pending' });
  await expect(checkout.button('Continue to your bank')).toBeVisible();
  expect((await checkout.delivered()).map(({ status }) => status)).not.toContain('success');

  await stack.sandbox.resend(checkout.orderId);
  await checkout.expectThanks();
  await checkout.expectDelivered('success');
});

test('the shop is notified in order, again and again until it answers, and signed', async ({
  page,
  stackWith,
}) => {
  const receiver = await startReceiver();
  try {
    const stack = await stackWith({
      ...IMPATIENT,
      MERCHANT_WEBHOOK_URL: receiver.url,
      MERCHANT_WEBHOOK_SECRET: receiver.secret,
    });
    const checkout = new Checkout(page, stack);
    receiver.refuse(2);
    await checkout.openAndPay(CARDS.challenge);
    await expect(checkout.approve).toBeVisible();
    await checkout.approve.click();
    await checkout.expectThanks();

    await expect.poll(() => receiver.taken.map(({ status }) => status)).toEqual(['pending', 'success']);
    expect(receiver.refused).toHaveLength(2);
    expect(new Set(receiver.refused)).toEqual(new Set([receiver.taken[0]?.id]));
    expect(receiver.taken.every(({ orderId }) => orderId === checkout.orderId)).toBe(true);
  } finally {
    await receiver.close();
  }
});
