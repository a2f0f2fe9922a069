import { expect } from '@playwright/test';
import axe from 'axe-core';
import { CARDS } from '../cards.ts';
import { test as base } from '../fixtures.ts';
import type { Stack } from '../stack.ts';
import { findWebKit } from './find-webkit.ts';
import { startWebKit } from './start-webkit.ts';
import { KEYS, type WebDriver } from './web-driver.ts';

const webkit = findWebKit();

const test = base.extend<object, { webkit: WebDriver }>({
  webkit: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      if (!webkit) return;
      const running = await startWebKit(webkit);
      await running.page.resize(1200, 850);
      await use(running.page);
      await running.close();
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
  await page.open(new URL(path, shop).href);
  await expect.poll(() => page.run(`return !!(${IN_FORM}('[part=submit]'))`)).toBe(true);
  return path.split('/').at(-1) ?? '';
}

const IN_FORM = `((selector) => document.querySelector('pay-form').shadowRoot?.querySelector(selector))`;

/** The focused element, through shadow roots: a field's name, or a button's part. */
const focused = (page: WebDriver): Promise<string> =>
  page.run(`
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element.name || element.getAttribute('part') || element.localName;
  `);

const valueOf = (page: WebDriver, name: string): Promise<string> =>
  page.run(`return ${IN_FORM}('input[name=${name}]').value`);

/** Presses Tab until this has the focus. */
async function tabTo(page: WebDriver, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.type(KEYS.tab);
  }
  throw new Error(`the keyboard does not lead to ${name}`);
}

/** Types into the focused field and continues by Tab. */
async function typeInto(page: WebDriver, name: string, text: string): Promise<void> {
  expect(await focused(page)).toBe(name);
  await page.type(text);
  await page.type(KEYS.tab);
}

async function expectAccessible(page: WebDriver, state: string): Promise<void> {
  await page.run(axe.source);
  const { violations, passes } = await page.run<{ violations: string[]; passes: number }>(`
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
  await page.chord(KEYS.shift, KEYS.tab);
  expect(await focused(page)).toBe('phone');
  await page.type(KEYS.tab);
  await page.type(KEYS.enter);

  await expect.poll(() => page.run(`return !!document.querySelector('#approve')`)).toBe(true);
  await page.click(await page.find('#approve'));
  await expect.poll(() => page.url()).toMatch(new RegExp(`/orders/${orderId}/thanks\\?.*status=success`));
  const state = `return document.querySelector('pay-status').shadowRoot?.querySelector('[role=status]')?.textContent.trim()`;
  await expect.poll(() => page.run(state)).toBe('Paid');
  await expectAccessible(page, 'thanks page');
  expect(await stack.sandbox.payments(orderId)).toMatchObject([{ status: 'success', mode: 'direct' }]);
});

test('WebKit shows what was mistyped at the first invalid field, and sends nothing', async ({
  webkit: page,
  stack,
}) => {
  const orderId = await open(page, stack);
  await page.click(await page.find('[part=submit]', await page.shadowRoot(await page.find('pay-form'))));
  await expect.poll(() => focused(page)).toBe('number');
  expect(await page.run(`return ${IN_FORM}('input[name=number]').getAttribute('aria-invalid')`)).toBe('true');
  await expectAccessible(page, 'form with faults');
  expect(await stack.sandbox.creations(orderId)).toEqual([]);
});

test('WebKit keeps the page that is left, which has forgotten the card when the customer comes back to it', async ({
  webkit: page,
  stack,
}) => {
  await open(page, stack);
  await page.run(
    `addEventListener('pageshow', ({ persisted }) => { document.title = 'kept: ' + persisted })`,
  );
  await tabTo(page, 'number');
  await page.type('4242');
  expect(await valueOf(page, 'number')).toBe('4242');
  await page.open(stack.shop);
  await page.back();

  await expect.poll(() => page.run('return document.title')).toBe('kept: true');
  expect(await valueOf(page, 'number')).toBe('');
});
