import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { CARDS } from '../support/cards.ts';
import type { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';

/** 3-D Secure over the shop's page. */

const IN_DIALOG = { challenge: 'dialog' };

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm your payment' });
const bankIn = (page: Page): FrameLocator => page.frameLocator('pay-form iframe');

/**
 * Presses a button of the bank's page. Over WebDriver BiDi no click reaches a frame of another process in Firefox, so a
 * script presses it there.
 */
async function press(page: Page, name: 'approve' | 'reject' | 'leave'): Promise<void> {
  const button = bankIn(page).locator(`#${name}`);
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox';
  await (isFirefox ? button.evaluate((one: HTMLButtonElement) => one.click()) : button.click());
}

/** Pays with a card that has to be confirmed, and waits for the bank's page in the dialog. */
async function payInDialog(page: Page, checkout: Checkout): Promise<void> {
  await checkout.openAndPay(CARDS.challenge, IN_DIALOG);
  await expect(bankIn(page).locator('#approve')).toBeVisible();
}

/** Imitates the browser's report that the shop's policy does not allow the bank's page. */
function refuse(): void {
  const frame = document.querySelector('pay-form')?.shadowRoot?.querySelector('iframe');
  const init = {
    effectiveDirective: 'frame-src',
    violatedDirective: 'frame-src',
    blockedURI: frame?.src ?? '',
  };
  const said = { documentURI: '', originalPolicy: '', disposition: 'enforce', statusCode: 200 } as const;
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...init, ...said }));
}

/** Keeps the browser on the page after a success. */
async function stayHere(page: Page): Promise<void> {
  await page.evaluate(() => document.addEventListener('pay-result', (event) => event.preventDefault()));
}

test('a payment approved in the dialog is paid, once, and the shop’s page was never left', async ({
  page,
  checkout,
}) => {
  await payInDialog(page, checkout);
  await stayHere(page);
  await expect(dialogOf(page)).toContainText('Kettle & Wool · €');
  await press(page, 'approve');

  await expect(dialogOf(page)).toBeHidden();
  await expect(checkout.status).toContainText('Paid');
  expect(page.url()).toBe(checkout.address(IN_DIALOG));
  await checkout.expectDelivered('success');
  expect(await checkout.creations()).toBe(1);
});

test('a bank that leads back by a form does so in the frame too, and the shop’s own page follows as ever', async ({
  page,
  stack,
  checkout,
}) => {
  await stack.sandbox.set({ returnBy: 'post' });
  await payInDialog(page, checkout);
  await press(page, 'approve');
  await checkout.expectThanks();
  expect(await checkout.successes()).toHaveLength(1);
});

test('a payment rejected in the dialog is told at the form, where all but the code still stands', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await payInDialog(page, checkout);
  await press(page, 'reject');

  await expect(checkout.alert).toContainText('was not confirmed');
  await expect(dialogOf(page)).toBeHidden();
  await expect(checkout.field('number')).toHaveValue(CARDS.challenge);
  await expect(checkout.field('email')).toHaveValue('olena@example.com');
  await expect(checkout.alert).toBeFocused();
  expect(page.url()).toBe(checkout.address(IN_DIALOG));

  await checkout.pay(CARDS.success);
  await checkout.expectThanks();
  expect(await checkout.successes()).toHaveLength(1);
});

