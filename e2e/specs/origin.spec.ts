import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { orderOf, signOrder } from '../support/order-token.ts';

test('a page of an origin that is not allowed says so in its console, and the companion in its log', {
  tag: '@engines',
}, async ({ checkout }) => {
  await checkout.open();
  const lines: string[] = [];
  checkout.page.on('console', (message) => lines.push(message.text()));
  const address = checkout.page.url().replace('//localhost', '//127.0.0.1');
  const { origin } = new URL(address);
  expect(origin).not.toBe(checkout.stack.shop);
  await checkout.page.goto(address);
  await expect(checkout.alert).toContainText('cannot be reached');
  await expect.poll(() => lines.join('\n')).toContain(`No answer: is ${origin} in ALLOWED_ORIGINS?`);
  await expect.poll(() => checkout.stack.output()).toContain(`"origin":"${origin}"`);
});

test('a page with a malformed token says in its console which field it is', async ({ checkout }) => {
  await checkout.open();
  const lines: string[] = [];
  checkout.page.on('console', (message) => lines.push(message.text()));
  const order = { ...orderOf(await checkout.token()), return_url: 'https://shop.example' };
  const inAnHour = new Date(Date.now() + 3_600_000);
  const token = await signOrder(order, checkout.stack.orderSecret, inAnHour);
  await checkout.form.evaluate((tag, text) => tag.setAttribute('order', text), token);
  await expect(checkout.alert).toContainText('no longer valid');
  await expect.poll(() => lines.join('\n')).toContain('{"path":"order.return_url","code":"unknown-field"}');
  await expect
    .poll(() => checkout.stack.output())
    .toContain('"path":"order.return_url","code":"unknown-field"');
});
