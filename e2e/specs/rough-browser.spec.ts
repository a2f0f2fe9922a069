import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';

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

/** Takes an interface away before any script runs. */
async function lacks(page: Page, path: string): Promise<void> {
  await page.addInitScript((names: string[]) => {
    const name = names.pop() ?? '';
    const place = names.reduce<object>((one, next) => Reflect.get(one, next) as object, window);
    Reflect.deleteProperty(place, name);
  }, path.split('.'));
}

/** What the oldest browsers of docs/support.md lack, with the first versions that have it. */
const NEWER = [
  'AbortSignal.any', // Chrome 116, Firefox 124, Safari 17.4
  'AbortSignal.timeout', // Chrome 103, Firefox 100, Safari 16
  'Array.prototype.toSorted', // Chrome 110, Firefox 115, Safari 16
  'Element.prototype.ariaInvalid', // Chrome 81, Firefox 119, Safari 12.1
  'Element.prototype.checkVisibility', // Chrome 105, Firefox 106, Safari 17.4
  'Element.prototype.moveBefore', // Chrome 133
  'ElementInternals.prototype.states', // Chrome 90, Firefox 126, Safari 17.4
  'HTMLElement.prototype.inert', // Chrome 102, Firefox 112, Safari 15.5
  'HTMLElement.prototype.popover', // Chrome 114, Firefox 125, Safari 17
  'Iterator', // Chrome 122, Firefox 131, Safari 18.4
  'Object.groupBy', // Chrome 117, Firefox 119, Safari 17.4
  'Promise.withResolvers', // Chrome 119, Firefox 121, Safari 17.4
  'Set.prototype.union', // Chrome 122, Firefox 127, Safari 17
  'URL.canParse', // Chrome 120, Firefox 115, Safari 17
  'requestIdleCallback', // Chrome 47, Firefox 55, not in Safari
  'structuredClone', // Chrome 98, Firefox 94, Safari 15.4
] as const;

for (const name of NEWER)
  test(`without ${name} a card is typed, confirmed in the dialog, and paid`, async ({ page, checkout }) => {
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await lacks(page, name);
    await checkout.open({ challenge: 'dialog', customer: 'somebody' });
    await checkout.fill(CARDS.challenge);
    await checkout.field('number').fill('');
    await checkout.field('number').pressSequentially(CARDS.challenge);
    await checkout.submit.click();
    await page.frameLocator('pay-form iframe').locator('#approve').click();
    await checkout.expectThanks();
    expect(faults).toEqual([]);
  });

for (const name of ['URL.canParse', 'Element.prototype.checkVisibility', 'HTMLElement.prototype.inert'])
  test(`without ${name} a card is paid with in the frame`, async ({ page, stack }) => {
    await lacks(page, name);
    const isolated = new Checkout(page, stack, page.frameLocator('pay-form iframe'));
    await isolated.openAndPay(CARDS.success, { isolated: 'yes' });
    await isolated.expectThanks();
  });

test('a browser that knows only states with two dashes pays', async ({ page, checkout }) => {
  await page.addInitScript(() => {
    // Chrome before 125
    CustomStateSet.prototype.add = () => {
      throw new DOMException('The specified value must start with two dashes', 'SyntaxError');
    };
  });
  await checkout.openAndPay(CARDS.success);
  await checkout.expectThanks();
});

/** What their CSS lacks, as it stands in the tag's script. */
const NEWER_CSS = [
  'light-dark(', // Chrome 123, Firefox 120, Safari 17.5
  'color-mix(', // Chrome 111, Firefox 113, Safari 16.2
  'subgrid', // Chrome 117, Firefox 71, Safari 16
  ':has(', // Chrome 105, Firefox 121, Safari 15.4
  '@container', // Chrome 105, Firefox 110, Safari 16
  '/ ""', // the silent alternative of `content`: Chrome 77, Firefox 128, Safari 17.4
  'text-wrap', // Chrome 114, Firefox 121, Safari 17.5
  'scale:', // Chrome 104, Firefox 72, Safari 14.1
] as const;

for (const words of NEWER_CSS)
  test(`without ${words} in its CSS the form can be read, and paid`, async ({ page, checkout }) => {
    let found = 0;
    // Answers given by a test have no address of this machine, which the companion has.
    await page.context().grantPermissions(['local-network-access']);
    await page.route(/\/pay-form[\w.-]*\.js/, async (route) => {
      const response = await route.fetch();
      const parts = (await response.text()).split(words);
      found += parts.length - 1;
      await route.fulfill({ response, body: parts.join(words.replace(/(?=[a-z]|$)/, 'no-')) });
    });
    await checkout.open();
    await checkout.submit.click();
    await expect(checkout.alert).not.toBeEmpty();
    await expectAccessible(page, `form without ${words}`);
    expect(found).toBeGreaterThan(0);
    await checkout.pay();
    await checkout.expectThanks();
  });

for (const name of [
  'HTMLElement.prototype.attachInternals',
  'Document.prototype.adoptedStyleSheets',
  'syntax',
])
  test(`a browser that lacks ${name} shows the content of the tag`, async ({ page, checkout }) => {
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    if (name === 'syntax')
      await page.route('**/pay/pay-form.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'class { static #new }' }),
      );
    else await lacks(page, name);
    await checkout.open();
    await page.waitForLoadState();
    await expect(page.locator('pay-form > *').first()).toBeVisible();
    expect(await page.evaluate(() => customElements.get('pay-form'))).toBeUndefined();
    if (name !== 'syntax') expect(faults).toEqual([]);
  });
