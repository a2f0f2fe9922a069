import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';

test('a customer whose card was declined too often reads when to try again, and pays with another card', async ({
  page,
  stackWith,
}) => {
  const checkout = new Checkout(page, await stackWith({ LIMITS: 'on', LIMIT_CARD: '1/10m' }));
  await checkout.openAndPay(CARDS.rejected);
  await expect(checkout.alert).toContainText('declined');
  await checkout.pay(CARDS.rejected);

  await expect(checkout.alert).toHaveText(
    'Too many attempts. Try again in 10 minutes or pay another way. Nothing was charged.',
  );
  expect(await checkout.payments()).toHaveLength(1);

  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
});
