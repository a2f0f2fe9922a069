import { setTimeout } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';

interface Shift {
  value: number;
  what: string[];
}

/** Records visible layout shifts (Layout Instability: `layout-shift` entries). */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node: Node }[];
    })[])
      shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node.nodeName) });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Shifts are reported with the frame that shows them. */
const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(async () => {
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    return (window as unknown as { shifts: Shift[] }).shifts;
  });

/** Adds the shop's text below the form. */
function addTextBelow(): void {
  document.addEventListener('DOMContentLoaded', () => {
    document
      .querySelector('pay-form')
      ?.insertAdjacentHTML('afterend', '<p>Orders leave us within a day.</p>');
  });
}

async function delaySession(page: Page): Promise<void> {
  await page.route('**/session', async (route) => {
    await setTimeout(2500);
    await route.continue();
  });
}

for (const width of [320, 390, 1280]) {
  test(`nothing moves while a slow session is awaited, at ${width} px`, async ({ page, checkout }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(watchShifts);
    await delaySession(page);
    await checkout.open();
    await expect(checkout.submit).toBeVisible();
    await expect(checkout.form.locator('[part=test]')).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  });

  for (const isolated of ['', 'yes']) {
    test(`what stands below the form hardly moves, at ${width} px${isolated && ', isolated'}`, async ({
      page,
      stack,
    }) => {
      // High enough for everything: shifts outside the viewport do not count.
      await page.setViewportSize({ width, height: 1300 });
      await page.addInitScript(watchShifts);
      await page.addInitScript(addTextBelow);
      await delaySession(page);
      const place = isolated ? page.frameLocator('pay-form iframe') : page;
      const checkout = new Checkout(page, stack, place);
      await checkout.open({ isolated });
      await expect(checkout.form.locator('[part=test]')).toBeVisible();
      const shifts = await shiftsOf(page);
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        JSON.stringify(shifts),
      ).toBeLessThan(0.02);
    });
  }
}
