import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { CARDS } from './cards.ts';
import type { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';

/** The states of the page itself, from the empty form to the thanks page. What speaks English alone is looked at once. */
async function walkDirect(page: Page, checkout: Checkout, lang: string): Promise<void> {
  await page.goto(checkout.stack.shop);
  if (!lang) await expectAccessible(page, 'shop');
  await checkout.open({ lang });
  await expect(checkout.submit).toBeVisible();
  await expectAccessible(page, 'empty form');
  await checkout.submit.click();
  await expect(checkout.field('number')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'form with faults');
  await checkout.pay(CARDS.insufficientFunds);
  await expect(checkout.alert).not.toBeEmpty();
  await expectAccessible(page, 'decline');
  await checkout.pay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  if (!lang) await expectAccessible(page, 'challenge page');
  await checkout.revisit({ lang });
  await expect(checkout.form.locator('[part=button]')).toBeVisible();
  await expectAccessible(page, 'challenge to be continued');
  await checkout.form.locator('[part=button]').click();
  await checkout.approve.click();
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
  await expectAccessible(page, 'thanks page');
  await checkout.revisit({ lang });
  await expect(checkout.form.locator('[part=amount]')).toBeVisible();
  await expectAccessible(page, 'paid');
}

/** The states in which the bank is waited for. */
async function walkWaiting(page: Page, checkout: Checkout, lang: string): Promise<void> {
  const { sandbox } = checkout.stack;
  await sandbox.set({ processingSeconds: 3600 });
  await checkout.openAndPay(CARDS.pendingThenSuccess, { lang });
  await expect(checkout.form.locator('[part=amount]')).toBeVisible();
  await expectAccessible(page, 'waiting');
  await sandbox.order({ on: 'read', kind: 'error-503-before', times: 1000 });
  await checkout.openAndPay(CARDS.chargedButCut, { lang });
  await expect(checkout.form.locator('[part=amount]')).toBeVisible();
  await expectAccessible(page, 'unknown');
  await sandbox.forgetFaults();
}

/** The way over the hosted page. */
async function walkHosted(page: Page, checkout: Checkout, lang: string): Promise<void> {
  await checkout.open({ lang, mode: 'hosted' });
  await expect(checkout.submit).toBeVisible();
  await expectAccessible(page, 'form before the hosted page');
  await checkout.goToHostedPage();
  if (!lang) await walkGatewayPage(page, checkout);
  await page.locator('#leave').click();
  await expect(page.locator('pay-status [part=button]')).toBeVisible();
  await expectAccessible(page, 'thanks page before the payment');
  await checkout.revisit({ lang });
  await expect(checkout.submit).toBeVisible();
  await expectAccessible(page, 'form beside an open hosted page');
}

async function walkGatewayPage(page: Page, checkout: Checkout): Promise<void> {
  await expectAccessible(page, 'hosted page');
  await page.locator('#pay').click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  await expectAccessible(page, 'hosted page with faults');
  await checkout.payOnHostedPage(CARDS.insufficientFunds);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'hosted page with a decline');
}

const WALKS = [
  ['paying by card', walkDirect],
  ['waiting for the bank', walkWaiting],
  ['paying on the hosted page', walkHosted],
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const [language, lang] of [
      ['English', ''],
      ['Ukrainian', 'uk'],
    ] as const) {
      for (const [way, walk] of WALKS) {
        test(`${way} has no accessibility violations in any state, in ${language}, ${colorScheme}`, {
          // One walk in Firefox, whose pages are dark here: what axe sees hardly depends on the engine.
          tag: walk === walkDirect && !lang && colorScheme === 'dark' ? '@engines' : [],
        }, async ({ page, checkout }) => {
          await walk(page, checkout, lang);
        });
      }
    }
  });
}
