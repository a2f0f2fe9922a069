import { expect } from '@playwright/test';
import { CARDS } from './cards.ts';
import { test } from './fixtures.ts';
import { heldBack } from './held-back.ts';

/** Browsers that lack or deny what others have: in-app views, extensions, hard privacy settings, slow networks, paper. */

test('a browser that denies storage and has neither languages nor marks still pays', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: deny });
    for (const name of ['language', 'languages'])
      Object.defineProperty(navigator, name, { value: undefined });
    Object.defineProperty(performance, 'mark', { value: undefined });
  });
  await checkout.open();
  await checkout.pay();
  await checkout.expectThanks();
});

test('a form whose language does not arrive is English after a while, and can be paid', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await page.route('**/pay/pay-form-de.js', () => undefined);
  await checkout.order();
  await page.goto(checkout.address({ lang: 'de' }), { waitUntil: 'commit' });
  await expect(checkout.submit).toHaveText(/^Pay .*10/);
  await checkout.pay();
  await expect(page).toHaveURL(/thanks/);
});

test('a typed card is paid with although the saved ones do not arrive', async ({ page, checkout }) => {
  await page.route('**/pay/pay-form-saved-cards.*.js', () => undefined);
  await checkout.order();
  await page.goto(checkout.address({ customer: 'somebody' }), { waitUntil: 'commit' });
  await checkout.pay();
  await expect(page).toHaveURL(/thanks/);
});

test('the bank’s page fills the window if its dialog does not arrive', async ({ page, checkout }) => {
  await page.route('**/pay/pay-form-challenge-dialog.*.js', () => undefined);
  await checkout.openAndPay(CARDS.challenge, { challenge: 'dialog' });
  await checkout.approve.click();
  await checkout.expectThanks();
});

test('saved cards that arrive late are shown', async ({ page, checkout }) => {
  const arrive = await heldBack(page, '**/pay/pay-form-saved-cards.*.js');
  await page.clock.install();
  await checkout.order();
  await page.goto(checkout.address({ customer: 'somebody' }), { waitUntil: 'commit' });
  await expect(checkout.submit).toBeVisible();
  await page.clock.fastForward(9_000);
  await arrive();
  await expect(checkout.form.getByRole('checkbox')).toBeVisible();
});

test('a tag that was removed while the bank’s dialog loads takes the page nowhere', async ({
  page,
  checkout,
}) => {
  await heldBack(page, '**/pay/pay-form-challenge-dialog.*.js');
  await page.clock.install();
  await checkout.order();
  await page.goto(checkout.address({ challenge: 'dialog' }), { waitUntil: 'commit' });
  const paid = page.waitForResponse('**/payments');
  await checkout.pay(CARDS.challenge);
  await (await paid).finished();
  await checkout.form.evaluate((form) => form.remove());
  await page.clock.runFor(9_000);
  await expect(page).toHaveURL(/challenge=dialog/);
});

test('an isolated form whose code arrives late offers to try again, and is there then', async ({
  page,
  checkout,
}) => {
  const arrive = await heldBack(page, '**/pay/pay-form-isolated.*.js');
  await page.clock.install();
  await checkout.order();
  await page.goto(checkout.address({ isolated: 'yes' }), { waitUntil: 'commit' });
  await expect(checkout.form).toBeAttached();
  await page.clock.fastForward(9_000);
  await expect(checkout.button('Try again')).toBeVisible();
  await arrive();
  await expect(checkout.form.locator('iframe')).toBeVisible();
});

test('a clock that is a year ahead refuses no card that is still valid', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await page.addInitScript(() => {
    const now = Date.now;
    const ahead = 366 * 86_400_000;
    Date.now = () => now() + ahead;
    globalThis.Date = new Proxy(Date, {
      construct: (date, given: [number]) => Reflect.construct(date, given.length ? given : [Date.now()]),
    });
  });
  await checkout.open();
  const next = new Date();
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + 2);
  const expiry = `${next.getUTCMonth() + 1}`.padStart(2, '0') + `/${next.getUTCFullYear() % 100}`;
  await checkout.fill(undefined, { expiry });
  await checkout.submit.click();
  await checkout.expectThanks();
});

test('a form that is printed shows nothing of the card', async ({ page, checkout }) => {
  await checkout.open();
  await checkout.fill();
  await page.emulateMedia({ media: 'print' });
  for (const name of ['number', 'expiry', 'cvv'])
    await expect(checkout.form.locator(`input[name=${name}]`)).toBeHidden();
  await expect(checkout.field('email')).toBeVisible();
});
