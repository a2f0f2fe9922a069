import { expect } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { orderOf, signOrder } from '../support/order-token.ts';

/** Replaces the page's token. */
async function replaceToken(checkout: Checkout, other: string): Promise<void> {
  await checkout.form.evaluate((tag, token) => tag.setAttribute('order', token), other);
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The order at one cent, valid for an hour. */
function cheaper(token: string): object {
  return { order: { ...orderOf(token), amount: '0.01' }, exp: Math.floor(Date.now() / 1000) + 3600 };
}

const expiring = ({ stack }: Checkout, token: string, at: number): Promise<string> =>
  signOrder(orderOf(token), stack.orderSecret, new Date(at));

async function expectNoForm(checkout: Checkout, text: string): Promise<void> {
  await expect(checkout.alert).toContainText(text);
  await expect(checkout.submit).toBeHidden();
  await expect(checkout.field('number')).toHaveCount(0);
}

test('a token that the shop did not sign is refused, and shows no form', async ({ checkout }) => {
  await checkout.open();
  const token = await checkout.token();
  const [header, , signature] = token.split('.');
  const expectRefused = async (other: string) => {
    await replaceToken(checkout, other);
    await expectNoForm(checkout, 'This checkout is no longer valid.');
    expect(await checkout.postCard()).toEqual({ status: 401, code: 'order-token-invalid' });
  };
  await test.step('with another amount', () =>
    expectRefused([header, part(cheaper(token)), signature].join('.')));
  await replaceToken(checkout, token);
  await expect(checkout.submit).toBeVisible();
  await test.step('one that says it needs no signature', () =>
    expectRefused(`${part({ alg: 'none' })}.${part(cheaper(token))}.`));
});

test('an expired token says so and leads on', async ({ checkout }) => {
  await checkout.open();
  await replaceToken(checkout, await expiring(checkout, await checkout.token(), Date.now() - 1000));
  await expect(checkout.alert).toContainText('The time for this checkout has run out.');
  await expect(checkout.button('Start again')).toBeVisible();
  expect(await checkout.postCard()).toEqual({ status: 401, code: 'order-token-expired' });
});

test('a token that expires while the customer types charges nothing, and says so', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill(CARDS.success);
  await replaceToken(checkout, await expiring(checkout, await checkout.token(), Date.now() + 4000));
  const headers = { authorization: `Bearer ${await checkout.token()}` };
  await expect
    .poll(async () => (await fetch(`${checkout.stack.companion}/session`, { headers })).status)
    .toBe(401);
  await checkout.submit.click();

  await expect(checkout.alert).toContainText('The time for this checkout has run out.');
  await expect(checkout.field('email')).not.toHaveValue('');
  expect(await checkout.creations()).toBe(0);
});

for (const isolated of ['', 'yes'])
  test(`a token that expires while the bank works on the payment ends with "paid"${isolated && ', in a frame too'}`, async ({
    page,
    stack,
  }) => {
    await stack.sandbox.set({ processingSeconds: 3600 });
    const checkout = new Checkout(page, stack, isolated ? page.frameLocator('pay-form iframe') : page);
    await checkout.open(isolated ? { isolated } : {});
    await checkout.fill(CARDS.pendingThenSuccess);
    const tag = page.locator('pay-form').first();
    const token = await expiring(checkout, (await tag.getAttribute('order')) ?? '', Date.now() + 5000);
    await tag.evaluate((element, order) => element.setAttribute('order', order), token);
    await checkout.submit.click();
    await expect(checkout.status).toContainText('Waiting for your bank');
    // As a page that the browser has kept: it loads the order again, until its token is refused.
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    const again = setInterval(() => {
      void checkout.form
        .evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
        .catch(() => null);
    }, 1000);
    await refused;
    clearInterval(again);
    await expect(checkout.status).toContainText('Waiting for your bank');
    await expect(checkout.alert).toBeEmpty();
    await expect(checkout.button('Start again')).toBeHidden();
    await stack.sandbox.advanceClock(3600);
    await checkout.expectThanks();
  });
