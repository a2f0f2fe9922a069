import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

/** Adds up what moved under the customer's eyes (Layout Instability: `layout-shift` entries). */
function watchShifts(): void {
  const shifts: { value: number; what: string[] }[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node: Node }[];
    })[])
      shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node.nodeName) });
  }).observe({ type: 'layout-shift', buffered: true });
}

for (const width of [320, 390, 1280]) {
  test(`nothing moves while a slow session is awaited, at ${width} px`, async ({ page, checkout }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(watchShifts);
    await page.route('**/session', async (route) => {
      await setTimeout(2500);
      await route.continue();
    });
    await checkout.open();
    await expect(checkout.submit).toBeVisible();
    await expect(checkout.form.locator('[part=test]')).toBeVisible();
    // Shifts are told with the frame that shows them.
    const shifts = await page.evaluate(async () => {
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
      return (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts;
    });
    expect(shifts).toEqual([]);
  });
}
