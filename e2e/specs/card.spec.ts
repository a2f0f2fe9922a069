import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';

test('from the cart to the thanks page, the customer pays once and the shop is notified', {
  tag: '@engines',
}, async ({ page, stack, checkout }) => {
  await page.goto(stack.shop);
  await page.getByRole('button', { name: 'Add to cart: Linden tea' }).click();
  await page.getByRole('link', { name: 'View cart' }).click();
  const pieces = page.getByRole('spinbutton').first();
  await pieces.clear();
  await pieces.fill('2');
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  checkout.orderId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await expect(checkout.submit).toHaveText('Pay €20.00');
  await checkout.pay(CARDS.success);

  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  expect(await checkout.payments()).toMatchObject([{ status: 'success', amount: '20.00', mode: 'direct' }]);
});

const DECLINES = [
  [CARDS.rejected, 'The bank declined the payment.'],
  [CARDS.insufficientFunds, 'There is not enough money on this card.'],
  [CARDS.expired, 'This card has expired.'],
  [CARDS.invalid, 'The bank does not know this card.'],
] as const;

test('the faults of a card are told in plain words, one after another, until one pays', async ({
  checkout,
}) => {
  await checkout.open();
  await test.step('what the customer mistyped is shown at the field, and nothing is sent', async () => {
    await checkout.fill('4242 4242 4242 4241', { expiry: '01/20', cvv: '12', email: 'olena' });
    await checkout.submit.click();

    for (const name of ['number', 'expiry', 'cvv', 'email']) {
      await expect(checkout.field(name)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(checkout.field('number')).toBeFocused();
    await expect(checkout.field('number')).toHaveAccessibleDescription('Check the card number');
    expect(await checkout.payment()).toBeNull();
  });
  for (const [card, text] of DECLINES) {
    await test.step(`a decline is shown in plain words: “${text}”`, async () => {
      await checkout.pay(card);
      await expect(checkout.alert).toContainText(text);
      await expect(checkout.submit).toBeVisible();
      await expect(checkout.field('cvv')).toHaveValue('');
    });
  }
  await test.step('American Express is charged with its code of four digits', async () => {
    await checkout.pay(CARDS.amex);
    await checkout.expectThanks();
    expect(await checkout.successes()).toHaveLength(1);
  });
});

test('after a decline another card succeeds, under an order id of its own at the gateway', async ({
  checkout,
}) => {
  await checkout.openAndPay(CARDS.rejected);
  await expect(checkout.alert).toContainText('declined');
  await checkout.expectDelivered('failure');
  await checkout.pay(CARDS.success);

  await checkout.expectThanks();
  const [declined, paid] = await checkout.payments();
  expect([declined?.status, paid?.status]).toEqual(['failure', 'success']);
  expect(declined?.orderId).toBe(checkout.orderId);
  expect(paid?.orderId).not.toBe(checkout.orderId);
});
