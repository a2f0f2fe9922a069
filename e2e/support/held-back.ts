import type { Page } from '@playwright/test';

/**
 * Holds back all requests of a page for a file.
 * @returns lets them and later ones through
 */
export async function heldBack(page: Page, pattern: string): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return async () => release();
}
