import { expect, type FrameLocator, type Page } from '@playwright/test';
import { CARDS } from './cards.ts';
import { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';

const ISOLATED = { isolated: 'yes' };

/** The form in its frame. */
class Isolated {
  readonly checkout: Checkout;
  readonly frame: FrameLocator;

  constructor(checkout: Checkout) {
    this.checkout = checkout;
    this.frame = checkout.page.frameLocator('pay-form iframe');
  }

  field(name: string) {
    return this.frame.locator(`pay-form input[name="${name}"]:visible`);
  }

  get submit() {
    return this.frame.locator('pay-form [part=submit]');
  }

  get alert() {
    return this.frame.locator('pay-form').getByRole('alert');
  }

  async fill(card: string = CARDS.success): Promise<void> {
    const values = { number: card, expiry: '12/34', cvv: card.startsWith('3') ? '1234' : '123' };
    for (const [name, value] of Object.entries(values)) await this.field(name).fill(value);
    for (const [name, value] of Object.entries(CONTACT)) await this.field(name).fill(value);
  }

  async pay(card: string = CARDS.success): Promise<void> {
    await this.fill(card);
    await this.submit.click();
  }
}

const CONTACT = {
  firstName: 'Olena',
  lastName: 'Shevchenko',
  email: 'olena@example.com',
  phone: '+380501234567',
};

test('a card is paid with in the frame, and the page goes back to the shop', { tag: '@engines' }, async ({
  checkout,
}) => {
  await checkout.open(ISOLATED);
  const isolated = new Isolated(checkout);
  await isolated.pay(CARDS.insufficientFunds);
  await expect(isolated.alert).toContainText('not enough money');
  await isolated.pay();
  await checkout.expectThanks();
});

test('a payment with a challenge leads the page to the bank', { tag: '@engines' }, async ({ checkout }) => {
  await checkout.open(ISOLATED);
  await new Isolated(checkout).pay(CARDS.challenge);
  await checkout.approve.click();
  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});
