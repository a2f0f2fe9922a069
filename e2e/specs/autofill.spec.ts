import { type CDPSession, expect, type Frame, type Page } from '@playwright/test';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/whole-browser.ts';

test.describe.configure({ mode: 'default' });

const CARD = {
  number: '5454545454545454',
  name: 'OLENA SHEVCHENKO',
  expiryMonth: '12',
  expiryYear: '2034',
  cvc: '123',
};

/** Lets the browser fill in the card, as if the customer had chosen it at the number. */
async function autofill(page: Page, place: Page | Frame = page): Promise<void> {
  const whole = await page.context().newCDPSession(page);
  const inside = place === page ? whole : await page.context().newCDPSession(place);
  await inside.send('DOM.enable');
  const { result } = await inside.send('Runtime.evaluate', {
    expression: `document.querySelector('pay-form').shadowRoot.querySelector('[name=number]')`,
  });
  const { node } = await inside.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  const frameId = await frameIdOf(inside);
  await whole.send('Autofill.trigger', { fieldId: node.backendNodeId, frameId, card: CARD });
}

async function frameIdOf(session: CDPSession): Promise<string> {
  return (await session.send('Page.getFrameTree')).frameTree.frame.id;
}

async function expectFilled(checkout: Checkout): Promise<void> {
  await expect(checkout.field('number')).toHaveValue('5454 5454 5454 5454');
  await expect(checkout.field('expiry')).toHaveValue('12 / 34');
  await expect(checkout.field('cvv')).toHaveValue('123');
  await expect(checkout.field('lastName')).toHaveValue('SHEVCHENKO');
}

test('the browser fills the whole card in, with the name that stands on it', async ({ page, checkout }) => {
  await checkout.open();
  await checkout.field('number').focus();
  await autofill(page);
  await expectFilled(checkout);
  await expect(checkout.field('firstName')).toHaveValue('OLENA');
  await expect(checkout.form.locator('[part=brand]')).toHaveText('Mastercard');
});

test('the browser fills number, date and code of the frame at once', async ({ page, stack }) => {
  const isolated = new Checkout(page, stack, page.frameLocator('pay-form iframe'));
  await isolated.open({ isolated: 'yes' });
  await isolated.field('number').focus();
  const frame = page.frames().find((one) => one.url().endsWith('/pay/frame'));
  if (!frame) throw new Error('there is no frame');
  await autofill(page, frame);
  await expectFilled(isolated);
});
