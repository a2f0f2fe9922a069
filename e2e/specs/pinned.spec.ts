import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import type { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';

/** Puts what `pay-form integrity` prints into the shop's pages, in place of their own tags. */
async function holdToRelease(page: Page, { stack: { shop, companion } }: Checkout): Promise<void> {
  const args = ['dist/server/cli.js', 'integrity', '--url', companion];
  const tags = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const own = /<script[^>]*\/pay-form\.js"><\/script>|<link rel="modulepreload"[^>]*\/pay-form-uk\.js">/g;
  // Answers given by a test have no address of this machine, which the companion has.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${shop}/orders/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll(own, '').replace('<head>', `<head>${tags}`) });
  });
}

test('a page held to one release loads each file once, at the address of that release', async ({
  page,
  checkout,
}) => {
  await holdToRelease(page, checkout);
  const { companion } = checkout.stack;
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${companion}/`) && request.resourceType() === 'script')
      loaded.push(request.url().slice(companion.length + 1));
  });
  await checkout.open({ lang: 'uk', customer: `c-${crypto.randomUUID()}` });
  await expect(checkout.form.locator('[part=save]')).toBeVisible();
  await expect(checkout.submit).toContainText('Сплатити');
  expect(loaded.toSorted()).toEqual([
    expect.stringMatching(/^pay-form-saved-cards\.[\w-]{8}\.js$/),
    expect.stringMatching(/^pay-form-uk\.js\?v=[\da-f]{16}$/),
    expect.stringMatching(/^pay-form\.js\?v=[\da-f]{16}$/),
  ]);
});

test('a page held to one release refuses a language that was changed, and is in English', async ({
  page,
  checkout,
}) => {
  await holdToRelease(page, checkout);
  await page.route(`${checkout.stack.companion}/pay-form-uk.js*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n` });
  });
  await checkout.open({ lang: 'uk' });
  await expect(checkout.submit).toContainText('Pay');
});
