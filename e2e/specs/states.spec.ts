import { expect } from '@playwright/test';
import { expectAccessible, expectAccessibleIn } from '../support/accessible.ts';
import { test } from '../support/fixtures.ts';
import { FORM_STATES, inState, showStates } from '../support/form-states.ts';

test('what assistive technology is told in each state', async ({ checkout }) => {
  await checkout.order();
  await showStates(checkout, FORM_STATES);
  for (const state of FORM_STATES) {
    await expect.soft(inState(checkout, state).form).toMatchAriaSnapshot({ name: `${state}.aria.yml` });
  }
});

for (const lang of ['', 'ar']) {
  test(`no state of the form has violations in light, dark or forced colours (${lang || 'en'})`, async ({
    page,
    checkout,
  }) => {
    await checkout.order();
    await showStates(checkout, FORM_STATES, { lang });
    const look = { within: 'pay-form', without: 'landmark-unique' };
    await expectAccessibleIn(['light', 'dark', 'forced'], page, 'every state', look);
  });
}

test('no state of an isolated form has violations', async ({ page, checkout }) => {
  const states = ['form', 'faults', 'saved', 'declined'] as const;
  await checkout.order();
  await showStates(checkout, states, { isolated: 'yes' });
  await expectAccessible(page, 'around the frames', { without: 'frame-title-unique' });
  for (const state of states) {
    const element = await page.locator(`[data-state=${state}] iframe`).elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('there is no frame');
    await expectAccessible(frame, `${state}, in the frame`, { within: 'pay-form' });
  }
});
