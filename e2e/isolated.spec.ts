import { expect, type FrameLocator } from '@playwright/test';
import { CARDS } from './cards.ts';
import { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';
import { plantSkimmer } from './skimmer.ts';

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

/** A public test number that stands in no table of the shop's page. */
const NUMBER = '371449635398431';
const CVV = '7391';

/** Any seven digits of the number in a row (six are the mask's, which the page may know), and the code by itself. */
function cardDataIn(text: string): string[] {
  const runs = Array.from({ length: NUMBER.length - 6 }, (_, at) => NUMBER.slice(at, at + 7));
  const digits = text.replace(/(?<=\d)[ -]+(?=\d)/g, '');
  const found = runs.filter((run) => digits.includes(run));
  return new RegExp(`(?<![0-9A-Za-z.:-])${CVV}(?![0-9A-Za-z.:-])`).test(text) ? [...found, CVV] : found;
}

for (const challenge of [false, true]) {
  test(`a script of the page that hooks and reads all it can finds nothing of the card${challenge ? ', with a challenge' : ''}`, {
    tag: '@engines',
  }, async ({ page, checkout }) => {
    const { seen } = await plantSkimmer(page);
    await checkout.open({ ...ISOLATED, ...(challenge && { '3ds': 'always' }) });
    const isolated = new Isolated(checkout);
    await isolated.fill(NUMBER);
    // Key by key too, since keys are what a page could listen to.
    for (const [name, keys] of Object.entries({ number: NUMBER, cvv: CVV })) {
      await isolated.field(name).fill('');
      await isolated.field(name).pressSequentially(keys);
    }
    await expect(isolated.field('number')).toHaveValue('3714 496353 98431');
    await isolated.submit.click();
    if (challenge) await checkout.approve.click();
    await checkout.expectThanks();

    const { texts, hits } = seen();
    expect(texts.filter((text) => cardDataIn(text).length > 0)).toEqual([]);
    // It did look, at what there is.
    for (const kind of [
      'document',
      'field',
      'port',
      'channel',
      'attachShadow',
      'postMessage',
      'frame',
      'on load',
    ])
      expect(hits, kind).toHaveProperty([kind]);
    expect(texts.join()).toContain('"brand":"amex"');
  });
}

test('the same script finds the card where the form is not isolated', async ({ page, checkout }) => {
  const { seen } = await plantSkimmer(page);
  await checkout.open();
  await checkout.fill(NUMBER, { cvv: CVV });
  await expect.poll(() => cardDataIn(seen().texts.join('\n'))).toContain(NUMBER.slice(0, 7));
  await expect.poll(() => cardDataIn(seen().texts.join('\n'))).toContain(CVV);
});
