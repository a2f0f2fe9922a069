import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Looks for violations in the whole page, shadow roots included. Soft: the walk through the states goes on. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
  }));
  expect.soft(found, `violations: ${state}`).toEqual([]);
  expect(passes.length, `rules that apply: ${state}`).toBeGreaterThan(5);
}
