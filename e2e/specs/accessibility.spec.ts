import { expect, type Page } from '@playwright/test';
import { expectAccessibleIn } from '../support/accessible.ts';
import { CARDS } from '../support/cards.ts';
import type { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';

/** In Firefox only dark pages are tested. */
const expectLegible = (page: Page, state: string): Promise<void> =>
  expectAccessibleIn(['light', 'dark'], page, state);

/** From the empty form to the thanks page; the form's other states: states.spec.ts. */
async function walkDirect(page: Page, checkout: Checkout): Promise<void> {
  await checkout.open();
  await expect(checkout.submit).toBeVisible();
  await expectLegible(page, 'empty form');
  await checkout.submit.click();
  await expect(checkout.field('number')).toHaveAttribute('aria-invalid', 'true');
  await expectLegible(page, 'form with faults');
  await checkout.pay(CARDS.insufficientFunds);
  await expect(checkout.alert).not.toBeEmpty();
  await expectLegible(page, 'decline');
  await checkout.pay(CARDS.challenge);
  await expect(checkout.approve).toBeVisible();
  await expectLegible(page, 'challenge page');
  await checkout.revisit();
  await expect(checkout.form.locator('[part=button]').first()).toBeVisible();
  await expectLegible(page, 'challenge to be continued');
  await checkout.form.locator('[part=button]').first().click();
  await checkout.approve.click();
  await expect(page.locator('pay-status [part=amount]')).toBeVisible();
  await expectLegible(page, 'thanks page');
}

/** A payment over the hosted page. */
async function walkHosted(page: Page, checkout: Checkout): Promise<void> {
  await checkout.open({ mode: 'hosted' });
  await expect(checkout.submit).toBeVisible();
  await expectLegible(page, 'form before the hosted page');
  await checkout.goToHostedPage();
  await page.locator('#pay').click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
  await expectLegible(page, 'hosted page with faults');
  await checkout.payOnHostedPage(CARDS.insufficientFunds);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectLegible(page, 'hosted page with a decline');
  await page.locator('#leave').click();
  await expect(page.locator('pay-status [part=button]')).toBeVisible();
  await expectLegible(page, 'thanks page before the payment');
  await checkout.revisit();
  await expect(checkout.submit).toBeVisible();
  await expectLegible(page, 'form beside an open hosted page');
}

const WALKS = [
  ['paying by card', walkDirect],
  ['paying on the hosted page', walkHosted],
] as const;

for (const [way, walk] of WALKS) {
  test(`${way} has no accessibility violations in any state, light or dark`, {
    // One walk in Firefox: axe's results hardly depend on the engine.
    tag: walk === walkDirect ? '@engines' : [],
  }, async ({ page, checkout }) => {
    await walk(page, checkout);
  });
}
