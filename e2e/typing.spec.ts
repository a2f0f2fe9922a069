import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

const CARD = {
  number: '5454545454545454',
  name: 'OLENA SHEVCHENKO',
  expiryMonth: '12',
  expiryYear: '2034',
  cvc: '123',
};

test('the browser fills the whole card in, with the name that stands on it', async ({ page, checkout }) => {
  await checkout.open();
  const number = checkout.field('number');
  await number.focus();
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  const { result } = await browser.send('Runtime.evaluate', {
    expression: `document.querySelector('pay-form').shadowRoot.querySelector('[name=number]')`,
  });
  const { node } = await browser.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, card: CARD });

  await expect(number).toHaveValue('5454 5454 5454 5454');
  await expect(checkout.field('expiry')).toHaveValue('12 / 34');
  await expect(checkout.field('cvv')).toHaveValue('123');
  await expect(checkout.field('firstName')).toHaveValue('OLENA');
  await expect(checkout.field('lastName')).toHaveValue('SHEVCHENKO');
  await expect(checkout.form.locator('[part=brand]')).toHaveText('Mastercard');
});

test('a corrected month leaves the year alone, and can be undone', async ({ page, checkout }) => {
  await checkout.open();
  const expiry = checkout.field('expiry');
  await expiry.pressSequentially('1222');
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('1');
  await expect(expiry).toHaveValue('11 / 22');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(expiry).toHaveValue('12 / 22');
});
