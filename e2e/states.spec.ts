import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleIn } from './accessible.ts';
import { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';
import { FORM_STATES, showState } from './form-states.ts';

test('what assistive technology is told in each state', async ({ checkout }) => {
  await checkout.open();
  for (const state of FORM_STATES) {
    await showState(checkout, state);
    await expect.soft(checkout.form).toMatchAriaSnapshot({ name: `${state}.aria.yml` });
  }
});

for (const lang of ['', 'uk', 'ar']) {
  test(`no state of the form has violations in light, dark or forced colours (${lang || 'en'})`, async ({
    page,
    checkout,
  }) => {
    await checkout.open();
    for (const state of FORM_STATES) {
      await showState(checkout, state, { lang });
      await expectAccessibleIn(['light', 'dark', 'forced'], page, state, 'pay-form');
    }
  });
}

for (const lang of ['', 'ar']) {
  test(`no state of an isolated form has violations (${lang || 'en'})`, async ({ page, stack }) => {
    const checkout = new Checkout(page, stack, page.frameLocator('pay-form iframe'));
    await checkout.open();
    for (const state of ['form', 'faults', 'saved', 'declined'] as const) {
      await showState(checkout, state, { lang, isolated: 'yes' });
      await expectAccessible(page, `${state}, around the frame`);
      const frame = page.frames().find((one) => one.url().endsWith('/frame'));
      if (!frame) throw new Error('there is no frame');
      await expectAccessible(frame, `${state}, in the frame`, { within: 'pay-form' });
    }
  });
}
