import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Minified, because every page receives and parses it: `axe.source` is more than twice as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  /** a selector; default: the whole page */
  within?: string;
  /** the rules to check; default: all */
  rules?: readonly string[] | undefined;
  /** a rule to skip, for pages that show side by side what is single on others */
  without?: string | undefined;
}

/** Reports violations, shadow roots included, as soft failures: the walk through the states continues. */
export async function expectAccessible(page: Page | Frame, state: string, look: Look = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(({ within, rules, without }) => {
    const options = {
      resultTypes: ['violations' as const],
      // Style sheets and media are loaded again only for experimental rules and for sound.
      preload: false,
      ...(rules && { runOnly: [...rules] }),
      ...(without && { rules: { [without]: { enabled: false } } }),
    };
    return (window as unknown as { axe: typeof axe }).axe.run(within ?? document, options);
  }, look);
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
  }));
  expect.soft(found, `violations: ${state}`).toEqual([]);
  expect(passes.length, `rules that apply: ${state}`).toBeGreaterThan(look.rules ? 0 : 5);
}

/** The page's colours. */
export const COLOURS = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** Rules that depend on colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Checks these colour schemes in turn: all rules in the first, in the others only those that depend on colours. Firefox
 * cannot be told a scheme, and uses its own.
 */
export async function expectAccessibleIn(
  colours: readonly (keyof typeof COLOURS)[],
  page: Page,
  state: string,
  look: Omit<Look, 'rules'> = {},
): Promise<void> {
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox';
  for (const [at, name] of (isFirefox ? colours.slice(0, 1) : colours).entries()) {
    if (!isFirefox) await page.emulateMedia(COLOURS[name]);
    const rules = at > 0 ? RULES_OF_COLOURS : undefined;
    await expectAccessible(page, `${state}, ${isFirefox ? 'its own colours' : name}`, {
      ...look,
      rules,
    });
  }
}
