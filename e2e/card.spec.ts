import { expect } from '@playwright/test';
import { CARDS } from './cards.ts';
import { test } from './fixtures.ts';

test('from the cart to the thanks page, the customer pays once and the shop is told', async ({
  page,
  stack,
  checkout,
}) => {
  await page.goto(stack.shop);
  await page.getByRole('spinbutton').first().fill('2');
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  checkout.orderId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await expect(checkout.submit).toHaveText('Pay €20.00');
  await checkout.pay(CARDS.success);

  await checkout.expectThanks();
  await checkout.expectTold('success');
  expect(await checkout.payments()).toMatchObject([{ status: 'success', amount: '20.00', mode: 'direct' }]);
  await page.reload();
  await expect(page.getByText('The shop has been told: success.')).toBeVisible();
});

test('American Express is charged with its code of four digits', async ({ checkout }) => {
  await checkout.openAndPay(CARDS.amex);

  await checkout.expectThanks();
  expect(await checkout.successes()).toHaveLength(1);
});

const DECLINES = [
  [CARDS.rejected, 'The bank declined the payment.'],
  [CARDS.insufficientFunds, 'There is not enough money on this card.'],
  [CARDS.expired, 'This card has expired.'],
  [CARDS.invalid, 'The bank does not know this card.'],
] as const;

for (const [card, text] of DECLINES) {
  test(`a decline is told in plain words: “${text}”`, async ({ checkout }) => {
    await checkout.openAndPay(card);

    await expect(checkout.alert).toContainText(text);
    await expect(checkout.submit).toBeVisible();
    await expect(checkout.field('cvv')).toHaveValue('');
    await checkout.expectTold('failure');
  });
}

test('after a decline another card succeeds, under an order id of its own that is not too long', async ({
  checkout,
}) => {
  await checkout.openAndPay(CARDS.rejected);
  await expect(checkout.alert).toContainText('declined');
  await checkout.pay(CARDS.success);

  await checkout.expectThanks();
  const [declined, paid] = await checkout.payments();
  expect([declined?.status, paid?.status]).toEqual(['failure', 'success']);
  expect(declined?.orderId).toBe(checkout.orderId);
  expect(paid?.orderId).not.toBe(checkout.orderId);
  expect(paid?.orderId.length).toBeLessThanOrEqual(32);
});

test('what the customer mistyped is said at the field, and nothing is sent', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill('4242 4242 4242 4241', { expiry: '01/20', cvv: '12', email: 'olena' });
  await checkout.submit.click();

  for (const name of ['number', 'expiry', 'cvv', 'email']) {
    await expect(checkout.field(name)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(checkout.field('number')).toBeFocused();
  await expect(checkout.field('number')).toHaveAccessibleDescription('Check the card number');
  expect(await checkout.payment()).toBeNull();
});
