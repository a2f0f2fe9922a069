import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { CARDS } from '../support/cards.ts';
import type { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { heldBack } from '../support/held-back.ts';

/** A customer without saved cards. */
const somebody = () => `c-${crypto.randomUUID()}`;

/** Pays a new order of this customer, and saves the card. */
async function save(checkout: Checkout, customer: string, card: string = CARDS.success): Promise<void> {
  await checkout.open({ customer });
  const other = checkout.form.getByRole('radio', { name: 'Another card' });
  const saving = checkout.form.getByRole('checkbox', { name: 'Save this card for next time' });
  await expect(other.or(saving).first()).toBeVisible();
  if (await other.isVisible()) await other.check();
  await saving.check();
  await checkout.pay(card);
}

/** Saves a card without the page. */
async function keepCard(checkout: Checkout, customer: string): Promise<void> {
  await checkout.order();
  const page = await fetch(checkout.address({ customer }));
  const token = /order="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  expect(await checkout.postCard(token, { saveCard: true })).toMatchObject({ status: 200 });
}

const radio = ({ form }: Checkout, name: RegExp) => form.getByRole('radio', { name });
const VISA = /Visa •••• 4242 expires 12\/34/;

test('a card is saved, and pays the next order of this customer by one click', async ({ checkout, page }) => {
  const customer = somebody();
  await save(checkout, customer);
  await checkout.expectThanks();

  await checkout.open({ customer });
  await expect(radio(checkout, VISA)).toBeChecked();
  await expect(checkout.field('number')).toHaveCount(0);
  await expectAccessible(page, 'saved cards');
  await checkout.fillContact();
  await checkout.submit.click();
  await checkout.expectThanks();
  await checkout.expectDelivered('success');
  expect(await checkout.payments()).toMatchObject([{ status: 'success', mode: 'direct' }]);
});

test('what shows the cards is asked for beside the session, not after it', async ({ checkout, page }) => {
  const customer = somebody();
  await keepCard(checkout, customer);
  const answer = await heldBack(page, '**/pay/session');
  await checkout.order();
  const asked = page.waitForRequest(/pay-form-saved-cards\./);
  await page.goto(checkout.address({ customer }), { waitUntil: 'commit' });
  await asked;
  await answer();
  await expect(radio(checkout, VISA)).toBeChecked();
});

test('a card is saved by a payment that 3-D Secure confirms, and not by one that fails', async ({
  checkout,
}) => {
  const customer = somebody();
  await save(checkout, customer, CARDS.challenge);
  await checkout.approve.click();
  await checkout.expectThanks();
  await save(checkout, customer, CARDS.rejected);
  await expect(checkout.alert.first()).toContainText('declined');

  await checkout.open({ customer });
  await expect(radio(checkout, /Mastercard •••• 5454/)).toBeChecked();
  await expect(checkout.form.getByRole('radio')).toHaveCount(2);
});

test('nobody else sees the card, nor does a guest, and no wish to save is asked of a guest', async ({
  checkout,
}) => {
  await keepCard(checkout, somebody());

  await checkout.open({ customer: somebody() });
  await expect(checkout.form.getByRole('checkbox')).toBeVisible();
  await expect(checkout.form.getByRole('radio')).toHaveCount(0);
  await checkout.open();
  await expect(checkout.field('number')).toBeVisible();
  await expect(checkout.form.getByRole('checkbox')).toHaveCount(0);
});

test('a card that is removed can be had back, and is gone after the page is left', {
  tag: '@engines',
}, async ({ checkout, page }) => {
  const customer = somebody();
  await keepCard(checkout, customer);
  await checkout.open({ customer });

  const remove = checkout.button(/^Remove Visa •••• 4242, 12\/34$/);
  await remove.click();
  const undo = checkout.button('Undo');
  await expect(undo).toBeFocused();
  await expect(checkout.field('number')).toBeVisible();
  await undo.click();
  await expect(radio(checkout, VISA)).toBeChecked();

  await remove.click();
  await expect(undo).toBeVisible();
  await page.goto(checkout.stack.shop);
  await expect(async () => {
    await checkout.revisit({ customer });
    await expect(checkout.field('number')).toBeVisible();
    await expect(checkout.form.getByRole('radio')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});

for (const [kind, text] of [
  ['token-refused', 'The bank does not know this card.'],
  ['token-refused-before', 'This saved card can no longer be used.'],
] as const) {
  test(`a card that the gateway refuses (${kind}) drops out, and another one pays`, async ({
    checkout,
    stack,
  }) => {
    const customer = somebody();
    await keepCard(checkout, customer);
    await checkout.open({ customer });
    await checkout.fillContact();
    await stack.sandbox.order({ on: 'create', kind });
    await checkout.submit.click();

    await expect(checkout.alert.first()).toContainText(text);
    await expect(radio(checkout, VISA)).toHaveCount(0);
    await checkout.pay(CARDS.success);
    await checkout.expectThanks();
    expect(await checkout.successes()).toHaveLength(1);
  });
}
