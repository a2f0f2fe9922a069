import { expect, type Page } from '@playwright/test';

interface Shift {
  value: number;
  what: string[];
}

/** Records visible layout shifts (Layout Instability: `layout-shift` entries); an init script. */
export function watchShifts(): void {
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
export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(async () => {
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    return (window as unknown as { shifts: Shift[] }).shifts;
  });

export async function expectNoShift(page: Page): Promise<void> {
  const shifts = await shiftsOf(page);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.02);
}
