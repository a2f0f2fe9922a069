import { expect } from '@playwright/test';
import axe from 'axe-core';
import { By, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { CARDS } from '../support/cards.ts';
import { test as base } from '../support/fixtures.ts';
import type { Stack } from '../support/stack.ts';
import { findWebKit } from './find-webkit.ts';
import { withWebKit } from './start-webkit.ts';

const webkit = findWebKit();

const test = base.extend<object, { webkit: WebDriver }>({
  webkit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      if (webkit) await withWebKit(webkit, use);
    },
    { scope: 'worker' },
  ],
});

test.skip(!webkit, 'WebKit not found: skipped');
// In sequence: one WebKit and one stack for all.
test.describe.configure({ mode: 'default' });

/** Makes an order in the shop and opens its checkout. */
async function open(page: WebDriver, { shop }: Stack): Promise<string> {
  const body = new URLSearchParams({ tea: '1' });
  const answer = await fetch(`${shop}/orders`, { method: 'POST', body, redirect: 'manual' });
  const path = answer.headers.get('location') ?? '';
  await page.get(new URL(path, shop).href);
  await expect.poll(() => page.executeScript(`return !!(${IN_FORM}('[part=submit]'))`)).toBe(true);
  return path.split('/').at(-1) ?? '';
}

const IN_FORM = `((selector) => document.querySelector('pay-form').shadowRoot?.querySelector(selector))`;

/** The focused element, through shadow roots: a field's name, or a button's part. */
const focused = (page: WebDriver): Promise<string> =>
  page.executeScript(`
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element.name || element.getAttribute('part') || element.localName;
  `);

const valueOf = (page: WebDriver, name: string): Promise<string> =>
  page.executeScript(`return ${IN_FORM}('input[name=${name}]').value`);

/** Presses and releases each key of a text, one after another. */
const press = (page: WebDriver, keys: string): Promise<void> => page.actions().sendKeys(keys).perform();

/** Presses Tab until this has the focus. */
async function tabTo(page: WebDriver, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)) === name) return;
    await press(page, Key.TAB);
  }
  throw new Error(`the keyboard does not lead to ${name}`);
}

/** Types into the focused field and continues by Tab. */
async function typeInto(page: WebDriver, name: string, text: string): Promise<void> {
  expect(await focused(page)).toBe(name);
  await press(page, text);
  await press(page, Key.TAB);
}

async function expectAccessible(page: WebDriver, state: string): Promise<void> {
  await page.executeScript(axe.source);
  const { violations, passes } = await page.executeScript<{ violations: string[]; passes: number }>(`
    const { violations, passes } = await axe.run(document, { resultTypes: ['violations'] });
    return { violations: violations.map(({ id, nodes }) => id + ' ' + nodes[0].target), passes: passes.length };
  `);
  expect.soft(violations, `violations: ${state}`).toEqual([]);
  expect(passes, `rules that apply: ${state}`).toBeGreaterThan(5);
}

test('WebKit fills in the form and sends it by the keyboard, passes the challenge, and axe finds nothing', async ({
  webkit: page,
  stack,
}) => {
  const orderId = await open(page, stack);
  await expectAccessible(page, 'empty form');
  await tabTo(page, 'number');
  await typeInto(page, 'number', CARDS.challenge.replaceAll(' ', ''));
  // Formatting may be loaded after the first keys.
  await expect.poll(() => valueOf(page, 'number')).toBe(CARDS.challenge);
  await typeInto(page, 'expiry', '1234');
  await expect.poll(() => valueOf(page, 'expiry')).toBe('12 / 34');
  await typeInto(page, 'cvv', '123');
  await typeInto(page, 'firstName', 'Olena');
  await typeInto(page, 'lastName', 'Shevchenko');
  await typeInto(page, 'email', 'olena@example.com');
  await typeInto(page, 'phone', '+380501234567');
  expect(await focused(page)).toBe('submit');
  await page.actions().keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT).perform();
  expect(await focused(page)).toBe('phone');
  await press(page, Key.TAB);
  await press(page, Key.ENTER);

  await expect.poll(() => page.executeScript(`return !!document.querySelector('#approve')`)).toBe(true);
  await page.findElement(By.css('#approve')).click();
  await expect
    .poll(() => page.getCurrentUrl())
    .toMatch(new RegExp(`/orders/${orderId}/thanks\\?.*status=success`));
  const state = `return document.querySelector('pay-status').shadowRoot?.querySelector('[role=status]')?.textContent.trim()`;
  await expect.poll(() => page.executeScript(state)).toContain('Paid');
  await expectAccessible(page, 'thanks page');
  expect(await stack.sandbox.payments(orderId)).toMatchObject([{ status: 'success', mode: 'direct' }]);
});

test('WebKit shows what was mistyped at the first invalid field, and sends nothing', async ({
  webkit: page,
  stack,
}) => {
  const orderId = await open(page, stack);
  await page.executeScript<WebElement>(`return ${IN_FORM}('[part=submit]')`).then((button) => button.click());
  await expect.poll(() => focused(page)).toBe('number');
  expect(
    await page.executeScript(`return ${IN_FORM}('input[name=number]').getAttribute('aria-invalid')`),
  ).toBe('true');
  await expectAccessible(page, 'form with faults');
  expect(await stack.sandbox.creations(orderId)).toEqual([]);
});

test('WebKit keeps the page that is left, which has forgotten the card when the customer comes back to it', async ({
  webkit: page,
  stack,
}) => {
  await open(page, stack);
  await page.executeScript(
    `addEventListener('pageshow', ({ persisted }) => { document.title = 'kept: ' + persisted })`,
  );
  await tabTo(page, 'number');
  await press(page, '4242');
  expect(await valueOf(page, 'number')).toBe('4242');
  await page.get(stack.shop);
  await page.navigate().back();

  await expect.poll(() => page.executeScript('return document.title')).toBe('kept: true');
  expect(await valueOf(page, 'number')).toBe('');
});
