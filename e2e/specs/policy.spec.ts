import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';

/** The policies of docs/csp.md, in order. */
const [PLAIN = '', WITH_DIALOG = '', WITH_FRAME = ''] = [
  ...readFileSync('docs/csp.md', 'utf8').matchAll(/^```text\n(.*?)\n```/gms),
].map(([, policy = '']) => policy);

/** Serves the shop's pages under a policy from that page. Companion and bank have no TLS here. */
async function servePolicy(page: Page, { stack }: Checkout, shown: string): Promise<void> {
  const policy = shown
    .replaceAll('https://pay.shop.example/pay', stack.companion)
    .replaceAll('https://pay.shop.example', new URL(stack.companion).origin)
    .replaceAll(/https:(?=;|$)/g, 'http:');
  // Answers given by a test have no address of this machine, which the companion has.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(`${stack.shop}/orders/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, headers });
  });
}

/** Collects policy violations over all pages of the visit. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return violations;
}

test('an order is declined and then paid under a strict content security policy, without a violation', async ({
  page,
  checkout,
}) => {
  const violations = await watchViolations(page);
  await servePolicy(page, checkout, PLAIN);
  await checkout.open();
  await checkout.pay(CARDS.insufficientFunds);
  await expect(checkout.alert).not.toBeEmpty();
  await checkout.pay(CARDS.challenge);
  await checkout.approve.click();
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
  // The target of a redirect is under the policy only after it is loaded by itself.
  await page.reload();
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
  expect(violations).toEqual([]);

  // Proves that the policy is enforced and watched.
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(() => violations.join()).toContain('style-src');
});

test('a payment is confirmed in the dialog under its policy, without a violation', async ({
  page,
  checkout,
}) => {
  const violations = await watchViolations(page);
  await servePolicy(page, checkout, WITH_DIALOG);
  await checkout.openAndPay(CARDS.challenge, { challenge: 'dialog' });
  await page.frameLocator('pay-form iframe').locator('#approve').click();
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
  expect(violations).toEqual([]);
});

test('an isolated form is paid under its policy, without a violation', async ({ page, checkout }) => {
  const violations = await watchViolations(page);
  await servePolicy(page, checkout, WITH_FRAME);
  const { stack } = checkout;
  const isolated = new Checkout(page, stack, page.frameLocator('pay-form iframe'));
  await isolated.open({ isolated: 'yes' });
  await isolated.pay(CARDS.success);
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
  expect(violations).toEqual([]);
});
