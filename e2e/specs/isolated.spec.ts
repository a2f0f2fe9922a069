import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test as base } from '../support/fixtures.ts';
import { orderOf, signOrder } from '../support/order-token.ts';
import { plantKeyThief, plantSkimmer } from '../support/skimmer.ts';

const ISOLATED = { isolated: 'yes' };

const test = base.extend<{ isolated: Checkout }>({
  /** the page's checkout, with the form in its frame */
  isolated: async ({ page, stack }, use) => {
    await use(new Checkout(page, stack, page.frameLocator('pay-form iframe')));
  },
});

/** The tag in the page itself. */
const tag = (page: Page) => page.locator('pay-form').first();

/** A public test number in no table of the shop's page. */
const NUMBER = '371449635398431';
const CVV = '7391';

/** Any seven consecutive digits of the number (the page may know the six of the mask), and the CVV as a word. */
function cardDataIn(text: string): string[] {
  const runs = Array.from({ length: NUMBER.length - 6 }, (_, at) => NUMBER.slice(at, at + 7));
  const digits = text.replace(/(?<=\d)[ -]+(?=\d)/g, '');
  const found = runs.filter((run) => digits.includes(run));
  return new RegExp(`(?<![0-9A-Za-z.:-])${CVV}(?![0-9A-Za-z.:-])`).test(text) ? [...found, CVV] : found;
}

for (const challenge of [false, true]) {
  test(`a script of the page that hooks and reads all it can finds nothing of the card${challenge ? ', nor where the page is led to the bank' : ''}`, {
    tag: challenge ? '@engines' : [],
  }, async ({ page, isolated }) => {
    const seen = await plantSkimmer(page);
    await isolated.open({ ...ISOLATED, ...(challenge && { '3ds': 'always' }) });
    await isolated.fill(NUMBER);
    // Key by key too, because a page could listen to keys.
    for (const [name, keys] of Object.entries({ number: NUMBER, cvv: CVV })) {
      await isolated.field(name).fill('');
      await isolated.field(name).pressSequentially(keys);
    }
    await expect(isolated.field('number')).toHaveValue('3714 496353 98431');
    await isolated.submit.click();
    if (challenge) await isolated.approve.click();
    await isolated.expectThanks();
    expect(await isolated.creations()).toBe(1);

    const { texts, hits } = seen();
    expect(texts.filter((text) => cardDataIn(text).length > 0)).toEqual([]);
    // The skimmer did read whatever it could.
    const kinds = ['document', 'field', 'on message', 'channel', 'attachShadow', 'postMessage', 'frame'];
    for (const kind of [...kinds, 'on load']) expect(hits, kind).toHaveProperty([kind]);
    expect(texts.join()).toContain('"brand":"amex"');
  });
}

test('the same script finds the card where the form is not isolated', async ({ page, checkout }) => {
  const seen = await plantSkimmer(page);
  await checkout.open();
  await checkout.fill(NUMBER, { cvv: CVV });
  await expect.poll(() => cardDataIn(seen().texts.join('\n'))).toContain(NUMBER.slice(0, 7));
  await expect.poll(() => cardDataIn(seen().texts.join('\n'))).toContain(CVV);
});

test('a script of the page that takes the focus gets the keys that follow, and none that reached the frame', async ({
  page,
  isolated,
}) => {
  const thief = await plantKeyThief(page);
  await isolated.open(ISOLATED);
  await isolated.field('number').click();
  await page.keyboard.type('37');
  await expect(thief).toBeFocused();
  await page.keyboard.type(NUMBER.slice(2));
  await expect(thief).toHaveValue(NUMBER.slice(2));
  await expect(isolated.field('number')).toHaveValue('37');
});

test('the frame is a page that runs nothing but its own, and only the shop can hold it', async ({
  page,
  isolated,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security|Trusted ?Type|violat/i.test(message.text())) violations.push(message.text());
  });
  await isolated.open({ ...ISOLATED, lang: 'uk' });
  await isolated.pay(CARDS.rejected);
  await expect(isolated.alert).not.toBeEmpty();
  expect(violations).toEqual([]);

  // Under another name of this machine the shop is an unknown origin.
  await page.goto(page.url().replace('//localhost', '//127.0.0.1'));
  await expect.poll(() => violations.join()).toContain('frame-ancestors');
  await expect(page.locator('pay-form input:visible')).toHaveCount(0);
});

