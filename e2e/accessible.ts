import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

interface Look {
  /** a selector; the whole page where not given */
  within?: string;
  /** the rules to be checked; all where not given */
  rules?: readonly string[] | undefined;
}

/** Looks for violations, shadow roots included. Soft: the walk through the states goes on. */
export async function expectAccessible(page: Page | Frame, state: string, look: Look = {}): Promise<void> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(({ within, rules }) => {
    const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: [...rules] }) };
    return (window as unknown as { axe: typeof axe }).axe.run(within ?? document, options);
  }, look);
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
  }));
  expect.soft(found, `violations: ${state}`).toEqual([]);
  expect(passes.length, `rules that apply: ${state}`).toBeGreaterThan(look.rules ? 0 : 5);
}
