import { expect } from '@playwright/test';
import { CARDS } from './cards.ts';
import type { Checkout } from './checkout.ts';
import { test } from './fixtures.ts';
import { orderOf, signOrder } from './order-token.ts';

/** Opens a checkout and puts another token in the place of the shop's. */
async function openWith(checkout: Checkout, change: (token: string) => Promise<string>): Promise<void> {
  await checkout.open();
  const other = await change(await checkout.token());
  await checkout.form.evaluate((tag, token) => tag.setAttribute('order', token), other);
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The order for one cent, good for an hour. */
function cheaper(token: string): object {
  return { order: { ...orderOf(token), amount: '0.01' }, exp: Math.floor(Date.now() / 1000) + 3600 };
}

function expiring({ stack }: Checkout, at: Date): (token: string) => Promise<string> {
  return (token) => signOrder(orderOf(token), stack.orderSecret, at);
}

async function expectNoForm(checkout: Checkout, text: string): Promise<void> {
  await expect(checkout.alert).toContainText(text);
  await expect(checkout.submit).toBeHidden();
  await expect(checkout.field('number')).toHaveCount(0);
}

test('a token with another amount is refused, and shows no form', async ({ checkout }) => {
  await openWith(checkout, async (token) => {
    const [header, , signature] = token.split('.');
    return [header, part(cheaper(token)), signature].join('.');
  });
  await expectNoForm(checkout, 'This checkout is no longer valid.');
  expect(await checkout.postCard()).toEqual({ status: 401, code: 'order-token-invalid' });
});

test('a token that says it needs no signature is refused, and shows no form', async ({ checkout }) => {
  await openWith(checkout, async (token) => `${part({ alg: 'none' })}.${part(cheaper(token))}.`);
  await expectNoForm(checkout, 'This checkout is no longer valid.');
  expect(await checkout.postCard()).toEqual({ status: 401, code: 'order-token-invalid' });
});

test('an expired token says so and leads on', async ({ checkout }) => {
  await openWith(checkout, expiring(checkout, new Date(Date.now() - 1000)));
  await expect(checkout.alert).toContainText('The time for this checkout has run out.');
  await expect(checkout.button('Continue')).toBeVisible();
  expect(await checkout.postCard()).toEqual({ status: 401, code: 'order-token-expired' });
});

test('a token that expires while the customer types charges nothing, and says so', async ({ checkout }) => {
  await openWith(checkout, expiring(checkout, new Date(Date.now() + 8000)));
  await checkout.fill(CARDS.success);
  const headers = { authorization: `Bearer ${await checkout.token()}` };
  await expect
    .poll(async () => (await fetch(`${checkout.stack.companion}/session`, { headers })).status)
    .toBe(401);
  await checkout.submit.click();

  await expect(checkout.alert).toContainText(
    'The time for this checkout has run out. What you entered stays here.',
  );
  await expect(checkout.field('email')).not.toHaveValue('');
  expect(await checkout.creations()).toBe(0);
});