test('a dialog that was closed cancels nothing, and is continued from the form', {
  tag: '@engines',
}, async ({ page, checkout }) => {
  await payInDialog(page, checkout);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await dialogOf(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await dialogOf(page).getByRole('group').getByRole('button', { name: 'Close' }).click();

  await expect(dialogOf(page)).toBeHidden();
  await expect(checkout.button('Continue to your bank')).toBeFocused();
  expect(await checkout.payments()).toMatchObject([{ status: 'pending' }]);

  await checkout.button('Continue to your bank').click();
  await press(page, 'approve');
  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('who leaves the bank’s page undecided is back at the form, and may go on', async ({
  page,
  checkout,
}) => {
  await payInDialog(page, checkout);
  await press(page, 'leave');
  await expect(bankIn(page).getByText('One moment…')).toBeAttached();
  await expect(dialogOf(page)).toBeHidden();
  await checkout.button('Continue to your bank').click();
  await press(page, 'approve');
  await checkout.expectThanks();
  expect(await checkout.creations()).toBe(1);
});

test('the dialog can be used by the keyboard only', async ({ page, checkout }) => {
  await payInDialog(page, checkout);
  await expect(dialogOf(page).getByRole('heading')).toBeFocused();
  await test.step('two Escapes close it', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await expect(checkout.button('Continue to your bank')).toBeFocused();
  });
  await page.keyboard.press('Enter');
  await expect(bankIn(page).locator('#approve')).toBeVisible();
  await expect(dialogOf(page).getByRole('heading')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page).getByRole('button', { name: 'Continue', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('heading')).toBeFocused();
  // Past the button that closes, into the bank's page.
  await page.keyboard.press('Tab');
  await expect(dialogOf(page).getByRole('button', { name: 'Close' })).toBeFocused();
  const approve = bankIn(page).locator('#approve');
  const isReached = () => approve.evaluate((button) => button === document.activeElement);
  for (let tabs = 0; tabs < 3 && !(await isReached()); tabs += 1) await page.keyboard.press('Tab');
  expect(await isReached()).toBe(true);
  await page.keyboard.press('Enter');
  await checkout.expectThanks();
});

test('a bank that refuses to be framed leaves a way to its whole page, and the payment is made once', {
  tag: '@engines',
}, async ({ page, stack, checkout }) => {
  await stack.sandbox.set({ challengeFramed: false });
  await checkout.openAndPay(CARDS.challenge, IN_DIALOG);
  await expect(dialogOf(page)).toBeVisible();
  await expect(bankIn(page).locator('#approve')).toBeHidden();
  await dialogOf(page).getByRole('button', { name: 'Open in full page' }).click();
  await checkout.approve.click();

  await checkout.expectThanks();
  expect([await checkout.creations(), (await checkout.successes()).length]).toEqual([1, 1]);
});

test('a shop whose own policy has no room for the bank’s page is told so at once', {
  tag: '@engines',
}, async ({ page, stack, checkout }) => {
  await page.route(`${stack.shop}/orders/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = { ...response.headers(), 'content-security-policy': "frame-src 'self'" };
    await route.fulfill({ response, headers });
  });
  // Answers given by a test have no address of this machine, which the companion has.
  await page
    .context()
    .grantPermissions(['local-network-access'])
    .catch(() => undefined);
  await checkout.openAndPay(CARDS.challenge, IN_DIALOG);
  await expect(dialogOf(page).getByRole('status')).toHaveText('Your bank’s page cannot be shown here.');
  await dialogOf(page).getByRole('button', { name: 'Open in full page' }).click();
  await expect(checkout.approve).toBeVisible();
});

test('messages of strangers are not believed, and the end of the payment is', { tag: '@engines' }, async ({
  page,
  stack,
  checkout,
}) => {
  await payInDialog(page, checkout);
  await stayHere(page);
  const { id = '' } = (await checkout.payment()) ?? {};
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const message = { type: 'pay-form:returned', paymentId: id };
  await page.evaluate((data) => postMessage(data, '*'), message);
  // The bank's page is in the right frame, but has the wrong origin.
  await bankIn(page)
    .locator('body')
    .evaluate((_, data) => parent.postMessage(data, '*'), message);
  // A message that is believed asks for the session at once.
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  );
  await expect(dialogOf(page)).toBeVisible();
  expect(asked.filter((path) => path.endsWith('/session'))).toEqual([]);

  await test.step('a payment that ends elsewhere ends the dialog', async () => {
    await stack.sandbox.force(checkout.orderId, 'success', '1000');
    await expect(dialogOf(page)).toBeHidden();
    await expect(checkout.status).toContainText('Paid');
  });
});

for (const [look, width, lang] of [
  ['light', 1280, ''],
  ['dark', 320, 'uk'],
  ['forced', 390, 'ar'],
] as const) {
  const colorScheme = look === 'dark' ? 'dark' : 'light';
  const forcedColors = look === 'forced' ? 'active' : 'none';
  test(`the dialog can be read by everybody, ${look} at ${width} px`, async ({ page, checkout }) => {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.setViewportSize({ width, height: 640 });
    await checkout.openAndPay(CARDS.challenge, { ...IN_DIALOG, lang });
    await expect(bankIn(page).locator('#approve')).toBeVisible();
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'dialog that asks');
    await page.evaluate(refuse);
    await expect(page.locator('pay-form dialog iframe')).toBeHidden();
    await expectAccessible(page, 'dialog of a bank that is kept out');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('on a phone on its side the bank’s page has the room, and the way to its whole page stands above', async ({
  page,
  checkout,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await payInDialog(page, checkout);
  const [dialog, stage] = [dialogOf(page), dialogOf(page).locator('.stage')];
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 });
  expect((await stage.boundingBox())?.height).toBeGreaterThan(320);
  const whole = dialog.getByRole('button', { name: 'Open in full page' });
  expect((await whole.boundingBox())?.y).toBeLessThan(10);
  await expectAccessible(page, 'dialog on its side');
  await page.keyboard.press('Escape');
  const stay = dialog.getByRole('button', { name: 'Continue', exact: true });
  await expect(stay).toBeInViewport({ ratio: 1 });
  await stay.click();
  await press(page, 'approve');
  await checkout.expectThanks();
});

test('at four times the size nothing is out of reach', async ({ page, checkout }) => {
  await page.setViewportSize({ width: 320, height: 200 });
  await payInDialog(page, checkout);
  const whole = dialogOf(page).getByRole('button', { name: 'Open in full page' });
  await whole.scrollIntoViewIfNeeded();
  await expect(whole).toBeInViewport();
  await press(page, 'approve');
  await checkout.expectThanks();
});