test('a frame that somebody opens by itself shows nothing, whatever it is told', { tag: '@engines' }, async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.companion}/frame`);
  const hand = () => {
    const { port1, port2 } = new MessageChannel();
    const answers: unknown[] = [];
    port1.addEventListener('message', ({ data }) => answers.push(data));
    port1.start();
    window.postMessage({ payForm: 'a-nonce-of-a-stranger' }, '*', [port2]);
    const shown = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then));
    return new Promise<unknown[]>((done) => shown(() => done(answers)));
  };
  expect(await page.evaluate(hand)).toEqual([]);
  await expect(page.locator('pay-form')).toHaveCount(0);
});

for (const [what, file] of [
  ['frame', /\/pay\/frame$/],
  ['code', /pay-form-isolated\./],
] as const)
  test(`where the ${what} cannot be loaded no field takes its place, and the customer may try again`, {
    tag: '@engines',
  }, async ({ page, isolated }) => {
    let lost = true;
    await page.route(file, (route) => (lost ? route.abort() : route.continue()));
    await isolated.open(ISOLATED);
    await expect(tag(page).getByRole('alert')).toContainText('cannot be reached');
    await expect(page.locator('pay-form input:visible')).toHaveCount(0);
    lost = false;
    await tag(page).getByRole('button', { name: 'Try again' }).click();
    await isolated.pay();
    await isolated.expectThanks();
  });

test('a form in its frame is a part of the page', { tag: '@engines' }, async ({ page, isolated }) => {
  await isolated.open(ISOLATED);
  await expect(isolated.submit).toBeVisible();
  await test.step('Tab leads through the form as if there were no frame, there and back', async () => {
    await page.evaluate(() => {
      for (const [where, text] of [
        ['beforebegin', 'before'],
        ['afterend', 'after'],
      ] as const)
        document
          .querySelector('pay-form')
          ?.insertAdjacentHTML(where, `<button id="${text}">${text}</button>`);
    });
    await page.locator('#before').focus();
    await page.keyboard.press('Tab');
    await expect(isolated.field('number')).toBeFocused();
    await isolated.place.getByRole('button').last().focus();
    await page.keyboard.press('Tab');
    await expect(page.locator('#after')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(isolated.place.getByRole('button').last()).toBeFocused();
  });
  await test.step('an element that is moved begins anew', async () => {
    await isolated.field('number').fill(CARDS.success);
    await tag(page).evaluate((form) => form.parentElement?.prepend(form));
    await expect(isolated.field('number')).toHaveValue('');
  });
  await test.step('the page’s own calls reach the form: focus, validity, submit', async () => {
    await tag(page).evaluate((form: HTMLElement) => form.focus());
    await expect(isolated.field('number')).toBeFocused();
    await isolated.fill(CARDS.success, { expiry: '01/20' });
    expect(await tag(page).evaluate((form: HTMLFormElement) => form.reportValidity())).toBe(false);
    await expect(isolated.field('expiry')).toBeFocused();
    await isolated.field('expiry').fill('12/34');
    await expect.poll(() => tag(page).evaluate((form: HTMLFormElement) => form.checkValidity())).toBe(true);
    // Not awaited there: the page navigates.
    await tag(page).evaluate((form: HTMLFormElement) => {
      form.submit();
    });
    await isolated.expectThanks();
  });
});

test('the form follows the look of the page, its height without a scroll bar', { tag: '@engines' }, async ({
  page,
  isolated,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await isolated.open(ISOLATED);
  await expect(isolated.submit).toBeVisible();
  const root = isolated.place.locator('html');
  const colour = () => root.evaluate((html) => getComputedStyle(html).color);
  expect(await colour()).toBe(await tag(page).evaluate((form) => getComputedStyle(form).color));
  await page.evaluate(() => {
    document.body.style.color = 'rgb(1, 2, 3)';
  });
  await expect.poll(colour).toBe('rgb(1, 2, 3)');

  const overflow = () => root.evaluate((html) => html.scrollHeight - html.clientHeight);
  await expect.poll(overflow).toBe(0);
  await isolated.submit.click();
  await expect(isolated.alert).toContainText('need attention');
  await expect.poll(overflow).toBe(0);
});

test('a listener of the page can stop a payment, and let the next one go', async ({ page, isolated }) => {
  await isolated.open(ISOLATED);
  await page.evaluate(() =>
    document.addEventListener('pay-submit', (event) => event.preventDefault(), { once: true }),
  );
  await isolated.pay();
  await expect(isolated.submit).toBeEnabled();
  await isolated.submit.click();
  await isolated.expectThanks();
  expect(await isolated.creations()).toBe(1);
});

test('the page stays after a success of an order without a returnUrl', async ({ page, stack, isolated }) => {
  await isolated.open(ISOLATED);
  const { returnUrl: _none, ...order } = orderOf(await isolated.token());
  const token = await signOrder(order, stack.orderSecret, new Date(Date.now() + 600_000));
  await tag(page).evaluate((form, order) => form.setAttribute('order', order), token);
  const before = page.url();
  await isolated.pay();
  await expect(isolated.form.locator('[part=status]')).toContainText('Paid');
  await expect(isolated.form.locator('[part=button]:visible')).toHaveCount(0);
  expect(page.url()).toBe(before);
});
